package files

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// JSON returns the error of a JSON file in the words of its author: package json names types of Go.
func JSON(err error) error {
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &kind) && kind.Field == "":
		return fmt.Errorf("it is %s, where an object is expected", found(kind.Value))
	case errors.As(err, &kind):
		return fmt.Errorf("%s is %s, where %s is expected", kind.Field, found(kind.Value), expected(kind.Type))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("it ends within the object")
	}
	return err
}

// found returns package json's description of a value in plain words. It is a kind, or the word number and a number.
func found(value string) string {
	if number, ok := strings.CutPrefix(value, "number "); ok {
		return number
	}
	switch value {
	case "string":
		return "a text"
	case "array":
		return "a list"
	case "object":
		return "an object"
	case "bool":
		return "true or false"
	}
	return "a number"
}

// expected returns the values that a type takes, in plain words.
func expected(t reflect.Type) string {
	switch k := t.Kind(); {
	case k == reflect.String:
		return "a text"
	case k == reflect.Slice, k == reflect.Array:
		return "a list"
	case k == reflect.Bool:
		return "true or false"
	case reflect.Int <= k && k <= reflect.Int64:
		return "a whole number"
	case reflect.Uint <= k && k <= reflect.Uint64:
		return "a whole number from 0"
	case k == reflect.Float64:
		return "a number"
	}
	return "an object"
}
