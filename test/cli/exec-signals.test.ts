/**
 * Signals to `standin exec`, as `kill`, a terminal and npm send them: each is passed on once, and no process remains.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { relaySignals, type Signaller } from '../../src/cli/relay-signals.ts'
import { type CommandOptions, type CommandResult, projectFolder } from '../support/run-command.ts'
import { type RunningProcess, startProcess } from '../support/start-process.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'

const bin = join(projectFolder, 'dist', 'bin.js')

/** Prints each signal; ends at once, after cleaning up, or never. Its child process can ignore the signals. */
const suite = `
import { spawn } from 'node:child_process'
const [mode, childMode] = process.argv.slice(2)
const ignore = 'for (const name of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"]) process.on(name, () => {});'
const run = 'setInterval(() => {}, 1000); console.log("ready")'
const script = childMode === 'deaf' ? ignore + run : run
const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] })
const codes = { SIGINT: 7, SIGTERM: 8, SIGHUP: 9, SIGQUIT: 10 }
for (const [signal, code] of Object.entries(codes))
  process.on(signal, () => {
    console.log('came ' + signal)
    const end = () => {
      console.log('tidied')
      process.exit(code)
    }
    if (mode === 'polite') end()
    if (mode === 'tidy') setTimeout(end, 700)
  })
process.on('SIGWINCH', () => console.log('came SIGWINCH'))
child.stdout.once('data', () => console.log('started ' + process.pid + ' ' + child.pid + '.'))
setInterval(() => {}, 1000)
`

let folder: TemporaryFolder | undefined
const options = (): CommandOptions => ({ folder: folder?.path ?? '' })

beforeAll(async () => {
  folder = await createTemporaryFolder({
    'suite.mjs': suite,
    'package.json': JSON.stringify({
      scripts: {
        suite: 'node suite.mjs tidy',
        exec: `"${process.execPath}" "${bin}" exec -- node suite.mjs tidy`,
      },
    }),
  })
})
afterAll(() => folder?.remove())

/** States of the processes in the group, and of the grandchild, even if it is in another group. */
const findLeft = (group: number): readonly string[] =>
  execFileSync('ps', ['-eo', 'pid=,pgid=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => {
      const [, pgid, state] = line.trim().split(/\s+/)
      // A zombie has ended; only its exit code has not been read.
      return Number(pgid) === group && !state?.startsWith('Z')
    })

interface Started {
  readonly running: RunningProcess
  /** The command's process group. */
  readonly group: number
}

const groupOf = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'pgid=', '-p', String(pid)], { encoding: 'utf8' }))

const startSuite = async (command: string, args: readonly string[], hasInput = false): Promise<Started> => {
  const running = startProcess(command, args, { ...options(), hasInput })
  const [, pid] = await running.said(/started (\d+) \d+\./)
  return { running, group: groupOf(Number(pid)) }
}

const startExec = (...command: readonly string[]): Promise<Started> =>
  startSuite(process.execPath, [bin, 'exec', '--', ...command])

const expectNothingLeft = ({ group }: Started): void => expect(findLeft(group)).toEqual([])

const countOf = ({ stdout }: CommandResult, text: string): number => stdout.split(text).length - 1

const rows = [
  { signal: 'SIGINT', code: 7 },
  { signal: 'SIGTERM', code: 8 },
  { signal: 'SIGHUP', code: 9 },
  { signal: 'SIGQUIT', code: 10 },
] as const

