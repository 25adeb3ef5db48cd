/**
 * `npm run demo`: starts the server with the demo fixtures and a client that sends requests, so that the log and the console have
 * something to show. Arguments are given to `standin serve`: `npm run demo -- --port 5000`. Without a port it is 4010, or any free
 * one if 4010 is in use. Ctrl-C stops the server and the client.
 */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { createColors } from '../src/cli/colors.ts'
import type { Process } from '../src/cli/process.ts'
import { run } from '../src/cli/run.ts'
import { playRoutine, playStory } from './demo/client.ts'

// Do not crash if the reader is gone (a pipe to head, a closed terminal).
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

// Without a terminal, isTTY is undefined, for which picocolors would decide itself: colours where CI is set.
const isColored = ({ isTTY }: NodeJS.WriteStream): boolean => isTTY === true && !process.env.NO_COLOR
const color = isColored(process.stdout)
const { bold, cyan, dim } = createColors(color)

/** npm sends the signal of the terminal again: a repeated one does not count. */
const repeatedWithin = 500

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}

const choosePort = async (args: readonly string[]): Promise<readonly string[]> => {
  if (process.env.STANDIN_PORT !== undefined || args.some((arg) => /^(--port|-p)/.test(arg))) return []
  return ['--port', (await isFree(4010)) ? '4010' : '0']
}

/** Writes to stdout, and calls back with the address once the server listens. */
const createOutput = (onListening: (url: string) => void): Writable => {
  let isListening = false
  return new Writable({
    decodeStrings: false,
    write: (chunk, _, done) => {
      const text = String(chunk)
      process.stdout.write(text, () => done())
      const [, url] = isListening ? [] : (/^Standin is listening on (\S+)$/m.exec(text) ?? [])
      if (url === undefined) return
      isListening = true
      onListening(url)
    },
  })
}

const suggest = (url: string): string =>
  [
    '',
    `  ${bold('Open the console')}  ${cyan(`${url}/_sandbox/`)}`,
    '',
    '  Three things to try:',
    '  1. Traffic: choose the request with status 400. Its mistakes are marked. Send it again, corrected.',
    `  2. Sandboxes: select adoption-day. There, the scenario makes lists slow, and every third new animal fails.`,
    '  3. Time: advance the clock by five seconds. Messages become delivered, but not those of adoption-day.',
    '',
    dim('  A client sends requests now. Ctrl-C stops everything.'),
    '',
    '',
  ].join('\n')

/** Resolves when the client has sent everything, or was stopped. */
const play = async (url: string, signal: AbortSignal): Promise<void> => {
  const wait = (milliseconds: number) => setTimeout(milliseconds, undefined, { signal })
  const narrate = (text: string) => void process.stdout.write(`\n${bold(text)}\n`)
  const options = { url, pause: 400, routinePause: 5_000, routineLength: 60, narrate, wait }
  try {
    process.stdout.write(suggest(url))
    await wait(2_000)
    await playStory(options)
    narrate('From now on, the client sends a request every five seconds, for five minutes')
    await playRoutine(options)
    narrate('The client has finished. The server keeps running: Ctrl-C stops it')
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

const serveAndPlay = async (): Promise<number> => {
  const stopping = new AbortController()
  let playing: Promise<void> = Promise.resolve()
  const stdout = createOutput((url) => {
    playing = play(url, stopping.signal)
  })
  const onSignal: Process['onSignal'] = (signals, callback) => {
    let last = Number.NEGATIVE_INFINITY
    for (const signal of signals)
      process.on(signal, () => {
        if (performance.now() - last < repeatedWithin) return
        last = performance.now()
        stopping.abort()
        callback(signal)
      })
  }
  const args = process.argv.slice(2)
  const code = await run({
    args: ['serve', '--fixtures', 'demo', '--rewind', ...(await choosePort(args)), ...args],
    environment: process.env,
    stdout,
    stderr: process.stderr,
    openStreams: () => ({ input: process.stdin, output: process.stdout }),
    color,
    errorColor: isColored(process.stderr),
    columns: process.stdout.isTTY ? process.stdout.columns : undefined,
    errorColumns: process.stderr.isTTY ? process.stderr.columns : undefined,
    onSignal,
    exit: (exitCode) => process.exit(exitCode),
    pid: process.pid,
    platform: process.platform,
    kill: (pid, signal) => process.kill(pid, signal),
  })
  stopping.abort()
  await playing
  return code
}

process.exitCode = await serveAndPlay()
