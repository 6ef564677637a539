package plot

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/csmacd/csmacd/internal/names"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/types"
	"github.com/expr-lang/expr/vm"

	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/formula"
)

// computed is a column that is computed by an expression over others.
type computed struct {
	name    string
	at      int // its column
	half    int // the column of its half-widths; -1: none
	program *vm.Program
	uses    []int // columns
	metrics []int // that it is made of, directly or by other computed columns
}

// definition matches a --let: NAME = EXPRESSION, or NAME (UNIT) = EXPRESSION.
var definition = regexp.MustCompile(`^\s*([A-Za-z_][A-Za-z0-9_]*)\s*(?:\(([^()]*)\))?\s*=\s*([^=].*)$`)

// let adds a computed column.
func (r *rows) let(text string) error {
	m := definition.FindStringSubmatch(text)
	if m == nil {
		return errors.New("write NAME = EXPRESSION or NAME (UNIT) = EXPRESSION, such as a = length/13300")
	}
	if _, taken := r.Find(m[1]); taken {
		return fmt.Errorf("there is already a column %s: choose another name", m[1])
	}
	c := &computed{name: m[1], half: -1}
	if err := c.compile(m[3], r); err != nil {
		return err
	}
	column := table.Column{Name: m[1], Unit: strings.TrimSpace(m[2]), Kind: table.DerivedColumn, What: m[3]}
	if len(c.metrics) > 0 {
		column.Kind = table.MetricColumn
	}
	c.at = len(r.Columns)
	list := make([][]table.Cell, len(r.list))
	for i, row := range r.list {
		list[i] = append(slices.Clone(row), table.Cell{})
		cell, err := c.cell(r.Columns, row)
		if err != nil {
			return fmt.Errorf("%w%s", err, c.where(r.Columns, row))
		}
		column.Text = column.Text || cell.Text != "" && math.IsNaN(cell.Number)
		list[i][c.at] = cell
	}
	if column.Text && column.Kind == table.MetricColumn {
		column.Kind = table.DerivedColumn // text is not a metric
	}
	r.Columns, r.list, r.computed = append(r.Columns, column), list, append(r.computed, c)
	r.widths(c)
	return nil
}

// compile reads an expression over the existing columns.
func (c *computed) compile(code string, r *rows) error {
	kinds := types.Map{}
	var known []string
	for _, col := range r.Columns {
		if !plainName.MatchString(col.Name) || col.Kind == table.HalfWidthColumn {
			continue
		}
		known = append(known, col.Name)
		kinds[col.Name] = types.Float64
		if col.Text {
			kinds[col.Name] = types.String
		}
	}
	program, err := formula.Compile(code, kinds, formula.Functions)
	if err != nil {
		return fmt.Errorf("this is not an expression over the columns: %s (%s)", err, names.Instead(unknown(err), "columns", known))
	}
	c.program = program
	node := program.Node()
	ast.Walk(&node, c.visit(r))
	return nil
}

var plainName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// visitor is called with the nodes of an expression.
type visitor func(ast.Node)

// Visit implements [ast.Visitor].
func (v visitor) Visit(n *ast.Node) { v(*n) }

// visit records which columns an expression uses.
func (c *computed) visit(r *rows) visitor {
	return func(n ast.Node) {
		id, ok := n.(*ast.IdentifierNode)
		if !ok {
			return
		}
		i, ok := r.Find(id.Value)
		if !ok || slices.Contains(c.uses, i) {
			return
		}
		c.uses = append(c.uses, i)
		from := []int{i}
		if of := r.computedAt(i); of != nil {
			from = of.metrics
		} else if r.Columns[i].Kind != table.MetricColumn {
			from = nil
		}
		for _, m := range from {
			if !slices.Contains(c.metrics, m) {
				c.metrics = append(c.metrics, m)
			}
		}
	}
}

// cell computes the column in a row. If a value that it needs is missing, the cell is missing.
func (c *computed) cell(columns []table.Column, row []table.Cell) (cell table.Cell, err error) {
	env := make(map[string]any, len(c.uses))
	for _, i := range c.uses {
		env[columns[i].Name] = row[i].Number
		if columns[i].Text {
			env[columns[i].Name] = row[i].Text
		} else if row[i].Text == "" {
			return numberCell(math.NaN()), nil
		}
	}
	v, err := formula.Run(c.program, env)
	if err != nil {
		return cell, err
	}
	switch x := v.(type) {
	case int:
		return numberCell(float64(x)), nil
	case float64:
		return numberCell(x), nil
	case string:
		return table.Cell{Text: x, Number: math.NaN()}, nil
	}
	return cell, errors.New("the result must be a number or text")
}

// where returns the values in a row of the columns that the expression uses, for an error: " (at count=2)".
func (c *computed) where(columns []table.Column, row []table.Cell) string {
	var list []string
	for _, i := range c.uses {
		list = append(list, columns[i].Name+"="+row[i].Text)
	}
	if list == nil {
		return ""
	}
	return " (at " + strings.Join(list, ", ") + ")"
}

// numberCell returns a cell with a number. A number that cannot be drawn is missing.
func numberCell(v float64) table.Cell {
	if !figure.Finite(v) {
		return table.Cell{Number: math.NaN()}
	}
	return table.Cell{Text: strconv.FormatFloat(v, 'g', -1, 64), Number: v}
}

// recompute computes the computed columns of a row again. A cell that cannot be computed is missing.
func (r *rows) recompute(row []table.Cell) {
	for _, c := range r.computed {
		cell, err := c.cell(r.Columns, row)
		if err != nil {
			cell = numberCell(math.NaN())
		}
		row[c.at] = cell
	}
}

// widths computes the interval of a computed metric: how far it moves if the metric that it is made of moves to
// the ends of its own interval. A metric made of several has none, since those are not independent.
func (r *rows) widths(c *computed) {
	if len(c.metrics) != 1 || r.Columns[c.at].Kind != table.MetricColumn {
		return
	}
	m := c.metrics[0]
	of, ok := r.Find(r.Columns[m].Name + "_half_width")
	if !ok {
		return
	}
	c.half = len(r.Columns)
	r.Columns = append(r.Columns, table.Column{Name: c.name + "_half_width", Kind: table.HalfWidthColumn, Of: c.name})
	for i, row := range r.list {
		far := 0.0
		for _, sign := range []float64{-1, 1} {
			moved := slices.Clone(row)
			moved[m] = numberCell(row[m].Number + float64(sign*row[of].Number))
			r.recompute(moved)
			far = math.Max(far, math.Abs(moved[c.at].Number-row[c.at].Number)) // NaN stays
		}
		r.list[i] = append(row, numberCell(far))
	}
}

// computedAt returns what computes a column, or nil for a column of the table itself.
func (r *rows) computedAt(column int) *computed {
	for _, c := range r.computed {
		if c.at == column {
			return c
		}
	}
	return nil
}

// unknown returns the unknown name that an error is about, or "".
func unknown(err error) string {
	_, name, _ := strings.Cut(err.Error(), "unknown name ")
	return name
}
