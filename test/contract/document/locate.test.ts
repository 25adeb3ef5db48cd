/**
 * Positions in YAML and JSON, compared with those of the yaml library, which builds a tree for them.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { createLocator } from '../../../src/contract/document/locate.ts'
import { appendPointer } from '../../../src/contract/values/pointer.ts'

describe('a position in the text', () => {
  const rows: readonly { readonly text: string; readonly pointer: string; readonly is: string }[] = [
    { text: 'a: 1\nb:\n  c: 2\n', pointer: '/b/c', is: '3:3' },
    { text: 'a: 1\nb:\n  c: 2\n', pointer: '', is: '1:1' },
    { text: '# note\n\na: 1\n', pointer: '', is: '3:1' },
    { text: 'a:\n  - 1\n  - b: 2\n    c: 3\n', pointer: '/a/1/c', is: '4:5' },
    { text: 'a:\n  - 1\n  - b: 2\n', pointer: '/a/0', is: '2:5' },
    { text: '"a": 1\n\'b\': 2\n', pointer: '/b', is: '2:1' },
    { text: '{"a": {"b/c": [1, "two"]}}', pointer: '/a/b~1c/1', is: '1:19' },
    { text: '{\n\t"a": {\n\t\t"b": 1\n\t}\n}', pointer: '/a/b', is: '3:3' },
    { text: '{\r\n "a": 1,\r\n "b": 2\r\n}', pointer: '/b', is: '3:2' },
    { text: 'a: &x { b: 1 }\nc: *x\n', pointer: '/c/b', is: '2:1' },
    { text: 'a:\n  -\n  - 1\n  -\n', pointer: '/a/0', is: '2:3' },
    { text: 'a:\n  -\n  - 1\n  -\n', pointer: '/a/2', is: '4:3' },
    { text: '200: a\n', pointer: '/200', is: '1:1' },
    { text: 'a: !!str 1\n', pointer: '/a', is: '1:1' },
    { text: '"\\u0061": 1', pointer: '/a', is: '1:1' },
  ]
  for (const { text, pointer, is } of rows)
    it(`${JSON.stringify(text)} has ${pointer || 'itself'} at ${is}`, () => {
      const { line, column } = createLocator(text)(pointer)
      expect(`${line}:${column}`).toBe(is)
    })
})

describe('a missing position is that of the nearest ancestor', () => {
  const rows = [
    { text: 'a:\n  b: 1\n', pointer: '/a/c/d', is: '1:1' },
    { text: 'a:\n  b: 1\n', pointer: '/a/b/c', is: '2:3' },
    { text: 'a: [1]\n', pointer: '/a/7', is: '1:1' },
    { text: '', pointer: '/a', is: '1:1' },
    { text: '{ "a": ', pointer: '/a', is: '1:1' },
  ]
  for (const { text, pointer, is } of rows)
    it(`${JSON.stringify(text)} ${pointer}`, () => {
      const { line, column } = createLocator(text)(pointer)
      expect(`${line}:${column}`).toBe(is)
    })
})

/** Each pointer of a text with its position, by the yaml library. */
const placesOf = (text: string): ReadonlyMap<string, string> => {
  const lineCounter = new LineCounter()
  const places = new Map<string, string>()
  const place = (pointer: string, node: unknown): void => {
    const { line, col } = lineCounter.linePos((node as Node).range?.[0] ?? 0)
    places.set(pointer, `${line}:${col}`)
  }
  const walk = (node: unknown, pointer: string): void => {
    if (isMap(node))
      for (const { key, value } of node.items) {
        const inside = appendPointer(pointer, String(isScalar(key) ? key.value : key))
        place(inside, key)
        walk(value, inside)
      }
    if (isSeq(node))
      for (const [index, item] of node.items.entries()) {
        place(appendPointer(pointer, index), item)
        walk(item, appendPointer(pointer, index))
      }
  }
  walk(parseDocument(text, { lineCounter }).contents, '')
  return places
}

describe('every position of a document', () => {
  const files = ['spec/animal-store.yaml', 'spec/messages.yaml', 'src/control/openapi.yaml', 'spec/overlay.schema.json']
  for (const file of files)
    it(file, () => {
      const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
      const locate = createLocator(text)
      const places = placesOf(text)
      expect(places.size).toBeGreaterThan(50)
      for (const [pointer, is] of places) {
        const { line, column } = locate(pointer)
        expect(`${pointer} ${line}:${column}`).toBe(`${pointer} ${is}`)
      }
    })
})
