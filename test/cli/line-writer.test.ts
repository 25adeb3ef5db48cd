/**
 * Lines are written in order and as a whole: soon where they are rare, together where they are many.
 */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLineWriter } from '../../src/cli/line-writer.ts'

const createWriter = () => {
  const written: string[] = []
  return { written, ...createLineWriter({ write: (text) => written.push(text) }, () => Date.now()) }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('writes the lines of one turn of the event loop together, and at its end', () => {
  const { write, written } = createWriter()
  write('one')
  write('two')
  expect(written).toEqual([])
  vi.advanceTimersByTime(0)
  expect(written).toEqual(['one\ntwo\n'])
})

it('writes at most each ten milliseconds where line follows line', () => {
  const { write, written } = createWriter()
  for (let index = 0; index < 100; index++) {
    write(String(index))
    vi.advanceTimersByTime(1)
  }
  vi.advanceTimersByTime(10)
  expect(written.length).toBeGreaterThan(5)
  expect(written.length).toBeLessThan(12)
  expect(written.join('')).toBe(Array.from({ length: 100 }, (_, index) => `${index}\n`).join(''))
})

it('writes at once what is much, and what is left at the end', () => {
  const { write, flush, written } = createWriter()
  const long = 'x'.repeat(70_000)
  write(long)
  expect(written).toEqual([`${long}\n`])
  write('last')
  flush()
  flush()
  vi.advanceTimersByTime(100)
  expect(written).toEqual([`${long}\n`, 'last\n'])
})
