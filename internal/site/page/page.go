// Package page holds the files of the browser page.
//
// The tests of the page rely on these ids in it:
//
//	tab-example, tab-live, tab-record   the three sources of what is shown
//	board      the SVG: .point[data-point="D4"] is an intersection, and each of these
//	           has its data-point too: [data-stone="X"] or "O", a stone;
//	           [data-mark="not_own_eye"], a move that a check refuses;
//	           [data-sign="?"] or "!", a proposal and the move played instead;
//	           [data-captured], a stone just taken; [data-owner="X"] or "O", territory;
//	           [data-last], the last stone; [data-refused], the illegal move just tried
//	message    one sentence right under the board: a refusal, an error, what to do
//	announce   what screen readers are told
//	first, back, play, forward, last, slider, place, speed   the timeline; a button that
//	           does nothing at present has aria-disabled="true" and not disabled
//	players, state, words               who plays, how the game stands, the turn in words
//	to-override                         of the recorded example
//	move, submit, pass, undo, resign, stop, marks, legend, save      of a live game
//	settings, start                     a form, whose fields have the names of a request's
//	rules      the rules of the live game
//	load, paste, read, record-ko, record-suicide             where a record comes from
//	record, record-name, failed         a record: what it is, the turns that fail a check
//	notice     why the browser cannot run the library
package page

import "embed"

// Files are the files of the page: HTML, CSS and JavaScript.
//
//go:embed *.html *.css *.js
var Files embed.FS
