package files

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// JSON returns the error of a JSON file in the words of its author: package json names types of Go.
func JSON(err error) error {
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &kind) && kind.Field == "":
		return fmt.Errorf("a JSON %s where an object is wanted", kind.Value)
	case errors.As(err, &kind):
		return fmt.Errorf("%s is a JSON %s, and another kind of value is wanted", kind.Field, kind.Value)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("it ends within the object")
	}
	return err
}
