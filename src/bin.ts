#!/usr/bin/env node
/**
 * The edge of the process: arguments, environment, streams and signals enter here and nowhere else.
 */
import { run } from './cli/run.ts'

// A reader that went away (a pipe to head) is no reason to die.
process.stdout.on('error', () => {})

process.exitCode = await run({
  args: process.argv.slice(2),
  environment: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  color: process.stdout.isTTY === true && !process.env.NO_COLOR,
  onSignal: (callback) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, callback)
  },
  exit: (code) => process.exit(code),
  platform: process.platform,
  kill: (pid, signal) => process.kill(pid, signal),
})
