// A session of Sabaki's driver with the engine that the arguments start. It prints
// what the engine answers, a line for each, and fails where the driver does.
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')

async function main() {
  const [path, ...args] = process.argv.slice(2)
  const engine = new Controller(path, args)
  engine.on('stderr', ({content}) => console.log('stderr', content))
  const tracker = new ControllerStateTracker(engine)
  engine.start()

  const send = async (name, args = [], subscriber) => {
    const response = await engine.sendCommand({name, args}, subscriber)
    if (response.error) throw new Error(`${name}: ${response.content}`)
    return response.content
  }

  for (const name of ['name', 'protocol_version']) console.log(name, await send(name))
  for (const name of ['undo', 'lz-analyze', 'genmove_analyze', 'time_settings']) {
    console.log('knows', name, await tracker.knowsCommand(name))
  }

  const history = [
    {name: 'set_free_handicap', args: ['C3', 'G7']},
    {name: 'play', args: ['W', 'E5']},
    {name: 'play', args: ['B', 'E6']},
    {name: 'play', args: ['W', 'PASS']},
  ]
  const state = {
    komi: 6.5, // with which a pass after the pass would lose
    boardsize: [9, 9],
    timeSettings: {mainTime: 600, byoyomiTime: 30, byoyomiStones: 5},
    history,
  }
  await tracker.sync(state)
  console.log('black', await send('list_stones', ['B']))

  const move = await send('genmove', ['B'])
  console.log('moved', /^[A-J][1-9]$/.test(move))
  console.log('tracked', tracker.state.history.length, tracker.state.history[4].args[1] === move)

  // Back by undo, and from the beginning.
  await tracker.sync({...state, history: history.slice(0, 3)})
  console.log('black', await send('list_stones', ['B']))
  await tracker.sync({...state, history: [{name: 'play', args: ['B', 'D4']}]})
  console.log('black', await send('list_stones', ['B']))

  // An analysis goes on until another command comes.
  let seen
  const reported = new Promise(resolve => (seen = resolve))
  const analysis = send('lz-analyze', ['W', '1'], ({line}) => {
    if (line.startsWith('info')) seen(line)
  })
  console.log('info', / visits \d+ winrate \d+ order 0 pv /.test(await reported))
  console.log('name', await send('name'))
  console.log('analyzed', (await analysis).includes('info move'))

  const played = await send('genmove_analyze', ['W', '10'])
  console.log('played', /^info move .*\nplay ([A-J][1-9]|pass)$/s.test(played.trim()))
  console.log('tracked', tracker.state.history.length)

  const stopped = new Promise(resolve => engine.on('stopped', resolve))
  await engine.stop(60_000)
  console.log('stopped', (await stopped).signal)
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
