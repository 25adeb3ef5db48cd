/**
 * Watches what is done to the files of one folder, in this thread and in workers: loaded with --import, before anything
 * else. It can make the Nth change fail, and write down every change. Does nothing before a test sets it up.
 *
 * A test sets environment data for new workers: `watched-files` = { folder, state, trace }. `state` is an Int32Array on
 * shared memory: see `fields`. SQLite's WebAssembly build does all its work through Node's fs, so nothing escapes.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { getEnvironmentData } from 'node:worker_threads'

/** Positions in `state`. */
const fields = {
  /** Changes so far. */
  count: 0,
  /** The number of the first change that fails; 0: none. */
  from: 1,
  /** The number of the first change after it that succeeds again. */
  until: 2,
  /** 0: EIO; 1: ENOSPC. */
  error: 3,
  /** How many changes failed. */
  failed: 4,
}

/** Changes that fail on a full disk. */
const needsSpace = new Set(['create', 'extend', 'link', 'mkdir'])

const { openSync, writeSync, existsSync, realpathSync } = fs
/** Files and folders of the watched folder that are open: path by descriptor. */
const open = new Map()
/** The position of the next write without one, by descriptor. */
const positions = new Map()
/** Descriptors of traces, by path. */
const traces = new Map()
const zero = Buffer.alloc(0)

const watched = () => {
  const data = getEnvironmentData('watched-files')
  return typeof data === 'object' && data !== null ? data : undefined
}

const isInside = (path) => {
  const folder = watched()?.folder
  if (typeof path !== 'string' || folder === undefined) return false
  const full = resolve(path)
  // The lock is reached through a link, because paths of sockets are short.
  return (
    `${full}/`.startsWith(`${folder}/`) ||
    (basename(dirname(full)) === 'd' && `${real(full)}/`.startsWith(`${folder}/`))
  )
}

const real = (path) => {
  try {
    return join(realpathSync(dirname(path)), basename(path))
  } catch {
    return path
  }
}

const isRead = (flags) =>
  typeof flags === 'number' ? (flags & 3) === 0 && (flags & fs.constants.O_CREAT) === 0 : flags === 'r'

/** Counts a change, and throws instead of making it when its turn to fail has come. */
const count = (name, path, onFailure = () => {}) => {
  const { state } = watched()
  const number = Atomics.add(state, fields.count, 1) + 1
  const from = Atomics.load(state, fields.from)
  if (from === 0 || number < from || number >= Atomics.load(state, fields.until)) return
  // Without space, files that exist can be opened, cut and deleted.
  if (Atomics.load(state, fields.error) === 1 && !needsSpace.has(name)) return
  Atomics.add(state, fields.failed, 1)
  onFailure()
  const code = Atomics.load(state, fields.error) === 1 ? 'ENOSPC' : 'EIO'
  throw Object.assign(new Error(`${code}: injected, ${name} '${path}'`), {
    code,
    syscall: name,
    path,
    errno: code === 'EIO' ? -5 : -28,
  })
}

/** Appends a change to the trace: the length of a head in JSON, the head, and the bytes. */
const note = (head, bytes = zero) => {
  const { trace, state } = watched()
  if (trace === undefined) return
  if (!traces.has(trace)) traces.set(trace, openSync(trace, 'a'))
  const number = Atomics.load(state, fields.count)
  const text = Buffer.from(JSON.stringify({ ...head, number, length: bytes.length }))
  const size = Buffer.alloc(4)
  size.writeUInt32LE(text.length)
  writeSync(traces.get(trace), Buffer.concat([size, text, bytes]))
}

/** Replaces a function of fs by one that passes calls about other folders on. */
const replace = (name, create) => {
  fs[name] = create(fs[name])
}

replace('openSync', (real) => (path, flags = 'r', mode) => {
  if (!isInside(path)) return real(path, flags, mode)
  const isNew = !isRead(flags) && !existsSync(path)
  count(isNew ? 'create' : 'open', path)
  const descriptor = real(path, flags, mode)
  open.set(descriptor, resolve(path))
  if (isNew) note({ kind: 'create', path: resolve(path) })
  return descriptor
})

replace('closeSync', (real) => (descriptor) => {
  open.delete(descriptor)
  positions.delete(descriptor)
  return real(descriptor)
})

/** Bytes of a string or a part of a buffer, as writeSync takes them. */
const bytesOf = (data, offset = 0, length = data.length - offset) =>
  typeof data === 'string' ? Buffer.from(data) : Buffer.from(data.buffer, data.byteOffset + offset, length)

replace('writeSync', (real) => (descriptor, data, offset, length, position) => {
  const path = open.get(descriptor)
  if (path === undefined) return real(descriptor, data, offset, length, position)
  const bytes = bytesOf(data, ...(typeof data === 'string' ? [] : [offset ?? 0, length]))
  const at = typeof position === 'number' ? position : (positions.get(descriptor) ?? 0)
  const isLonger = at + bytes.length > fs.fstatSync(descriptor).size
  // A write that fails may have written the beginning.
  count(isLonger ? 'extend' : 'write', path, () => real(descriptor, bytes, 0, bytes.length >> 1, at))
  const written = real(descriptor, bytes, 0, bytes.length, at)
  if (typeof position !== 'number') positions.set(descriptor, at + written)
  note({ kind: 'write', path, position: at }, bytes.subarray(0, written))
  return written
})

replace('fsyncSync', (real) => (descriptor) => {
  const path = open.get(descriptor)
  if (path !== undefined) count('fsync', path)
  real(descriptor)
  if (path !== undefined) note({ kind: 'sync', path })
})

replace('ftruncateSync', (real) => (descriptor, length) => {
  const path = open.get(descriptor)
  if (path !== undefined) count('ftruncate', path)
  real(descriptor, length)
  if (path !== undefined) note({ kind: 'truncate', path, size: length })
})

for (const [name, kind] of [
  ['unlinkSync', 'unlink'],
  ['rmdirSync', 'unlink'],
  ['rmSync', 'unlink'],
  ['mkdirSync', 'folder'],
])
  replace(name, (real) => (path, options) => {
    if (!isInside(path)) return real(path, options)
    count(name.replace('Sync', ''), path)
    const result = real(path, options)
    note({ kind, path: resolve(path) })
    return result
  })

replace('renameSync', (real) => (from, to) => {
  if (!isInside(to)) return real(from, to)
  count('rename', to)
  real(from, to)
  note({ kind: 'rename', path: resolve(from), to: resolve(to) })
})

replace('linkSync', (real) => (from, to) => {
  if (isInside(to)) count('link', to)
  real(from, to)
})

replace('readFileSync', (real) => (path, options) => {
  if (isInside(path)) count('open', path)
  return real(path, options)
})

replace('writeFileSync', (real) => (path, data, options) => {
  if (!isInside(path)) return real(path, data, options)
  const descriptor = fs.openSync(path, options?.flag ?? 'w', options?.mode)
  try {
    const bytes = Buffer.from(data)
    fs.writeSync(descriptor, bytes, 0, bytes.length, 0)
    if (options?.flush) fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
})

// The built-in SQLite makes system calls of its own, so the WebAssembly build takes its place.
const { getBuiltinModule } = process
process.getBuiltinModule = (name) => (name === 'node:sqlite' ? undefined : getBuiltinModule(name))

syncBuiltinESMExports()
