package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/exercise"
	"github.com/csmacd/csmacd/internal/exit"
	"github.com/csmacd/csmacd/internal/terminal"
	"github.com/csmacd/csmacd/internal/usage"
)

func labCheckCommand() *cli.Command {
	return &cli.Command{
		Name:      "check",
		Usage:     "check an answer to a lab's question",
		ArgsUsage: "NAME [NUMBER] ANSWER",
		UsageText: commandline.Examples(
			"csmacd lab check capture-effect 1 5/8 # question 1: right",
			"csmacd lab check capture-effect 1 0.5 # wrong, with a hint; exit status 1",
			"csmacd lab check --hand-in ada.json # what a student has handed in",
		),
		Description: commandline.Guide("NUMBER is the number of the question, 1 unless given. An answer is a number, with or without its unit "+
			"(245bt and 24.5us are the same at 10 Mb/s; 5/8, 0.625 and 62.5% are equal), yes or no, or a word. The "+
			"exit status is 0 for a right answer, 1 for a wrong one, and 2 for one that cannot be read. With --hand-in the arguments are "+
			"files that students saved in the page: all answers and runs are computed anew, and the exit status is 0 if all "+
			"questions are answered, and rightly.", "docs/howto/labs.md"),
		Flags: append(labFlags(),
			&cli.BoolFlag{Name: "hand-in", Usage: "check the files that students hand in, FILE..."}),
		Action:       checkLab,
		BashComplete: completeLabs,
		OnUsageError: usageError,
	}
}

func checkLab(c *cli.Context) error {
	args := c.Args().Slice()
	if c.Bool("hand-in") {
		return checkHandIns(c, args)
	}
	if len(args) < 2 || len(args) > 3 {
		return usage.Errorf("lab check takes NAME [NUMBER] ANSWER, such as: csmacd lab check capture-effect 1 0.5 (csmacd lab list lists the names)")
	}
	l, err := oneLab(c, args[0])
	if err != nil {
		return err
	}
	n, answer := 1, args[len(args)-1]
	if len(args) == 3 {
		if n, err = strconv.Atoi(args[1]); err != nil {
			return usage.Errorf("%q is not the number of a question: %s has 1 to %d", args[1], l.ID, len(l.Questions))
		}
	}
	verdict, err := exercise.Check(c.Context, l, n, answer)
	if badAnswer := (exercise.AnswerError{}); errors.As(err, &badAnswer) {
		return usage.Of(err)
	}
	if interrupted := c.Context.Err(); interrupted != nil {
		return interrupted
	}
	if err != nil {
		return err
	}
	if words, offered := exercise.Offers(&l.Questions[n-1], answer); !offered && !verdict.Right {
		return usage.Errorf("%q is not an answer: write %s", answer, strings.Join(words, " or "))
	}
	fmt.Fprintf(c.App.Writer, "question %d of %d: %s\n%s\n", n, len(l.Questions), terminal.Wrap(l.Questions[n-1].Ask, 70, "  "), verdict.Reply)
	if !verdict.Right {
		return exit.Error{Status: exit.Failure}
	}
	return nil
}
