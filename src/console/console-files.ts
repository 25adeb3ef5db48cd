/**
 * The files of the console: built by Vite into dist/console, read once into memory with their precompressed forms. A request
 * chooses among what was read; its path never becomes the path of a file.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

export interface ConsoleFile {
  readonly type: string
  /** Of the uncompressed bytes, in quotes. */
  readonly etag: string
  /** The content by its content coding; `identity` is the file itself. */
  readonly encodings: ReadonlyMap<Encoding, Buffer>
}

export type Encoding = 'br' | 'gzip' | 'identity'

/** By their path within the console, `assets/index-1a2b3c.js`. */
export type ConsoleFiles = ReadonlyMap<string, ConsoleFile>

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Undefined if the folder does not exist: the sources run without a build. */
export const readConsoleFiles = async (folder: string): Promise<ConsoleFiles | undefined> => {
  const names = await listFiles(folder)
  if (!names?.includes('index.html')) return undefined
  const plain = names.filter((name) => types[extname(name)] !== undefined)
  const read = async (name: string): Promise<readonly [string, ConsoleFile]> => [
    name,
    await readOne(folder, name, names),
  ]
  return new Map(await Promise.all(plain.map(read)))
}

const listFiles = async (folder: string): Promise<readonly string[] | undefined> => {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    return files.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

const readOne = async (folder: string, name: string, names: readonly string[]): Promise<ConsoleFile> => {
  const content = await readFile(join(folder, name))
  const encodings = new Map<Encoding, Buffer>([['identity', content]])
  for (const [encoding, ending] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const)
    if (names.includes(name + ending)) encodings.set(encoding, await readFile(join(folder, name + ending)))
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
  return { type: types[extname(name)] ?? 'application/octet-stream', etag, encodings }
}
