/**
 * Standin beside other mock servers that serve the Animal Store, each as its users start it. They are installed by
 * `npm ci --prefix bench/peers`.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { formatRatio, type Measured, measureInTurn, type Rounds, warm } from '../in-turn.ts'
import { type BenchRequest, kinds } from '../requests.ts'
import { BenchError, processOf, type ServerProcess, startServer } from '../server-process.ts'
import { createPets, resetRecords, startStandin } from '../standin-server.ts'
import { startBareKoa } from '../start-bare-koa.ts'
import { formatSpread } from '../statistics.ts'
import { findFreePort } from '../store-servers.ts'
import { temporaryFolder } from '../temporary-folder.ts'

interface Peer {
  readonly name: string
  /** How many times as many requests a second Standin has to serve: list and get, and create. */
  readonly goals: readonly [reading: number, creating: number] | undefined
  readonly start: (standin: ServerProcess) => Promise<ServerProcess>
  /** The path of the pets. */
  readonly pets: string
}

const packages = resolve('bench/peers/node_modules')
const document = resolve('spec/animal-store.yaml')

/** Peers print their addresses in many ways, so a port is chosen for them. */
const startPeer = async (
  path: string,
  args: (port: string) => readonly string[],
  ready: string,
): Promise<ServerProcess> => {
  const port = await findFreePort()
  const command = ['-c', '0', process.execPath, join(packages, path), ...args(String(port))]
  const child = spawn('taskset', command, { cwd: temporaryFolder(), stdio: ['ignore', 'pipe', 'ignore'] })
  child.stdout?.resume()
  const url = `http://127.0.0.1:${port}`
  await untilReady(child, url + ready, path)
  return processOf(child, url)
}

const untilReady = async (child: ChildProcess, url: string, name: string): Promise<void> => {
  for (let turn = 0; turn < 300; turn++) {
    await wait(100)
    if (child.exitCode !== null) throw new BenchError(`${name} ended with ${child.exitCode}`)
    const response = await fetch(url, { headers: kinds.list.headers }).catch(() => undefined)
    await response?.arrayBuffer()
    if (response) return
  }
  throw new BenchError(`${name} does not respond at ${url}`)
}

const startJsonServer = (): Promise<ServerProcess> => {
  const file = join(temporaryFolder(), 'db.json')
  writeFileSync(file, JSON.stringify({ pets: createPets(30) }))
  return startPeer('json-server/lib/cli/bin.js', (port) => [file, '--port', port, '--quiet'], '/pets')
}

const startPrism = (...flags: readonly string[]): Promise<ServerProcess> =>
  startPeer('@stoplight/prism-cli/dist/index.js', (port) => ['mock', document, '--port', port, ...flags], '/pets')

const peers: readonly Peer[] = [
  // What Koa can reach at most.
  { name: 'bare Koa', goals: undefined, start: startBareKoa, pets: '/v1/pets' },
  { name: 'json-server', goals: [2, 12], start: startJsonServer, pets: '/pets' },
  {
    name: 'openapi-backend',
    goals: [2.5, 2.5],
    start: () => startServer(['bench/peers/openapi-backend.js', document]),
    pets: '/v1/pets',
  },
  { name: 'Prism, silent', goals: [8, 8], start: () => startPrism('--verboseLevel', 'silent'), pets: '/pets' },
  { name: 'Prism', goals: [20, 20], start: () => startPrism(), pets: '/pets' },
  {
    name: 'Mockoon',
    goals: undefined,
    start: () =>
      startPeer(
        '@mockoon/cli/bin/run.js',
        (port) => ['start', '--data', document, '--port', port, '--disable-log-to-file'],
        '/v1/pets',
      ),
    pets: '/v1/pets',
  },
]

const sent = (pets: string, isJsonServer: boolean) => ({
  list: { ...kinds.list, path: isJsonServer ? `${pets}?_limit=20` : pets },
  get: { ...kinds.get, path: `${pets}/7` },
  create: { ...kinds.create, path: pets },
})

/** With each kind of request. */
const warmUp = { requests: 40_000, seconds: 15 }

export const comparePeers = async (options: Rounds): Promise<readonly string[]> => {
  if (!existsSync(packages)) return ['Not measured: `npm ci --prefix bench/peers` installs them.']
  const rows: string[] = []
  for (const peer of peers) rows.push(...(await comparePeer(peer, options)))
  return [
    '| peer | request | peer, a second | Standin, a second | times as many | limit |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    "Limits are the goals of this project. Scalar's mock server needs Node 22 and takes no part.",
  ]
}

const comparePeer = async ({ name, goals, start, pets }: Peer, options: Rounds): Promise<readonly string[]> => {
  const standin = await startStandin()
  const peer = await start(standin)
  const rows: string[] = []
  const asked = sent(pets, name === 'json-server')
  try {
    for (const [kind, theirs] of Object.entries<BenchRequest>(asked)) {
      const ours = kind === 'list' ? kinds.list : kind === 'get' ? kinds.get : kinds.create
      // Creates come last: the lists of some peers are slower the more records they have.
      await warm(peer, [theirs], options.seconds, warmUp)
      await warm(standin, [ours], options.seconds, warmUp)
      const measured = await measureInTurn(
        {
          peer: { name, server: peer, requests: [theirs] },
          standin: { name, server: standin, requests: [ours], prepare: resetRecords },
        },
        options,
      )
      const perSecond = ({ perSecond }: Measured) => perSecond
      const cells = [
        formatSpread(measured.peer.map(perSecond)),
        formatSpread(measured.standin.map(perSecond)),
        formatRatio(measured.standin, measured.peer, perSecond),
        goals?.[kind === 'create' ? 1 : 0] ?? '',
      ]
      rows.push(`| ${[name, kind, ...cells].join(' | ')} |`)
    }
  } finally {
    await Promise.all([standin.stop(), peer.stop()])
  }
  return rows
}
