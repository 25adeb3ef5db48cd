/**
 * A server whose disk is full: a file system in memory that holds one or two mebibytes.
 */
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openLogIn } from '../../src/log/file/file-log.ts'
import { startDataServer } from './data-server.ts'
import { History } from './history.ts'
import { json, MixedLoad, type Received, type Send } from './mixed-load.ts'
import { mountMemory, whyNoMemory } from './mount.ts'
import { readStored } from './read-stored.ts'
import { ThreadConnection } from './thread-connection.ts'

const writeLargeNote = async (send: Send, history: History, number: number): Promise<Received | undefined> => {
  const note = { tag: `large-${number}`, text: String(number).padEnd(4_000, 'x') }
  const write = history.begin(`note ${note.tag}`, note.text)
  const received = await send('POST', '/notes', { headers: json, body: JSON.stringify(note) })
  if (received?.status === 201) history.acknowledge(write)
  if (received?.status === 507) history.fail(write)
  return received
}

/** Writes until nothing more fits. Returns the last answer. */
const fill = async (send: Send, history: History): Promise<Received | undefined> => {
  for (let number = 0; number < 2_000; number++) {
    const received = await writeLargeNote(send, history, number)
    if (received?.status !== 201) return received
  }
  return undefined
}

const readStatus = async (send: Send): Promise<readonly (number | undefined)[]> => {
  const paths = ['/notes', '/notes/1', '/_sandbox/sandboxes', '/_sandbox/sandboxes/default/records/notes']
  return Promise.all(paths.map(async (path) => (await send('GET', path))?.status))
}

for (const kibibytes of [1_024, 2_048])
  it(`goes on reading on a full disk of ${kibibytes} KiB, and writes again when there is space`, async ({ skip }) => {
    const reason = whyNoMemory()
    if (reason !== undefined) skip(`a file system in memory cannot be mounted: ${reason}`)
    using mounted = mountMemory(kibibytes)
    const data = join(mounted.folder, 'data')
    const ballast = join(mounted.folder, 'ballast')
    writeFileSync(ballast, Buffer.alloc(kibibytes * 256))
    const history = new History(() => performance.now())
    const load = new MixedLoad({ history, noteClients: 5, sandboxClients: 3, hasForks: false })
    await using server = await startDataServer(data)
    const { send } = server
    await load.run(send, { count: 5 })
    const rejected = await fill(send, history)
    expect(rejected).toMatchObject({ status: 507 })
    expect(JSON.parse(rejected?.text ?? '')).toMatchObject({ code: 'storage_full' })
    for (let number = 3_000; number < 3_010; number++) {
      expect((await writeLargeNote(send, history, number))?.status).toBe(507)
      expect(await readStatus(send)).toEqual([200, 200, 200, 200])
    }
    await load.run(send, { count: 5 })
    expect(history.compare((await readStored(send)).values)).toEqual([])
    rmSync(ballast)
    const failed = history.counts.failed
    await load.run(send, { count: 5 })
    expect((await writeLargeNote(send, history, 4_000))?.status).toBe(201)
    expect(history.counts.failed).toBe(failed)
    await server.kill()
    await using next = await startDataServer(data)
    const stored = await readStored(next.send)
    const { acknowledged } = history.counts
    const wrong = [...history.compare(stored.values), ...load.problems]
    console.log(
      `full at ${kibibytes} KiB: ${acknowledged} acknowledged, ${failed} rejected, ${wrong.length} lost or wrong`,
    )
    expect(wrong).toEqual([])
  })

it('deletes on a disk without any space, also together with changes that do not fit', async ({ skip }) => {
  const reason = whyNoMemory()
  if (reason !== undefined) skip(`a file system in memory cannot be mounted: ${reason}`)
  using mounted = mountMemory(1_024)
  const data = join(mounted.folder, 'data')
  const log = await openLogIn({ folder: data, connection: new ThreadConnection(data), sweepDelay: 0 })
  const names = ['a', 'b', 'c', 'd']
  const heads = new Map<string, string>()
  const append = async (name: string): Promise<void> => {
    const appended = await log.append(name, heads.get(name), 'x'.repeat(2_000))
    if (appended.kind === 'appended') heads.set(name, appended.head)
  }
  for (const name of names) for (let entry = 0; entry < 20; entry++) await append(name)
  // The last block, too.
  for (let file = 0; statfsSync(mounted.folder).bavail > 0; file++)
    try {
      writeFileSync(join(mounted.folder, `ballast-${file}`), Buffer.alloc(4_096))
    } catch {
      break
    }
  const full = { status: 'rejected', reason: { kind: 'full' } }
  expect(await Promise.allSettled([append('d'), log.remove('a'), append('d'), log.remove('b')])).toMatchObject([
    full,
    { status: 'fulfilled' },
    full,
    { status: 'fulfilled' },
  ])
  await log.remove('c')
  expect(await log.list()).toEqual(['d'])
  expect((await log.load(['d']))[0]?.entries.length).toBe(20)
  await log.close()
})
