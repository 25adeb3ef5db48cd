/**
 * Redocly's command line as a child process that connects only to the given servers.
 */
import { createRequire } from 'node:module'
import { type CommandResult, runCommand } from './run-command.ts'

const require = createRequire(import.meta.url)
const program = require.resolve('@redocly/cli/bin/cli.js')

const environment = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  NO_COLOR: '1',
  FORCE_COLOR: undefined,
}

/** Files are named relative to the project's folder. */
export const runRedocly = (args: readonly string[]): Promise<CommandResult> =>
  runCommand(process.execPath, [program, ...args], { environment })
