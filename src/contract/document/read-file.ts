/**
 * Reads the text of a file that a user has written, and of nothing else: a pipe would never end, and a symbolic link in a
 * repository could show what is in any file of the machine. What is named on the command line is read wherever it is.
 */
import { isUtf8 } from 'node:buffer'
import { lstat, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { type Finding, LoadError } from '../../errors.ts'
import type { ReadAddress } from '../../ports.ts'
import { readPipe } from './read-pipe.ts'

/**
 * Where a file may be: in the folder that it was found in, and not behind a symbolic link out of it; or anywhere, if the user
 * has named it. Then it may also be a pipe. The file of an address is on a web server.
 */
export type Origin = FoundFile | { readonly read: ReadAddress } | 'named'

interface FoundFile {
  readonly found: string
}

/** The text, without a byte order mark. Throws LoadError if the file cannot be read, or is not UTF-8. */
export const readText = async (file: string, origin: Origin): Promise<string> => {
  if (typeof origin === 'object' && 'read' in origin) return (await origin.read(file)).replace(/^\uFEFF/, '')
  await checkFile(file, origin)
  const bytes = await readBytes(file, origin)
  if (!isUtf8(bytes)) throw new LoadError([describeEncoding(file, bytes)])
  return bytes.toString('utf8').replace(/^\uFEFF/, '')
}

/** Throws LoadError unless the file is a regular one in the folder that it was found in. */
export const checkFile = async (file: string, origin: FoundFile | 'named'): Promise<void> => {
  if (origin === 'named') return
  let isRegular: boolean
  try {
    const itself = await lstat(file)
    // Only a link, or a file below another folder, can lead elsewhere.
    if (itself.isFile() && resolve(dirname(file)) === resolve(origin.found)) return
    isRegular = (await stat(file)).isFile()
  } catch (error) {
    throw unreadable(file, error)
  }
  if (!isRegular)
    throw new LoadError([
      { code: 'file-unreadable', file, message: 'is not a regular file; pipes, devices and folders are not read' },
    ])
  if (!(await isInside(origin.found, file))) throw new LoadError([describeLink(file)])
}

/** Whether a file or folder is in a folder, with all symbolic links followed. Rejects if one of them does not exist. */
export const isInside = async (folder: string, path: string): Promise<boolean> => {
  const [root, real] = await Promise.all([realpath(folder), realpath(path)])
  const way = relative(root, real)
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
}

export const describeLink = (path: string): Finding => ({
  code: 'link-outside',
  file: path,
  message:
    'is a symbolic link out of its folder, which is not followed; copy what it leads to, or name it on the command line',
})

const readBytes = async (file: string, origin: FoundFile | 'named'): Promise<Buffer> => {
  try {
    const status = origin === 'named' ? await stat(file) : undefined
    if (status && !status.isFile() && !status.isDirectory()) return await readPipe(file, status)
    // With an encoding, readFile decodes large files in chunks, which is slower.
    return await readFile(file)
  } catch (error) {
    if (error instanceof LoadError) throw error
    throw unreadable(file, error)
  }
}

/** `error`: why the file cannot be read. */
export const unreadable = (file: string, error: unknown): LoadError => {
  const { code, message } = error as NodeJS.ErrnoException
  const reason =
    code === 'ENOENT' ? 'there is no such file' : code === 'ELOOP' ? 'it is a symbolic link to itself' : String(message)
  return new LoadError([{ code: 'file-unreadable', file, message: `cannot be read: ${reason}` }], { cause: error })
}

const replacement = '\uFFFD'

/** Decoding replaces what is not UTF-8. The first replacement that the bytes do not have themselves is the place. */
const describeEncoding = (file: string, bytes: Buffer): Finding => {
  const text = bytes.toString('utf8')
  let last = 0
  let offset = 0
  for (let at = text.indexOf(replacement); at !== -1; at = text.indexOf(replacement, at + 1)) {
    offset += Buffer.byteLength(text.slice(last, at))
    last = at
    if (bytes.toString('utf8', offset, offset + 3) !== replacement || bytes[offset] !== 0xef) break
  }
  const before = text.slice(0, last)
  const shown = `0x${(bytes[offset] ?? 0).toString(16).padStart(2, '0')}`
  return {
    code: 'syntax-error',
    file,
    line: before.split('\n').length,
    column: before.length - before.lastIndexOf('\n'),
    message: `is not UTF-8: the byte ${shown} is not part of a character; save the file as UTF-8`,
  }
}
