// Package docs holds the pages of the documentation that csmacd explain reads: what they say of a
// term, a field or an event is written there only.
package docs

import "embed"

// Pages are the glossary and the reference pages with tables of names.
//
//go:embed glossary.md networks.md plca.md reference/results.md reference/events.md reference/exit.md reference/formats.md reference/policies.md reference/media/*.md
var Pages embed.FS
