module example.com/gogate

go 1.25.0

require (
	github.com/google/go-cmp v0.7.0
	golang.org/x/term v0.40.0
	gonum.org/v1/gonum v0.17.0
	pgregory.net/rapid v1.3.0
)

require golang.org/x/sys v0.41.0 // indirect
