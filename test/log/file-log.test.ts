import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFileLog } from '../../src/log/file/file-log.ts'
import { lockFolder } from '../../src/log/file/folder-lock.ts'
import { LogError } from '../../src/log/log.ts'
import { buildWorker } from './build-worker.ts'
import { describeLog, headOf, load } from './log-contract.ts'
import { createFolders } from './log-files.ts'
import { describeOrigins } from './origin-contract.ts'

let workerFile = ''
beforeAll(async () => {
  workerFile = await buildWorker()
})
afterAll(() => rmSync(dirname(workerFile), { recursive: true }))

const newFolder = createFolders()

const open = (folder: string) => openFileLog({ folder, workerFile })

const setUp = async () => {
  const folder = newFolder()
  return { open: () => open(folder), discard: async () => {} }
}

describeLog('a folder', setUp)
describeOrigins('a folder', setUp)

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

  /** What a process leaves behind that is killed while it has the folder. */
  const leaveSocket = async (folder: string, name: string): Promise<void> => {
    const server = createServer().listen(join(folder, `${name}.own`))
    await once(server, 'listening')
    linkSync(join(folder, `${name}.own`), join(folder, name))
    server.close()
    await once(server, 'close')
  }

  it('has one owner where several servers start at once after its owner was killed', async () => {
    const folder = newFolder()
    await leaveSocket(folder, 'lock')
    const locks = await Promise.allSettled([1, 2, 3, 4].map(() => lockFolder(folder)))
    const owned = locks.flatMap((lock) => (lock.status === 'fulfilled' ? [lock.value] : []))
    expect(owned).toHaveLength(1)
    for (const lock of locks)
      if (lock.status === 'rejected') expect(lock.reason.message).toContain(`in use by process ${process.pid}`)
    await owned[0]?.release()
    expect(readdirSync(folder)).toEqual([])
  })

  it('is free again also where its next owner was killed while it cleared away the lock', async () => {
    const folder = newFolder()
    await leaveSocket(folder, 'lock')
    await leaveSocket(folder, 'lock-clear')
    await (await lockFolder(folder)).release()
    expect(readdirSync(folder)).toEqual([])
  })

  it('has one file for the lock, so that owners which are killed leave no more behind', async () => {
    const folder = newFolder()
    const lock = await lockFolder(folder)
    expect(readdirSync(folder)).toEqual(['lock'])
    await lock.release()
  })

  it('cannot be used where a file has its name', async () => {
    const folder = join(newFolder(), 'file')
    writeFileSync(folder, '')
    await expect(open(folder)).rejects.toMatchObject({ kind: 'unavailable' })
  })
})

describe('the format of a folder', () => {
  const openWith = async (marker: string): Promise<unknown> => {
    const folder = newFolder()
    await (await open(folder)).close()
    writeFileSync(join(folder, 'standin.json'), marker)
    return open(folder)
  }

  it('of an earlier version is reported', () =>
    expect(openWith('{"format":1}\n')).rejects.toThrow('has format 1, and this version of Standin reads format 2; use'))

  it('of a later version is reported', () =>
    expect(openWith('{"format":3}\n')).rejects.toThrow('reads format 2; update Standin'))

  it('that cannot be read is damage', () => expect(openWith('')).rejects.toMatchObject({ kind: 'damaged' }))

  it('is written again where only the marker is missing', async () => {
    const folder = newFolder()
    const log = await open(folder)
    await log.append('checkout', undefined, '[]')
    await log.close()
    rmSync(join(folder, 'standin.json'))
    const again = await open(folder)
    expect(await again.list()).toEqual(['checkout'])
    await again.close()
    expect(readFileSync(join(folder, 'standin.json'), 'utf8')).toBe('{"format":2}\n')
  })
})

