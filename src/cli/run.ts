/**
 * The command line: runs a command, and turns errors into messages on stderr and an exit code. Commands are imported when
 * they are used, so that --help starts fast.
 */
import { describeBug, ListenError, LoadError, RemoteError, UsageError } from '../errors.ts'
import { createAddressReader } from '../http-client/read-address.ts'
import { LogError } from '../log/log.ts'
import { resolveOptions } from '../options/resolve-options.ts'
import { readVersion } from '../version.ts'
import { formatLoadFailure } from './format-findings.ts'
import { type ParsedArguments, parseArguments } from './parse-arguments.ts'
import { exitCodes, lineWidth, type Process } from './process.ts'
import { createSafeOutput } from './safe-output.ts'

/** Runs a command and resolves with the exit code. */
export const run = async (outside: Process): Promise<number> => {
  const [stdout, stderr] = [createSafeOutput(outside.stdout), createSafeOutput(outside.stderr)]
  const process = { ...outside, stdout, stderr }
  try {
    const parsed = await parseArguments(process.args, lineWidth(process))
    return await runParsed(parsed, process)
  } catch (error) {
    return reportError(error, process)
  }
}

const runParsed = async (parsed: ParsedArguments, process: Process): Promise<number> => {
  switch (parsed.kind) {
    case 'help':
      process.stdout.write(`${parsed.text}\n`)
      return exitCodes.success
    case 'version':
      process.stdout.write(`${readVersion()}\n`)
      return exitCodes.success
    case 'command':
      return await runCommand(parsed, process)
  }
}

type ParsedCommand = Extract<ParsedArguments, { readonly kind: 'command' }>

const runCommand = async (
  { command, options: given, defaults, childCommand, notes }: ParsedCommand,
  process: Process,
): Promise<number> => {
  for (const note of notes) process.stderr.write(`standin: ${note}\n`)
  const options = resolveOptions(given, process.environment, defaults)
  if (command === 'exec') {
    const { exec } = await import('./exec.ts')
    return exec(options, childCommand, process)
  }
  switch (command) {
    case 'check': {
      const { check } = await import('./check.ts')
      return check(
        {
          ...options,
          generate: options.generate ?? 0,
          active: options.scenario,
          folder: '.',
          now: Date.now,
          readAddress: createAddressReader({ environment: process.environment }),
        },
        options,
        process,
      )
    }
    case 'init': {
      const { init } = await import('./init.ts')
      return init(options, process)
    }
    case 'report': {
      const { report } = await import('./report.ts')
      return report({ ...options, files: given.documents }, process)
    }
    case 'health': {
      const { health } = await import('./health.ts')
      return health(options, process)
    }
    case 'repair': {
      const { repair } = await import('./repair.ts')
      return repair(options, process)
    }
    case 'save': {
      const { save } = await import('./save.ts')
      return save(options, process)
    }
    case 'mcp': {
      const { mcp } = await import('./mcp.ts')
      return mcp(options, process)
    }
    case 'types': {
      const { types } = await import('./types.ts')
      return types(options, process)
    }
    case 'proxy': {
      const { proxy } = await import('./proxy.ts')
      return proxy(options, process)
    }
    case 'mock':
    case 'serve': {
      const { serve } = await import('./serve.ts')
      return serve(options, process)
    }
  }
}

const reportError = (error: unknown, { stderr }: Process): number => {
  if (error instanceof LoadError) {
    stderr.write(formatLoadFailure(error.findings, 'nothing was done'))
    return exitCodes.load
  }
  if (error instanceof LogError) {
    stderr.write(`standin: ${error.message}\n`)
    return error.kind === 'damaged' ? exitCodes.load : exitCodes.failed
  }
  const isExpected = error instanceof UsageError || error instanceof ListenError || error instanceof RemoteError
  stderr.write(`standin: ${isExpected ? error.message : describeBug(error)}\n`)
  return error instanceof UsageError ? exitCodes.usage : exitCodes.failed
}
