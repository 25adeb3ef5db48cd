#!/usr/bin/env node
/**
 * The edge of the process: arguments, environment, streams and signals enter here and nowhere else.
 */
import module from 'node:module'

// From Node 22.8 on, what is compiled is kept for the next start. To be asked for before anything else is imported.
const { enableCompileCache } = module as { readonly enableCompileCache?: () => unknown }
enableCompileCache?.()
const { run } = await import('./cli/run.ts')

// A reader that went away (a pipe to head, a terminal that was closed) is no reason to die.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const isColored = ({ isTTY }: NodeJS.WriteStream): boolean => isTTY === true && !process.env.NO_COLOR

process.exitCode = await run({
  args: process.argv.slice(2),
  environment: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  color: isColored(process.stdout),
  errorColor: isColored(process.stderr),
  onSignal: (signals, callback) => {
    for (const signal of signals) process.on(signal, callback)
  },
  exit: (code) => process.exit(code),
  pid: process.pid,
  platform: process.platform,
  kill: (pid, signal) => process.kill(pid, signal),
})
