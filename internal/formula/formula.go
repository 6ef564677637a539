// Package formula reads and works out the expressions that people write: derived values of
// a plan, columns of a figure, answers of a lab. The language is github.com/expr-lang/expr,
// without what could loop, look at a clock, or take the program down.
package formula

import (
	"errors"
	"fmt"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/types"
	"github.com/expr-lang/expr/vm"
)

// Functions are those of the library that expressions over a table's columns may call.
var Functions = []string{"abs", "ceil", "floor", "round", "int", "float", "min", "max", "len", "string", "upper", "lower", "trim"}

// Compile reads an expression over names, which may call some of the library's functions.
// An error is the library's, on one line.
func Compile(code string, names types.Map, functions []string, more ...expr.Option) (p *vm.Program, err error) {
	defer recovered(&err)
	options := append([]expr.Option{expr.Env(names), expr.DisableAllBuiltins()}, more...)
	for _, f := range functions {
		options = append(options, expr.EnableBuiltin(f))
	}
	if p, err = expr.Compile(code, options...); err != nil {
		return nil, plain(err)
	}
	return p, nil
}

// Run works an expression out. An error is the library's, on one line.
func Run(p *vm.Program, env map[string]any) (v any, err error) {
	defer recovered(&err)
	if v, err = vm.Run(p, env); err != nil {
		return nil, plain(err)
	}
	return v, nil
}

// recovered makes a panic of the library, or of a function that it calls, an error.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("%v", p)
	}
}

// plain is the library's error without the picture of where it is.
func plain(err error) error {
	var e *file.Error
	if errors.As(err, &e) {
		return errors.New(e.Message)
	}
	line, _, _ := strings.Cut(err.Error(), "\n")
	return errors.New(line)
}