/** A worker that ends when it gets the effects `die`, and then at each start as long as `stays dead` is a file. */
const writeDyingWorker = (folder: string): { readonly file: string; readonly starts: () => number } => {
  const file = join(dirname(workerFile), `dying-${basename(folder)}.mjs`)
  const count = join(folder, 'starts')
  writeFileSync(
    file,
    `import { appendFileSync, existsSync } from 'node:fs'
     import { parentPort } from 'node:worker_threads'
     appendFileSync(${JSON.stringify(count)}, 'x')
     if (existsSync(${JSON.stringify(join(folder, 'stays dead'))})) process.exit(1)
     parentPort.on('message', ({ json = '{}' }) => {
       if (JSON.parse(json).changes?.[0].effects === 'die') process.exit(1)
     })
     await import('./worker.mjs')`,
  )
  return { file, starts: () => readFileSync(count, 'utf8').length }
}

describe('a worker whose database is closed', () => {
  // Node does not end a worker while its code is being compiled (nodejs/node#54918).
  it('is idle for a moment, and then ends', async () => {
    const folder = newFolder()
    const file = join(dirname(workerFile), `idle-${basename(folder)}.mjs`)
    const signs = join(folder, 'signs')
    writeFileSync(
      file,
      `import { appendFileSync } from 'node:fs'
       import { parentPort } from 'node:worker_threads'
       parentPort.on('message', ({ body }) => {
         if (body?.kind === 'close') setInterval(() => appendFileSync(${JSON.stringify(signs)}, 'x'), 20)
       })
       await import('./worker.mjs')`,
    )
    await (await openFileLog({ folder, workerFile: file })).close()
    const lengthAfter = async (milliseconds: number): Promise<number> => {
      await setTimeout(milliseconds)
      return existsSync(signs) ? readFileSync(signs).length : 0
    }
    await expect.poll(() => lengthAfter(0)).toBeGreaterThan(2)
    await expect.poll(async () => (await lengthAfter(0)) === (await lengthAfter(500))).toBe(true)
  })
})

describe('a folder that was closed', () => {
  it('is not written to by a checkpoint that was under way, and its next owner can use it', async () => {
    const folder = newFolder()
    const log = await open(folder)
    const head = headOf(await log.append('checkout', undefined, '[]'))
    const parts = Array.from({ length: 2_000 }, (_, index) => `[${index}]`)
    const writing = Promise.allSettled([log.checkpoint('checkout', head, parts)])
    await log.close()
    const next = await open(folder)
    expect((await next.append('checkout', head, '["later"]')).kind).toBe('appended')
    expect(await writing).toEqual([{ status: 'rejected', reason: new LogError('unavailable', 'the folder is closed') }])
    expect((await load(next, 'checkout'))?.entries).toEqual([{ effects: '[]' }, { effects: '["later"]' }])
    await next.close()
  })

  it('is not changed any more', async () => {
    const folder = newFolder()
    const log = await open(folder)
    const closing = log.close()
    await expect(log.append('checkout', undefined, '[]')).rejects.toThrow('the folder is closed')
    await closing
    const next = await open(folder)
    expect(await next.list()).toEqual([])
    await next.close()
  })
})

describe('a worker that ends', () => {
  it('is replaced: what was stored is there, and the change under way is unknown', async () => {
    const folder = newFolder()
    const log = await openFileLog({ folder, workerFile: writeDyingWorker(folder).file })
    const head = headOf(await log.append('checkout', undefined, '["before"]'))
    await expect(log.append('other', undefined, 'die')).rejects.toMatchObject({ kind: 'unknown' })
    await expect.poll(() => log.list().catch(() => [])).toEqual(['checkout'])
    expect((await log.append('checkout', head, '["after"]')).kind).toBe('appended')
    expect((await load(log, 'checkout'))?.entries).toEqual([{ effects: '["before"]' }, { effects: '["after"]' }])
    await log.close()
  })

  it('again and again is not started for each command', async () => {
    const folder = newFolder()
    const { file, starts } = writeDyingWorker(folder)
    const log = await openFileLog({ folder, workerFile: file })
    writeFileSync(join(folder, 'stays dead'), '')
    await expect(log.append('other', undefined, 'die')).rejects.toMatchObject({ kind: 'unknown' })
    for (let index = 0; index < 50; index++)
      await expect(log.append('other', undefined, '[]')).rejects.toMatchObject({ kind: 'unavailable' })
    expect(starts()).toBeLessThan(5)
    await log.close()
    await (await open(folder)).close()
  })
})
