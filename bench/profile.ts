/**
 * `npm run profile`: where the CPU time of Standin goes in the mix of requests, by function: itself, and with what it
 * calls. Arguments after `--` go to `standin serve`.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from '../scripts/read-arguments.ts'
import { connections } from './in-turn.ts'
import { load } from './load.ts'
import { type BenchRequest, kinds, mix } from './requests.ts'
import { BenchError } from './server-process.ts'
import { startStandin } from './standin-server.ts'
import { temporaryFolder } from './temporary-folder.ts'

interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  readonly children?: readonly number[]
}

/** What Node writes with --cpu-prof. */
interface Profile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  /** Microseconds. */
  readonly timeDeltas: readonly number[]
}

const { values, positionals } = readArguments(import.meta.filename, {
  allowPositionals: true,
  options: {
    kind: { type: 'string' },
    seconds: { type: 'string', default: '5' },
    top: { type: 'string', default: '40' },
  },
})

const nameOf = ({ callFrame: { functionName, url, lineNumber } }: ProfileNode): string => {
  const file = url.replace(/^.*\/(?=dist\/|node_modules\/)/, '')
  return `${functionName || '(anonymous)'} ${file}${url === '' ? '' : `:${lineNumber + 1}`}`
}

const add = (times: Map<string, number>, name: string, time: number): void => {
  times.set(name, (times.get(name) ?? 0) + time)
}

const sumUp = ({ nodes, samples, timeDeltas }: Profile) => {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const selfOf = new Map<number, number>()
  for (const [index, id] of samples.entries()) selfOf.set(id, (selfOf.get(id) ?? 0) + (timeDeltas[index] ?? 0))
  const own = new Map<string, number>()
  const total = new Map<string, number>()
  for (const [id, time] of selfOf) {
    const node = byId.get(id)
    if (!node || nameOf(node).startsWith('(idle)')) continue
    add(own, nameOf(node), time)
    const seen = new Set<string>()
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const caller = byId.get(at)
      if (caller) seen.add(nameOf(caller))
    }
    for (const name of seen) add(total, name, time)
  }
  return { own, total }
}

const print = (title: string, times: ReadonlyMap<string, number>, all: number): void => {
  console.log(`\n${title}`)
  const rows = [...times].sort((one, other) => other[1] - one[1]).slice(0, Number(values.top))
  for (const [name, time] of rows) console.log(`${((time / all) * 100).toFixed(1).padStart(5)} %  ${name}`)
}

const folder = temporaryFolder()
const node = ['--cpu-prof', '--cpu-prof-interval', '500', `--cpu-prof-dir=${folder}`]
const server = await startStandin(positionals, { node })
const chosen = Object.entries<BenchRequest>(kinds).find(([kind]) => kind === values.kind)?.[1]
const { requests } = await load(server.url, chosen ? [chosen] : mix, { seconds: Number(values.seconds), connections })
await server.stop('SIGTERM')
const [file] = readdirSync(folder)
if (file === undefined) throw new BenchError('Node wrote no profile')
const { own, total } = sumUp(JSON.parse(readFileSync(join(folder, file), 'utf8')))
rmSync(folder, { recursive: true })
const all = [...own.values()].reduce((sum, time) => sum + time, 0)
console.log(`${requests} requests, ${(all / requests).toFixed(1)} µs each, the start included`)
print('Itself', own, all)
print('With what it calls', total, all)
