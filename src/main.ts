/**
 * The program of the command `standin`. The only file that reads arguments, environment, streams and signals of the process.
 */
import { isColored } from './cli/is-colored.ts'
import { run } from './cli/run.ts'

// Do not crash if the reader is gone (a pipe to head, a closed terminal).
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const running = run({
  args: process.argv.slice(2),
  environment: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  openStreams: () => ({ input: process.stdin, output: process.stdout }),
  color: isColored(process.stdout.isTTY, process.env),
  errorColor: isColored(process.stderr.isTTY, process.env),
  columns: process.stdout.isTTY ? process.stdout.columns : undefined,
  errorColumns: process.stderr.isTTY ? process.stderr.columns : undefined,
  onSignal: (signals, callback) => {
    for (const signal of signals) process.on(signal, callback)
  },
  exit: (code) => process.exit(code),
  pid: process.pid,
  platform: process.platform,
  kill: (pid, signal) => process.kill(pid, signal),
})

// Not awaited here: a build as CommonJS cannot.
running.then((code) => {
  process.exitCode = code
})
