// Package page holds the files of the browser page.
package page

import "embed"

// Files are the files of the page: HTML, CSS and JavaScript.
//
//go:embed *.html *.css *.js
var Files embed.FS
