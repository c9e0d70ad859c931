// Reads a collection of games from standard input with the parser of Sabaki, and
// prints its nodes as JSON, each before those below it.
const {parse} = require('@sabaki/sgf')

const nodes = []
const stack = parse(require('fs').readFileSync(0, 'utf8')).reverse()
while (stack.length > 0) {
  const node = stack.pop()
  nodes.push({Children: node.children.length, Properties: node.data})
  stack.push(...node.children.slice().reverse())
}
console.log(JSON.stringify(nodes))
