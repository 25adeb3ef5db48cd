/**
 * Entity tags of records in XML, in the conditions of requests.
 */
import { expect, it } from 'vitest'
import { readXmlTags, toXmlTag } from '../../../src/contract/values/entity-tag.ts'

it.each([
  ['"a-xml"', '"a"'],
  ['W/"a-xml", "b", c-xml', 'W/"a", "c"'],
  ['"a"', undefined],
  ['*', '*'],
  [toXmlTag('"3"'), '"3"'],
])('of %s the tags of JSON are %s', (list, tags) => {
  expect(readXmlTags(list)).toBe(tags)
})

it('a long list without such tags is read in linear time', () => {
  const began = process.cpuUsage().user
  for (const text of ['a'.repeat(200_000), '-xml-'.repeat(40_000), '"'.repeat(200_001)]) readXmlTags(text)
  // Milliseconds; an expression that goes back takes minutes.
  expect((process.cpuUsage().user - began) / 1_000).toBeLessThan(5_000)
})