describe
  .skipIf(process.platform === 'win32')
  .concurrent('signals (Windows has neither these nor process groups)', () => {
    for (const { signal, code } of rows)
      it(`${signal} is passed on once, and the exit code is the command’s`, async ({ expect }) => {
        const started = await startExec('node', 'suite.mjs', 'tidy')
        expect(findLeft(started.group)).toHaveLength(2)
        const result = await started.running.stop(signal)
        expect(result.code).toBe(code)
        expect(countOf(result, `came ${signal}`)).toBe(1)
        expect(result.stdout).toContain('tidied')
        expect(result.stderr).toContain('0 of 11 documented operation/status pairs')
        expectNothingLeft(started)
      })

    it('a remaining process that ignores them is killed', async ({ expect }) => {
      const started = await startExec('node', 'suite.mjs', 'polite', 'deaf')
      expect((await started.running.stop('SIGTERM')).code).toBe(8)
      expectNothingLeft(started)
    })

    it('one that arrives twice at once, as from the terminal and from npm, counts once', async ({ expect }) => {
      const started = await startExec('node', 'suite.mjs', 'tidy')
      void started.running.stop('SIGINT')
      // Two that are sent at once arrive both only if they differ, and the system may deliver either of them first.
      const result = await started.running.stop('SIGTERM')
      expect(['SIGINT 7', 'SIGTERM 8'], result.stdout).toContain(
        `${[...result.stdout.matchAll(/came (\w+)/g)].map(([, name]) => name).join(' ')} ${result.code}`,
      )
      expect(result.stdout).toContain('tidied')
      expectNothingLeft(started)
    })

    it('a second one ends a command that ignores the first', async ({ expect }) => {
      const started = await startExec('node', 'suite.mjs', 'deaf', 'deaf')
      const ended = started.running.stop('SIGINT')
      // Then the interval in which two signals count as one is over, too.
      await started.running.warned(
        /SIGINT was sent to the command, which is still running; send it again to kill the command/,
      )
      expect(findLeft(started.group)).toHaveLength(2)
      await started.running.stop('SIGINT')
      expect((await ended).code).toBe(137)
      expectNothingLeft(started)
    })

    it('reach a process started by npm', async ({ expect }) => {
      const started = await startExec('npm', 'run', 'suite')
      expect(findLeft(started.group).length).toBeGreaterThanOrEqual(3)
      const { code, stdout } = await started.running.stop('SIGTERM')
      expect(code).not.toBe(0)
      expect(stdout).toContain('came SIGTERM')
      expectNothingLeft(started)
    })

    it('that only inform do not end the command', async ({ expect }) => {
      const started = await startExec('node', 'suite.mjs', 'polite')
      const ended = started.running.stop('SIGWINCH')
      await started.running.said(/came SIGWINCH/)
      expect(findLeft(started.group)).toHaveLength(2)
      await started.running.stop('SIGTERM')
      expect((await ended).code).toBe(8)
      expectNothingLeft(started)
    })

    it('SIGTSTP stops the command and Standin, SIGCONT resumes both', async ({ expect }) => {
      const started = await startExec('node', 'suite.mjs', 'polite')
      const states = () => findLeft(started.group).map((line) => line.trim().split(/\s+/)[2]?.[0])
      const ended = started.running.stop('SIGTSTP')
      await expect.poll(states).toEqual(['T', 'T'])
      started.running.stop('SIGCONT')
      await expect.poll(states).not.toContain('T')
      await started.running.stop('SIGINT')
      expect((await ended).code).toBe(7)
      expectNothingLeft(started)
    })
  })

it('a process that was killed has ended before the command is over', async () => {
  const sent: (NodeJS.Signals | 0)[] = []
  let endsAt = Number.POSITIVE_INFINITY
  let interrupt = (): void => {}
  const signaller: Signaller = {
    pid: 1,
    platform: 'linux',
    onSignal: (signals, callback) => {
      if (signals.includes('SIGTERM')) interrupt = () => callback('SIGTERM')
    },
    kill: (_, signal) => {
      if (performance.now() > endsAt) throw new Error('ESRCH')
      if (signal !== 0) sent.push(signal)
      // Ending takes time, for instance for what the kernel writes.
      if (signal === 'SIGKILL') endsAt = performance.now() + 300
    },
  }
  const relay = relaySignals(2, signaller, () => {})
  interrupt()
  await relay.finish()
  expect(sent).toEqual(['SIGTERM', 'SIGKILL'])
  expect(performance.now()).toBeGreaterThan(endsAt)
})

const hasScript = process.platform === 'linux' && existsSync('/usr/bin/script')

describe.skipIf(!hasScript).concurrent('Ctrl-C in a terminal (needs script, of util-linux, to have one)', () => {
  const inTerminal = (line: string): Promise<Started> =>
    startSuite('/usr/bin/script', ['-qec', line, '/dev/null'], true)

  const lines = [
    { name: 'standin exec', line: `"${process.execPath}" "${bin}" exec -- node suite.mjs tidy` },
    { name: 'npm run, whose script is standin exec', line: 'npm run -s exec' },
    { name: 'npm run with a shell that replaces itself', line: 'npm run -s exec --script-shell bash' },
    { name: 'standin exec of npm run', line: `"${process.execPath}" "${bin}" exec -- npm run -s suite` },
  ]
  for (const { name, line } of lines)
    it(`lets the command of ${name} clean up, and no process remains`, async ({ expect }) => {
      const started = await inTerminal(line)
      started.running.type('\u0003')
      await started.running.said(/tidied/)
      const result = await started.running.stop('SIGCONT')
      expect(result.code).not.toBe(0)
      await expect.poll(() => findLeft(started.group)).toEqual([])
    })
})
