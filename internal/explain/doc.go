// Package explain says what a name means: a key of a scenario, a field or counter of a result, an
// event and its fields, a column of a table, a backoff policy, a theory, an exit status, or a term.
//
// It holds no explanation of its own. Keys come from the schema, policies, columns and theories from the
// rooms that have them, and all else from the tables of the reference pages and the glossary. A test
// fails if one of these names has no explanation.
package explain
