/**
 * What `standin serve` prints about stored state, at its start and at its end.
 */
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { Process } from '../../src/cli/process.ts'
import { run } from '../../src/cli/run.ts'
import { createStandin } from '../../src/standin.ts'
import { call } from '../support/client.ts'
import { runStandin } from '../support/run-standin.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const lost = 'Records in memory are lost; --data DIR stores them.'

/** Serves until the server listens and `use` has ended, then stops it with a signal. Resolves with the lines on stdout. */
const serveOnce = (args: readonly string[], use?: (url: string) => Promise<unknown>): Promise<readonly string[]> =>
  runOnce(['--port', '0', ...args], use)

const runOnce = async (
  args: readonly string[],
  use: (url: string) => Promise<unknown> = async () => {},
): Promise<readonly string[]> => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  let stop: (signal: NodeJS.Signals) => void = () => {}
  stdout.on('data', (chunk: Buffer) => {
    const url = /(?:^Standin is listening on |"event":"listening","url":")([^\s"]+)/m.exec(chunk.toString())?.[1]
    if (url !== undefined) use(url).finally(() => stop('SIGTERM'))
  })
  const fake: Process = {
    args,
    environment: {},
    stdout,
    stderr,
    openStreams: () => ({ input: Readable.from([]), output: stdout }),
    color: false,
    errorColor: false,
    columns: 60,
    errorColumns: 60,
    onSignal: (_, callback) => {
      stop = callback
    },
    exit: () => {},
    pid: 1,
    platform: 'linux',
    kill: () => {},
  }
  const printed = text(stdout)
  expect(await run(fake)).toBe(0)
  stdout.end()
  return (await printed).split('\n')
}

const createPet = (url: string) => call(`${url}/v1/pets`, { key: 'sandbox-key', body: { name: 'Rex', categoryId: 1 } })

describe('standin serve', () => {
  it('says nothing about lost records if none was written', async () => {
    const lines = await serveOnce([], (url) => call(`${url}/v1/pets`, { key: 'sandbox-key' }))
    expect(lines).not.toContain(lost)
    expect(lines).toContainEqual(expect.stringContaining('stopping'))
  })

  it('says at its end that records in memory are lost, in 60 columns', async () => {
    const lines = await serveOnce([], createPet)
    expect(lines).toContain(lost)
    expect(lost.length).toBeLessThanOrEqual(60)
    expect(lines.filter((line) => line.includes('Stored in'))).toEqual([])
  })

  it('names no option that the command does not have: standin proxy has no --data', async () => {
    const args = ['proxy', '--port', '0', '--upstream', 'http://127.0.0.1:9', '--mock', 'createPet']
    const lines = await runOnce(args, createPet)
    expect(lines).toContain('Records in memory are lost.')
  })

  it('says with --data where the state is stored, and how many sandboxes were loaded', async () => {
    await using folder = await createTemporaryFolder()
    const storedIn = async () => {
      const lines = await serveOnce(['--data', folder.path])
      expect(lines).not.toContain(lost)
      return lines.find((line) => line.includes('Stored in'))?.trim()
    }
    expect(await storedIn()).toMatch(/^Stored in +\S+ {2}nothing stored yet$/)
    const standin = await createStandin({ data: folder.path })
    await standin.sandbox({ id: 'checkout' })
    await standin.sandbox({ id: 'returns' })
    await standin.close()
    expect(await storedIn()).toMatch(/^Stored in +\S+ {2}2 sandboxes loaded$/)
  })

  it('serves what standin save writes of stored state', async () => {
    await using folder = await createTemporaryFolder()
    const [data, set] = [join(folder.path, 'data'), join(folder.path, 'set')]
    await using first = await createStandin({ data, port: 0 })
    await call(`${first.url}/v1/pets`, { key: 'sandbox-key', body: { name: 'Rex', categoryId: 1 } })
    expect(await runStandin('save', set, '--url', first.url)).toMatchObject({ code: 0, stderr: '' })
    await using second = await createStandin({ fixtures: set, port: 0 })
    expect((await call(`${second.url}/v1/pets/31`, { key: 'sandbox-key' })).json).toMatchObject({ name: 'Rex' })
  })

  it('says only with --log pretty that records are lost', async () => {
    for (const log of ['json', 'silent']) expect(await serveOnce(['--log', log], createPet)).not.toContain(lost)
  })
})
