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
	"syscall"
)

// WriteNew writes a file that must not exist yet, whole or not at all.
func WriteNew(path string, write func(io.Writer) error) error {
	return WriteWhole(path, func(w io.Writer) error {
		err := write(w)
		if _, exists := os.Lstat(path); err == nil && !errors.Is(exists, fs.ErrNotExist) {
			err = fmt.Errorf("%s was written by another run in the meantime: only one run at a time may write it", path)
		}
		return err
	})
}

// WriteWhole writes a file, whole or not at all. It replaces one that exists.
func WriteWhole(path string, write func(io.Writer) error) error {
	f, err := openUnfinished(path)
	if err != nil {
		return err
	}
	err = errors.Join(write(f), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// Writable returns why WriteNew could not write a file now and what would help, or nil.
func Writable(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s exists already: choose a file that does not exist", path)
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
	return fmt.Errorf("%s: %w: %s", path, Cause(err), choose)
}

// openUnfinished creates the file in which the file at path is written at first. It lies
// in the same directory, so that renaming it makes the file appear whole.
func openUnfinished(path string) (*os.File, error) {
	dir, name := filepath.Split(path)
	unfinished := dir + "." + name + ".tmp"
	f, err := os.OpenFile(unfinished, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		err = fmt.Errorf("%s exists: another run is writing it or was stopped while it did; if none is, remove it", unfinished)
	}
	return f, err
}

// Cause returns an error about a file without the operation and the path.
func Cause(err error) error {
	if about := (*fs.PathError)(nil); errors.As(err, &about) {
		return about.Err
	}
	return err
}
