// Package files writes files whole or not at all, reads back the JSON that the program
// printed, and says why it cannot.
package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"unicode/utf8"
)

// writableDir is what a directory must be.
const writableDir = "choose a directory in which files can be written"

// WriteNew writes a file that must not exist yet, whole or not at all.
func WriteNew(path string, write func(io.Writer) error) error {
	return WriteWhole(path, func(w io.Writer) error {
		err := write(w)
		if _, exists := os.Lstat(path); err == nil && !errors.Is(exists, fs.ErrNotExist) {
			err = fmt.Errorf("%s was written by another run in the meantime: only one run at a time may write it", Printable(path))
		}
		return err
	})
}

// WriteWhole writes a file, whole or not at all. It replaces one that exists.
func WriteWhole(path string, write func(io.Writer) error) error {
	f, err := openUnfinished(path)
	if err != nil {
		return named(path, err)
	}
	err = errors.Join(write(f), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return named(path, err)
}

// MakeDir makes a directory if it is missing. It returns why files could not be written
// there and what would help, or nil.
func MakeDir(dir string) error {
	err := os.MkdirAll(dir, 0o777)
	if err == nil {
		var f *os.File
		if f, err = os.CreateTemp(dir, ".gogate-*"); err == nil {
			err = errors.Join(f.Close(), os.Remove(f.Name()))
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w: %s", Printable(dir), Cause(err), writableDir)
	}
	return nil
}

// Writable returns why WriteNew could not write a file now and what would help, or nil.
func Writable(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s exists already: choose a file that does not exist", Printable(path))
	}
	f, err := openUnfinished(path)
	if err == nil {
		return errors.Join(f.Close(), os.Remove(f.Name()))
	}
	if !errors.As(err, new(*fs.PathError)) {
		return err
	}
	choose := "choose a file in a directory in which files can be written"
	switch {
	case errors.Is(err, fs.ErrNotExist):
		choose = "choose a file in a directory that exists"
	case errors.Is(err, syscall.ENAMETOOLONG):
		choose = "choose a shorter name"
	}
	return fmt.Errorf("%s: %w: %s", Printable(path), Cause(err), choose)
}

// openUnfinished creates the file in which the file at path is written at first. It lies
// in the same directory, so that renaming it makes the file appear whole.
func openUnfinished(path string) (*os.File, error) {
	dir, name := filepath.Split(path)
	unfinished := dir + "." + name + ".tmp"
	f, err := os.OpenFile(unfinished, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		err = fmt.Errorf("%s exists: another run is writing it or was stopped while it did; if none is, remove it", Printable(unfinished))
	}
	return f, err
}

// Unread returns why a file could not be read and what would help, without its name. An
// error of another kind, such as one about the content, comes back as it is.
func Unread(err error) error {
	switch cause := Cause(err); {
	case cause == err:
		return err
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w: choose a file that exists", cause)
	default:
		return fmt.Errorf("%w: choose a file that can be read", cause)
	}
}

// Cause returns an error about a file without the operation and the path.
func Cause(err error) error {
	if about := (*fs.PathError)(nil); errors.As(err, &about) {
		return about.Err
	}
	if about := (*os.LinkError)(nil); errors.As(err, &about) { // of os.Rename
		return about.Err
	}
	return err
}

// Printable returns a file name as it is, or quoted if it has characters that cannot be
// seen: nobody chose the names in a directory for being printed.
func Printable(name string) string {
	unseen := func(r rune) bool { return !strconv.IsPrint(r) }
	if !utf8.ValidString(name) || strings.ContainsFunc(name, unseen) {
		return strconv.Quote(name)
	}
	return name
}

// named returns an error about a file with the name of that at path, which may differ
// from the one in which it is written at first.
func named(path string, err error) error {
	if cause := Cause(err); cause != err {
		return fmt.Errorf("%s: %w", Printable(path), cause)
	}
	return err
}
