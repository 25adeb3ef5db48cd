/**
 * One owner for a folder: a local socket in it, which disappears with its process however that ends. A second
 * process gets the process id of the first. A lock file would survive a `kill -9` and then lock the folder for ever.
 */
import { createHash, randomBytes } from 'node:crypto'
import { linkSync, lstatSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pid, platform } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { LogError } from '../log.ts'

export interface FolderLock {
  /** Gives the folder up. */
  readonly release: () => Promise<void>
}

/** Milliseconds to wait for an owner to say who it is. */
const patience = 2_000

/** How often a lock of a process that has ended is cleared away. */
const maxAttempts = 5

/** Milliseconds to wait for another process that clears away a lock. */
const clearing = 50

/** Rejects with LogError: `in-use`, naming the owner's process id; `unavailable`. */
export const lockFolder = async (folder: string): Promise<FolderLock> => {
  try {
    return await (platform === 'win32' ? lockByPipe(folder) : lockBySocket(folder))
  } catch (cause) {
    if (cause instanceof LogError) throw cause
    const problem = cause instanceof Error ? cause.message : String(cause)
    throw new LogError('unavailable', `the folder ${folder} cannot be locked: ${problem}`, { cause })
  }
}

/** The process id of the owner, empty where it does not say; undefined without an owner. Changes nothing. */
export const findOwner = async (folder: string): Promise<string | undefined> => {
  if (platform === 'win32') return askOwner(pipeOf(folder))
  const short = shorten(folder)
  try {
    return await askOwner(join(short.path, 'lock'))
  } finally {
    short.remove()
  }
}

/** A named pipe of Windows is gone with its process, and its name cannot be taken twice. */
const lockByPipe = async (folder: string): Promise<FolderLock> => {
  const address = pipeOf(folder)
  const server = createOwner()
  try {
    await listen(server, address)
  } catch (cause) {
    throw inUse(folder, await askOwner(address), cause)
  }
  return { release: () => close(server) }
}

/** Windows ignores case in paths, so all spellings of a folder must have one name. */
const pipeOf = (folder: string): string => {
  const path = realpathSync.native(folder).toLowerCase()
  const name = createHash('sha256').update(path).digest('hex').slice(0, 32)
  return `\\\\.\\pipe\\standin-${name}`
}

/** The socket is made under a name of its own and linked to the common name, which fails where that exists. */
const lockBySocket = async (folder: string): Promise<FolderLock> => {
  const short = shorten(folder)
  const common = join(short.path, 'lock')
  const own = join(short.path, `lock-${randomBytes(6).toString('hex')}`)
  const server = createOwner()
  const discard = async (): Promise<void> => {
    await close(server)
    discardFile(own)
    short.remove()
  }
  try {
    await listen(server, own)
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      if (tryLink(own, common)) {
        // A process that is killed leaves one name behind, which the next one clears away.
        discardFile(own)
        return {
          release: async () => {
            discardFile(common)
            await discard()
          },
        }
      }
      const owner = await askOwner(common)
      if (owner !== undefined) throw inUse(folder, owner)
      checkLock(folder, common)
      if (!(await clearStale(common, own))) await delay(clearing)
    }
    throw inUse(folder, undefined)
  } catch (error) {
    await discard()
    throw error
  }
}

/** Bytes of the path of a folder beside which the name of a socket fits: macOS allows 103, Linux 107 in all. */
const maxPath = 80

interface ShortPath {
  readonly path: string
  readonly remove: () => void
}

/**
 * Paths of sockets are limited in length. A longer one has a link in the temporary folder; a container that is read-only has
 * no temporary folder, but a short path.
 */
const shorten = (folder: string): ShortPath => {
  const real = realpathSync(folder)
  if (Buffer.byteLength(real) <= maxPath) return { path: real, remove: () => {} }
  const parent = mkdtempSync(join(tmpdir(), 'standin-'))
  const path = join(parent, 'd')
  symlinkSync(real, path, 'dir')
  return { path, remove: () => discardFile(parent) }
}

/** What cannot be deleted is a lock of nobody, which the next start clears away. */
const discardFile = (path: string): void => {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // The folder is given up all the same.
  }
}

const tryLink = (own: string, common: string): boolean => {
  try {
    linkSync(own, common)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Throws LogError for a file that no lock is. It is the user's, and stays. */
const checkLock = (folder: string, common: string): void => {
  const status = lstatSync(common, { throwIfNoEntry: false })
  if (status && !status.isSocket())
    throw new LogError('unavailable', `${folder} has a file of its own named lock; choose another folder with --data`)
}

/**
 * Moves the lock of a process that has ended out of the way. Servers that start at the same time do so one after another:
 * otherwise one of them could take the new lock of another one for the old one. False if another one does so now.
 */
const clearStale = async (common: string, own: string): Promise<boolean> => {
  const turn = `${common}-clear`
  if (!tryLink(own, turn)) {
    // Who had the turn may have ended in the middle of it.
    const before = identityOf(turn)
    if ((await askOwner(turn)) === undefined) moveAside(turn, before)
    return false
  }
  try {
    const before = identityOf(common)
    if ((await askOwner(common)) === undefined) moveAside(common, before)
  } finally {
    discardFile(turn)
  }
  return true
}

/** Unless it is another file by now. */
const moveAside = (path: string, before: string | undefined): void => {
  const aside = `${path}-${randomBytes(6).toString('hex')}`
  try {
    if (before === undefined || identityOf(path) !== before) return
    renameSync(path, aside)
    rmSync(aside, { force: true })
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
}

/** The number of a file may be used again, but not with the same time. Undefined: it does not exist. */
const identityOf = (path: string): string | undefined => {
  const status = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  return status && `${status.dev} ${status.ino} ${status.mtimeNs}`
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** Tells each connection the process id, and closes it. */
const createOwner = (): Server => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.end(String(pid))
  })
  server.unref()
  return server
}

const listen = (server: Server, address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, () => {
      server.off('error', reject)
      server.on('error', () => {})
      resolve()
    })
  })

const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()))

/** The owner's process id, empty where it does not say; undefined where nobody listens. */
const askOwner = (address: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    let text = ''
    const socket = connect(address)
    socket.setTimeout(patience, () => socket.destroy())
    socket.on('data', (data) => {
      text = (text + data.toString('latin1')).slice(0, 20)
    })
    socket.on('error', (error) => resolve(hasCode(error, 'ECONNREFUSED') || hasCode(error, 'ENOENT') ? undefined : ''))
    socket.on('close', () => resolve(text))
  })

export const inUse = (folder: string, owner: string | undefined, cause?: unknown): LogError =>
  new LogError(
    'in-use',
    `${folder} is in use by ${owner ? `process ${owner}` : 'another process'}; stop it, or choose another folder with --data`,
    { cause },
  )
