/**
 * Folders for --data that cannot be used: each is an error that names it, and nothing hangs.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { platform } from 'node:process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFileLog } from '../../src/log/file/file-log.ts'
import { LogError } from '../../src/log/log.ts'
import { makeFolder } from '../../src/make-folder.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'

let folder: TemporaryFolder
beforeEach(async () => {
  folder = await createTemporaryFolder({ file: 'text' })
})
afterEach(() => folder.remove())

const within = (...names: readonly string[]): string => join(folder.path, ...names)

const makePipe = (...names: readonly string[]): void => {
  execFileSync('mkfifo', [within(...names)])
}

/** The worker is not reached. */
const open = async (path: string): Promise<string> => {
  try {
    const log = await openFileLog({ folder: path, workerFile: within('no-worker.js') })
    await log.close()
    return 'opened'
  } catch (error) {
    expect(error).toBeInstanceOf(LogError)
    return error instanceof LogError ? `${error.kind}: ${error.message}` : ''
  }
}

describe('--data', () => {
  it.runIf(platform === 'linux').each(['/proc/self/x', '/proc/self/x/y', '/sys/x', '/dev/full', '/dev/null/x'])(
    '%s is an error',
    async (path) => {
      const message = await open(path)
      expect(message).toContain(`unavailable: the folder ${path} cannot be created`)
      expect(message).toContain('choose one that can be written with --data')
    },
  )

  it.each(['file', 'file/x'])('a file is an error: %s', async (name) => {
    expect(await open(within(name))).toContain(`unavailable: the folder ${within(name)} cannot be created`)
    expect(readFileSync(within('file'), 'utf8')).toBe('text')
  })

  it.skipIf(platform === 'win32')('a pipe is an error', async () => {
    makePipe('pipe')
    expect(await open(within('pipe'))).toContain(`unavailable: the folder ${within('pipe')} cannot be created`)
  })

  it.skipIf(platform === 'win32')('a folder with a file named lock is an error, and the file stays', async () => {
    mkdirSync(within('own'))
    writeFileSync(within('own', 'lock'), 'of the user')
    expect(await open(within('own'))).toContain(`${within('own')} has a file of its own named lock`)
    expect(readFileSync(within('own', 'lock'), 'utf8')).toBe('of the user')
  })
})

describe('a folder that is created', () => {
  it('may be there, and its parents may be missing', async () => {
    await makeFolder(within('a', 'b', 'c'))
    await makeFolder(within('a', 'b', 'c'))
    writeFileSync(within('a', 'b', 'c', 'file'), '')
  })

  it('may be created by several at the same time', async () => {
    await Promise.all(Array.from({ length: 10 }, () => makeFolder(within('x', 'y', 'z'))))
    writeFileSync(within('x', 'y', 'z', 'file'), '')
  })

  it('is not created where a file is', async () => {
    await expect(makeFolder(within('file'))).rejects.toThrow('EEXIST')
    await expect(makeFolder(within('file', 'x'))).rejects.toThrow('ENOTDIR')
  })
})
