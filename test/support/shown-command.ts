/**
 * Runs a command of Standin as a page shows it, in this process: in a folder of its own, on a free port, until it has started.
 */
import { PassThrough } from 'node:stream'
import { run } from '../../src/cli/run.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

export interface ShownOutcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface ShownFolder {
  readonly files?: Readonly<Record<string, string>>
  readonly environment?: Readonly<Record<string, string>>
  /** A folder that several commands share. Default: one of its own. */
  readonly within?: string
  /** Called in the folder when the command has ended. */
  readonly look?: (folder: string) => Promise<void>
}

/** The words of a line for a POSIX shell; quotes are the only thing that has a meaning. */
export const splitLine = (line: string): readonly string[] =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, plain]) => single ?? double ?? plain ?? '')

/** The arguments of a line that starts Standin; undefined for another command. */
export const argumentsOf = (line: string): readonly string[] | undefined => {
  const [, rest] =
    /^(?:npx )?standin(?: (.*))?$/.exec(line.trim()) === null ? [] : [line, line.replace(/^.*?standin ?/, '')]
  return rest === undefined ? undefined : splitLine(rest.replace(/\s+#.*$/, ''))
}

/** A server is stopped as soon as it listens. No other test of this worker runs at the same time, so the folder can be changed. */
export const runShown = async (
  args: readonly string[],
  { files = {}, environment = {}, within, look }: ShownFolder = {},
): Promise<ShownOutcome> => {
  await using folder = await createTemporaryFolder(files)
  const before = process.cwd()
  process.chdir(within ?? folder.path)
  try {
    const outcome = await runHere(args, environment)
    await look?.(folder.path)
    return outcome
  } finally {
    process.chdir(before)
  }
}

const runHere = async (
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<ShownOutcome> => {
  const [output, errors] = [new PassThrough(), new PassThrough()]
  const printed = { stdout: '', stderr: '' }
  let stop: (signal: NodeJS.Signals) => void = () => {}
  output.on('data', (chunk: Buffer) => {
    printed.stdout += chunk
    if (printed.stdout.includes('Standin is listening on')) stop('SIGTERM')
  })
  errors.on('data', (chunk: Buffer) => {
    printed.stderr += chunk
  })
  const input = new PassThrough()
  input.end()
  const code = await run({
    args,
    // A port of its own, unless the line has one.
    environment: { PATH: process.env.PATH, HOME: process.env.HOME, STANDIN_PORT: '0', ...environment },
    stdout: output,
    stderr: errors,
    openStreams: () => ({ input, output }),
    color: false,
    errorColor: false,
    columns: undefined,
    errorColumns: undefined,
    onSignal: (_, callback) => {
      stop = callback
    },
    exit: () => {},
    pid: process.pid,
    platform: process.platform,
    kill: process.kill,
  })
  return { code, ...printed }
}
