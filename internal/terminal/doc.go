// Package terminal shows things to whoever sits at a terminal: how far a long work is,
// and a game, move by move, in which a person may play.
package terminal
