import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openFileLog } from '../../src/log/file/file-log.ts'
import { LogError } from '../../src/log/log.ts'
import { buildWorker } from './build-worker.ts'
import { describeLog, load } from './log-contract.ts'

let workerFile = ''
beforeAll(async () => {
  workerFile = await buildWorker()
})

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'standin-log-'))

const open = (folder: string) => openFileLog({ folder, workerFile })

describeLog('a folder', async () => {
  const folder = newFolder()
  return { open: () => open(folder), discard: async () => rmSync(folder, { recursive: true, force: true }) }
})

const effectsOf = (index: number): string => JSON.stringify([{ index, text: 'y'.repeat(50) }])

/** The error of opening or reading a folder; undefined if everything that was written is read. */
const findDamage = async (folder: string, entries: number): Promise<LogError | undefined> => {
  try {
    const log = await open(folder)
    try {
      expect(await log.list()).toContain('checkout')
      const expected = Array.from({ length: entries }, (_, index) => ({ effects: effectsOf(index) }))
      expect((await load(log, 'checkout'))?.entries).toEqual(expected)
      return undefined
    } finally {
      await log.close()
    }
  } catch (error) {
    if (error instanceof LogError) return error
    throw error
  }
}

describe('a folder', () => {
  it('has one owner; the error of the second names its process id', async () => {
    const folder = newFolder()
    const log = await open(folder)
    await expect(open(folder)).rejects.toThrow(`is in use by process ${process.pid}`)
    await log.close()
    await (await open(folder)).close()
  })

  it('has one owner also where its path is longer than a socket may be called', async () => {
    const folder = join(newFolder(), 'x'.repeat(120), 'y'.repeat(120))
    const log = await open(folder)
    await expect(open(folder)).rejects.toMatchObject({ kind: 'in-use' })
    await log.close()
  })

  it('is free again at once when its owner was killed', async () => {
    const folder = newFolder()
    const owner = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `import { createServer } from 'node:net'
       createServer((socket) => socket.end('1')).listen(${JSON.stringify(join(folder, 'lock'))}, () => console.log('ready'))`,
    ])
    await once(owner.stdout, 'data')
    await expect(open(folder)).rejects.toThrow('is in use by process 1')
    owner.kill('SIGKILL')
    await once(owner, 'exit')
    await (await open(folder)).close()
  })

  it('cannot be used where a file has its name', async () => {
    const folder = join(newFolder(), 'file')
    writeFileSync(folder, '')
    await expect(open(folder)).rejects.toMatchObject({ kind: 'unavailable' })
  })
})

/** A short form runs by default; DAMAGE=100 damages 100 copies in each way. */
const copies = Number(process.env.DAMAGE ?? 10)

describe('damage is noticed', () => {
  const count = 400

  const fill = async (): Promise<string> => {
    const folder = newFolder()
    const log = await open(folder)
    const append = (index: number) => log.append('checkout', index === 0 ? undefined : String(index), effectsOf(index))
    await Promise.all(Array.from({ length: count }, (_, index) => append(index)))
    await log.close()
    return folder
  }

  /** Deterministic: the same places in each run. */
  const spread = (size: number, times: number): readonly number[] =>
    Array.from({ length: times }, (_, index) => Math.floor(((index + 0.37) / times) * size))

  it(`when the database is truncated, in ${copies} copies`, async () => {
    const whole = await fill()
    const size = statSync(join(whole, 'standin.db')).size
    for (const length of spread(size, copies)) {
      const folder = newFolder()
      cpSync(whole, folder, { recursive: true })
      truncateSync(join(folder, 'standin.db'), length)
      expect(await findDamage(folder, count), `cut at ${length} of ${size}`).toMatchObject({ kind: 'damaged' })
      rmSync(folder, { recursive: true })
    }
  }, 600_000)

  it(`when a bit is flipped, in ${copies} copies: what is read is what was written, or damage is reported`, async () => {
    const whole = await fill()
    const bytes = readFileSync(join(whole, 'standin.db'))
    let reported = 0
    for (const place of spread(bytes.length, copies)) {
      const folder = newFolder()
      const flipped = Buffer.from(bytes)
      flipped[place] = (flipped[place] ?? 0) ^ (1 << (place % 8))
      cpSync(whole, folder, { recursive: true })
      writeFileSync(join(folder, 'standin.db'), flipped)
      if (await findDamage(folder, count)) reported++
      rmSync(folder, { recursive: true })
    }
    console.log(`${copies} flipped bits, ${reported} reported, no other difference`)
    expect(reported).toBeGreaterThan(0)
  }, 600_000)

  it('when the database is gone', async () => {
    const folder = await fill()
    rmSync(join(folder, 'standin.db'))
    expect(await findDamage(folder, count)).toMatchObject({ kind: 'damaged' })
  })
})
