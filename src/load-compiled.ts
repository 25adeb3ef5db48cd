/**
 * Loads a CommonJS file together with the code that V8 compiled at an earlier start. V8 rejects what another version of it has
 * written, or what was written for another file. Node's own cache (from 22.8 on) is not used for it: it stores what the first
 * process has compiled, which may have been `standin --version`.
 */
import { closeSync, fstatSync, openSync, readFileSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { arch, pid, version } from 'node:process'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'

/** Milliseconds after which most of what a start needs has been compiled. */
const settleTime = 1000

/**
 * Bytes of the checksum that precedes the code, over the file and the code. V8 itself notices neither changed bytes nor another
 * file of the same length.
 */
const checksumSize = 4

/** `load` finds it in its cache from then on. It cannot import: stored code has no loader. The compiled code is stored beside the file, if that is allowed. */
export const loadCompiled = (file: string, load: NodeJS.Require): void => {
  const stored = `${file}.${version}-${arch}.cache`
  const source = readWrapped(file)
  const cachedData = readStored(stored, source)
  // The build has written it in ASCII.
  const script = new Script(source.toString('latin1'), { filename: file, ...(cachedData && { cachedData }) })
  const loaded = new Module(file)
  loaded.filename = file
  load.cache[file] = loaded
  script.runInThisContext()(loaded.exports, createRequire(file), loaded, file, dirname(file))
  loaded.loaded = true
  if (!cachedData || script.cachedDataRejected) storeLater(script, stored, source)
}

/** Within the function that Node calls. It is read to its place: V8 would copy what is put together from strings. */
const readWrapped = (file: string): Buffer => {
  const [before = '', after = ''] = Module.wrap('\0').split('\0')
  const opened = openSync(file, 'r')
  try {
    const { size } = fstatSync(opened)
    const source = Buffer.alloc(before.length + size + after.length)
    source.write(before)
    const end = before.length + readSync(opened, source, before.length, size, 0)
    return source.subarray(0, end + source.write(after, end))
  } finally {
    closeSync(opened)
  }
}

/** Undefined if there is nothing, or if it is damaged. */
const readStored = (file: string, source: Buffer): Buffer | undefined => {
  try {
    const bytes = readFileSync(file)
    const code = bytes.subarray(checksumSize)
    return code.length > 0 && bytes.readUInt32BE() === checksumOf(source, code) ? code : undefined
  } catch {
    return undefined
  }
}

const checksumOf = (source: Buffer, code: Buffer): number => crc32(code, crc32(source))

/** A command that ends sooner has compiled little. */
const storeLater = (script: Script, file: string, source: Buffer): void => {
  setTimeout(() => store(script.createCachedData(), file, source), settleTime).unref()
}

/** Another process sees the whole file or none. */
const store = (code: Buffer, file: string, source: Buffer): void => {
  const unfinished = `${file}.${pid}`
  const checksum = Buffer.alloc(checksumSize)
  checksum.writeUInt32BE(checksumOf(source, code))
  try {
    writeFileSync(unfinished, Buffer.concat([checksum, code]), { mode: 0o600 })
    renameSync(unfinished, file)
  } catch {
    // The folder may be read-only, or the disk full: the next start compiles again.
    discard(unfinished)
  }
}

/** Plug'n'Play of Yarn has packages in archives, where even deleting what does not exist fails. */
const discard = (file: string): void => {
  try {
    rmSync(file, { force: true })
  } catch {
    // Nothing was written.
  }
}
