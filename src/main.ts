/**
 * The program of the command `standin`. The only file that reads arguments, environment, streams and signals of the process.
 */
import { run } from './cli/run.ts'

// Do not crash if the reader is gone (a pipe to head, a closed terminal).
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const isColored = ({ isTTY }: NodeJS.WriteStream): boolean => isTTY === true && !process.env.NO_COLOR

const running = run({
  args: process.argv.slice(2),
  environment: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  openStreams: () => ({ input: process.stdin, output: process.stdout }),
  color: isColored(process.stdout),
  errorColor: isColored(process.stderr),
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
