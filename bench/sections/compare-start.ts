/**
 * How long a start takes, and how much memory is resident after it, compared with bare Koa.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Rounds } from '../in-turn.ts'
import { BenchError, type ServerProcess, startServer } from '../server-process.ts'
import { startStandin } from '../standin-server.ts'
import { formatSpread, median } from '../statistics.ts'

interface Start {
  readonly name: string
  /** What it is compared with; undefined for the others. */
  readonly isBase?: boolean
  /** Milliseconds until it listens, or has ended; and MiB. */
  readonly run: () => Promise<{ readonly took: number; readonly memory: number | undefined }>
}

const measureServer = async (start: () => Promise<ServerProcess>) => {
  const server = await start()
  const { startup: took } = server
  const memory = server.memory()
  await server.stop()
  return { took, memory }
}

/** A command that needs no sandbox: the start of the server, and its end. */
const measureExec = async () => {
  const started = performance.now()
  const args = ['-c', '0', process.execPath, 'dist/bin.js', 'exec', '--', 'true']
  const [code] = await once(spawn('taskset', args, { stdio: 'ignore' }), 'exit')
  if (code !== 0) throw new BenchError(`standin exec ended with ${code}`)
  return { took: performance.now() - started, memory: undefined }
}

const koa: Start = {
  name: 'bare Koa',
  isBase: true,
  run: () => measureServer(() => startServer(['bench/bare-koa.js'])),
}

const first: Start = {
  name: '`standin serve`, the Animal Store, the first start after the installation',
  run: () => measureServer(startStandin),
}

const starts: readonly Start[] = [
  koa,
  { name: '`standin serve`, the Animal Store', run: () => measureServer(startStandin) },
  { name: '`standin exec -- true`', run: measureExec },
]

/** Compiled code is stored a second after a start. */
const storeCompiledCode = async (): Promise<void> => {
  const server = await startStandin()
  await sleep(2000)
  await server.stop()
}

const removeCompiledCode = (): void => {
  for (const name of readdirSync('dist')) if (name.endsWith('.cache')) rmSync(join('dist', name))
}

export const compareStart = async ({ rounds }: Rounds): Promise<readonly string[]> => {
  const all = [...starts, first]
  const took = new Map<Start, number[]>(all.map((start) => [start, []]))
  const memory = new Map<Start, number[]>(all.map((start) => [start, []]))
  const measure = async (start: Start): Promise<void> => {
    const measured = await start.run()
    took.get(start)?.push(measured.took)
    if (measured.memory !== undefined) memory.get(start)?.push(measured.memory)
  }
  removeCompiledCode()
  for (let round = 0; round < rounds; round++) for (const start of [koa, first]) await measure(start)
  await storeCompiledCode()
  for (let round = 0; round < rounds * 2; round++) for (const start of starts) await measure(start)
  const base = median([...took].flatMap(([{ isBase }, times]) => (isBase ? times : [])))
  return [
    '| start | ms until it listens, or has ended | times bare Koa | MiB resident |',
    '|---|---|---|---|',
    ...all.map((start) => {
      const times = took.get(start) ?? []
      const sizes = memory.get(start) ?? []
      const ratio = start.isBase ? '' : `**${(median(times) / base).toFixed(2)}**`
      return `| ${start.name} | ${formatSpread(times)} | ${ratio} | ${sizes.length === 0 ? '' : formatSpread(sizes)} |`
    }),
    '',
    'Limits: `serve` 2.2 times bare Koa, `exec` 1.5 times `serve`.',
  ]
}
