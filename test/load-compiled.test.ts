/**
 * A file is loaded with its compiled code, which is stored once and rejected when it is damaged or belongs to another file.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { arch, version } from 'node:process'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadCompiled } from '../src/load-compiled.ts'
import { createTemporaryFolder } from './support/temporary-folder.ts'

const text = `
const { double } = require('./other.cjs')
exports.four = double(2)
exports.folder = __dirname
exports.later = () => double(21)
`

const open = async () => {
  const folder = await createTemporaryFolder({
    'core.cjs': text,
    'other.cjs': 'exports.double = (value) => 2 * value',
  })
  const file = join(folder.path, 'core.cjs')
  const load = () => {
    const require = createRequire(file)
    delete require.cache[file]
    loadCompiled(file, require)
    return require(file)
  }
  return { folder, file, stored: `${file}.${version}-${arch}.cache`, load }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
})

describe('a file with compiled code', () => {
  it('is what require returns, and can require what is beside it', async () => {
    const { folder, load } = await open()
    await using _ = folder
    const loaded = load()
    expect([loaded.four, loaded.later(), loaded.folder]).toEqual([4, 42, folder.path])
  })

  it('is stored a second after the start, once', async () => {
    const { folder, stored, load } = await open()
    await using _ = folder
    load()
    expect(existsSync(stored)).toBe(false)
    vi.advanceTimersByTime(1000)
    const first = readFileSync(stored)
    expect(load().later()).toBe(42)
    expect(vi.getTimerCount()).toBe(0)
    expect(readFileSync(stored)).toEqual(first)
  })

  it.each([
    [
      'a changed byte',
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]),
    ],
    ['a missing end', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
    ['nothing in it', () => Buffer.alloc(0)],
  ])('is compiled and stored again where the stored code has %s', async (_, damage) => {
    const { folder, stored, load } = await open()
    await using _folder = folder
    load()
    vi.advanceTimersByTime(1000)
    const whole = readFileSync(stored)
    writeFileSync(stored, damage(whole))
    expect(load().four).toBe(4)
    vi.advanceTimersByTime(1000)
    expect(readFileSync(stored)).toHaveLength(whole.length)
  })

  it('is compiled again after it has changed, also without another length', async () => {
    const { folder, file, load } = await open()
    await using _ = folder
    load()
    vi.advanceTimersByTime(1000)
    writeFileSync(file, text.replace('double(2)', 'double(5)'))
    expect(load().four).toBe(10)
  })

  it('is loaded where nothing can be stored, and leaves nothing behind', async () => {
    const { folder, stored, load } = await open()
    await using _ = folder
    mkdirSync(join(stored, 'in the way'), { recursive: true })
    expect(load().four).toBe(4)
    vi.advanceTimersByTime(1000)
    expect(readdirSync(folder.path).sort()).toEqual(['core.cjs', stored.slice(folder.path.length + 1), 'other.cjs'])
  })
})
