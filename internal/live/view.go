//go:build !js

package live

import (
	"context"
	"errors"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"
)

// View is a live view on a terminal: the medium, a row for each station, and the last events.
type View struct {
	program *tea.Program
	model   *model
}

// NewView returns a view that reads keys from in and draws on out. The keys q and Ctrl-C call quit and end the
// view. A nil in means standard input or, if that is not a terminal, the terminal itself.
func NewView(in io.Reader, out io.Writer, s Source, quit func()) *View {
	options := []tea.ProgramOption{tea.WithOutput(out), tea.WithoutSignalHandler(), tea.WithFPS(20)}
	if in != nil {
		options = append(options, tea.WithInput(in))
	}
	m := &model{source: s, quit: quit, now: time.Now}
	return &View{tea.NewProgram(m, options...), m}
}

// Run shows the run until the context ends or the user quits. It returns an error of the terminal, without
// which the run can go on.
func (v *View) Run(ctx context.Context) error {
	defer context.AfterFunc(ctx, v.program.Quit)()
	_, err := v.program.Run()
	if errors.Is(err, tea.ErrInterrupted) {
		return nil
	}
	return err
}

// Note shows a text below the events, from the next snapshot on and for ten seconds.
func (v *View) Note(text string) { v.model.notes.add(text) }

// model is the view as a model of bubbletea.
type model struct {
	screen screen
	source Source
	quit   func()
	now    func() time.Time
	notes  notes
}

// Init implements [tea.Model].
func (m *model) Init() tea.Cmd { return m.take }

// take takes a snapshot in a goroutine of its own, so that keys still work.
func (m *model) take() tea.Msg { return m.source.Snapshot() }

// Update implements [tea.Model].
func (m *model) Update(message tea.Msg) (tea.Model, tea.Cmd) {
	s := &m.screen
	switch message := message.(type) {
	case tea.WindowSizeMsg:
		s.width, s.height = message.Width, message.Height
	case *Snapshot:
		if message != nil {
			s.window.add(message)
		}
		s.notes = m.notes.shown(m.now())
		return m, tea.Tick(refresh, func(time.Time) tea.Msg { return m.take() })
	case tea.KeyPressMsg:
		switch message.String() {
		case "q", "Q", "ctrl+c":
			if m.quit != nil {
				m.quit()
			}
			return m, tea.Quit
		case "up", "k":
			s.scroll(-1)
		case "down", "j":
			s.scroll(1)
		case "pgup", "b":
			s.scroll(-s.page())
		case "pgdown", "space":
			s.scroll(s.page())
		case "home", "g":
			s.scroll(-s.top)
		case "end", "G":
			if snap := s.latest(); snap != nil {
				s.scroll(len(snap.Result.Stations))
			}
		}
	}
	return m, nil
}

// View implements [tea.Model].
func (m *model) View() tea.View {
	v := tea.NewView(m.screen.draw())
	v.AltScreen = true
	return v
}
