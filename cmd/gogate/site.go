package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"

	"example.com/gogate/internal/files"
	"example.com/gogate/internal/site"
)

// makeSite runs gogate site.
func makeSite(ctx context.Context, args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("site", flag.ContinueOnError)
	dir := flags.String("o", "", "`DIR` write "+site.PageFile+", "+site.LibraryFile+" and "+site.StartFile+" into this directory")
	address := ""
	flags.Func("serve", "`ADDRESS` serve the page too, at an address such as localhost:8080", func(s string) error {
		if s == "" {
			return errors.New("must be an address such as localhost:8080")
		}
		address = s
		return nil
	})
	if done, err := parse(flags, args, stdout); done || err != nil {
		return err
	}
	if *dir == "" {
		return badUsage{errors.New("-o is missing: it must name the directory to write")}
	}
	var listener net.Listener
	if address != "" { // before the work, which takes a while
		var err error
		if listener, err = new(net.ListenConfig).Listen(ctx, "tcp", address); err != nil {
			return badUsage{fmt.Errorf("-serve %s: must be a free address of this machine, such as localhost:8080 (%s)", files.Printable(address), files.Printable(err.Error()))}
		}
		defer listener.Close()
	}
	if err := files.MakeDir(*dir); err != nil {
		return badUsage{fmt.Errorf("-o: %w", err)}
	}
	all, err := site.Make(ctx)
	if err != nil {
		return err
	}
	if err := site.Write(*dir, all); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(stdout, "%s: %s, %s and %s\n", files.Printable(*dir), site.PageFile, site.LibraryFile, site.StartFile); err != nil || listener == nil {
		return err
	}
	if _, err := fmt.Fprintf(stdout, "%s until interrupted\n", site.URL(listener.Addr())); err != nil {
		return err
	}
	return site.Serve(ctx, listener, all)
}
