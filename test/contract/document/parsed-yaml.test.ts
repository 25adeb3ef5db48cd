/**
 * What is kept of files that were parsed.
 */
import { describe, expect, it } from 'vitest'
import { findParsed, keepParsed, parsedYamlLimits } from '../../../src/contract/document/parsed-yaml.ts'
import { parseSource } from '../../../src/contract/document/source.ts'

describe('a YAML file that is read again', () => {
  it('has the same data, which others cannot change', async () => {
    const text = 'read-again: {list: [1, 2.5, true, null, "4"], "": x}\n'
    const { data: first } = await parseSource('one.yaml', text)
    expect(findParsed(text)).toEqual(first)
    Object.assign(Object(first), { changed: true })
    const { data: second } = await parseSource('other.yaml', text)
    expect(second).toEqual({ 'read-again': { list: [1, 2.5, true, null, '4'], '': 'x' } })
  })

  it.each([
    ['an infinite number', 'kept: [.inf]\n'],
    ['minus infinity', 'kept: [-.inf]\n'],
    ['not a number', 'kept: [.nan]\n'],
    ['minus zero', 'kept: [-0.0]\n'],
    ['aliases', 'kept: &anchor {a: 1}\nagain: *anchor\n'],
  ])('is parsed again if it has %s', async (_, text) => {
    const { data } = await parseSource('one.yaml', text)
    expect(findParsed(text)).toBeUndefined()
    expect((await parseSource('one.yaml', text)).data).toEqual(data)
  })

  it('gets the same finding again if it has one', async () => {
    const text = 'a: 1\na: 2\n'
    for (const file of ['one.yaml', 'other.yaml'])
      await expect(parseSource(file, text)).rejects.toMatchObject({ findings: [{ file, line: 2 }] })
  })
})

describe('what is kept', () => {
  const textOf = (index: number, length = 0): string => `text ${index}: ${'x'.repeat(length)}`

  it('ends where its limit is, with what was read last', () => {
    const length = parsedYamlLimits.text / 2
    const count = Math.ceil(parsedYamlLimits.all / length)
    for (let index = 0; index < count; index++) {
      keepParsed(textOf(index, length), textOf(index, length))
      expect(findParsed(textOf(0, length))).toBe(textOf(0, length))
    }
    const known = Array.from({ length: count }, (_, index) => findParsed(textOf(index, length)) !== undefined)
    expect(known.filter(Boolean).length * length * 2).toBeLessThanOrEqual(parsedYamlLimits.all)
    expect(known[1]).toBe(false)
    expect(known.at(-1)).toBe(true)
  })

  it('has no large text', () => {
    const text = textOf(0, parsedYamlLimits.text)
    keepParsed(text, text)
    expect(findParsed(text)).toBeUndefined()
  })
})
