/**
 * Values written as XML by their schemas (OpenAPI, XML Object), and parsed back to the same values.
 */
import { describe, expect, it } from 'vitest'
import { createValueSchema } from '../../../src/contract/request/build-value.ts'
import { decodeXml } from '../../../src/contract/request/decode-xml.ts'
import { readXml } from '../../../src/contract/request/read-xml.ts'
import { createXmlWriter } from '../../../src/contract/sample/write-xml.ts'
import type { Json, JsonObject } from '../../../src/ports.ts'
import { ref } from '../../support/write-document.ts'

const file = '/machines.yaml'
const text = { type: 'string' }
const integer = { type: 'integer' }
const object = (properties: JsonObject, xml?: JsonObject) => ({ type: 'object', properties, ...(xml ? { xml } : {}) })
const list = (items: JsonObject, xml?: JsonObject) => ({ type: 'array', items, ...(xml ? { xml } : {}) })

interface Row {
  readonly name: string
  readonly schema: JsonObject
  readonly schemas?: Readonly<Record<string, JsonObject>>
  readonly value: Json
  /** Without the declaration. */
  readonly is: string
  /** What is parsed back. Default: the value. */
  readonly back?: Json
}

const rows: readonly Row[] = [
  { name: 'a root without a name', schema: object({ a: text }), value: { a: 'x' }, is: '<root><a>x</a></root>' },
  {
    name: 'a root named after its component',
    schema: ref('Bolt'),
    schemas: { Bolt: object({ a: integer }) },
    value: { a: 1 },
    is: '<Bolt><a>1</a></Bolt>',
  },
  {
    name: 'a root with a name of its own',
    schema: ref('Bolt'),
    schemas: { Bolt: object({ a: text }, { name: 'bolt' }) },
    value: { a: '' },
    is: '<bolt><a/></bolt>',
  },
  {
    name: 'a name and an attribute',
    schema: object({ a: { ...text, xml: { name: 'b' } }, id: { ...integer, xml: { attribute: true } } }),
    value: { a: 'x', id: 4 },
    is: '<root id="4"><b>x</b></root>',
  },
  {
    name: 'a named attribute in 3.2',
    schema: object({ id: { ...text, xml: { nodeType: 'attribute', name: 'key' } } }),
    value: { id: 'a"b' },
    is: '<root key="a&quot;b"/>',
  },
  {
    name: 'an array',
    schema: object({ tags: list(text) }),
    value: { tags: ['a', 'b'] },
    is: '<root><tags>a</tags><tags>b</tags></root>',
  },
  {
    name: 'an array of named items',
    schema: object({ tags: list({ ...text, xml: { name: 'tag' } }, { name: 'ignored' }) }),
    value: { tags: ['a'] },
    is: '<root><tag>a</tag></root>',
  },
  {
    name: 'a wrapped array',
    schema: object({ tags: list({ ...text, xml: { name: 'tag' } }, { name: 'all', wrapped: true }) }),
    value: { tags: ['a', 'b'] },
    is: '<root><all><tag>a</tag><tag>b</tag></all></root>',
  },
  {
    name: 'a wrapped array of unnamed items',
    schema: object({ tags: list(text, { wrapped: true }) }),
    value: { tags: ['a'] },
    is: '<root><tags><tags>a</tags></tags></root>',
  },
  {
    name: 'an empty wrapped array',
    schema: object({ tags: list(text, { wrapped: true }) }),
    value: { tags: [] },
    is: '<root><tags/></root>',
  },
  {
    name: 'an array as the root',
    schema: list(ref('Bolt')),
    schemas: { Bolt: object({ a: integer }, { name: 'bolt' }) },
    value: [{ a: 1 }, { a: 2 }],
    is: '<root><bolt><a>1</a></bolt><bolt><a>2</a></bolt></root>',
  },
  {
    name: 'an array of unnamed items as the root',
    schema: list(integer, { name: 'numbers' }),
    value: [1, 2],
    is: '<numbers><item>1</item><item>2</item></numbers>',
  },
  {
    name: 'a prefix',
    schema: object({ a: { ...text, xml: { prefix: 'p', namespace: 'urn:p' } } }, { namespace: 'urn:r' }),
    value: { a: 'x' },
    is: '<root xmlns="urn:r"><p:a xmlns:p="urn:p">x</p:a></root>',
  },
  {
    name: 'a prefix without a namespace',
    schema: object({ a: { ...text, xml: { prefix: 'p' } } }),
    value: { a: 'x' },
    is: '<root><a>x</a></root>',
  },
  {
    name: 'nested objects, and properties without a schema',
    schema: object({ in: object({ a: text }) }),
    value: { in: { a: 'x' }, more: { b: 'y' } },
    is: '<root><in><a>x</a></in><more><b>y</b></more></root>',
  },
  {
    name: 'characters that have to be escaped',
    schema: object({ a: text }),
    value: { a: '<&>"\' \t\r\n]]>' },
    is: "<root><a>&lt;&amp;&gt;&quot;' &#9;&#13;&#10;]]&gt;</a></root>",
  },
  {
    name: 'characters that XML does not allow',
    schema: object({ a: text }),
    value: { a: 'a\u0000b\ud800c😀' },
    is: '<root><a>a\ufffdb\ufffdc😀</a></root>',
    back: { a: 'a\ufffdb\ufffdc😀' },
  },
  {
    name: 'names that XML does not allow',
    schema: object({}),
    value: { 'a b': '1', '2': 'x', 'c:d': 'y' },
    is: '<root><_2>x</_2><a_b>1</a_b><c_d>y</c_d></root>',
    back: { _2: 'x', a_b: '1', c_d: 'y' },
  },
  {
    name: 'null',
    schema: object({ a: { type: ['string', 'null'] } }),
    value: { a: null },
    is: '<root><a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/></root>',
  },
  {
    name: 'numbers and booleans',
    schema: object({ a: { type: 'number' }, b: { type: 'boolean' }, c: { ...integer, format: 'int64' } }),
    value: { a: 1.5, b: true, c: 9007199254740993n },
    is: '<root><a>1.5</a><b>true</b><c>9007199254740993</c></root>',
  },
  { name: 'a string as the root', schema: { ...text, xml: { name: 'word' } }, value: 'a b', is: '<word>a b</word>' },
]

describe('a value is written as XML', () => {
  for (const { name, schema, schemas = {}, value, is, back = value } of rows)
    it(name, async () => {
      const files = new Map([[file, { schema, components: { schemas } }]])
      const node = { file, pointer: '/schema', value: schema }
      const written = createXmlWriter(files, node)(value)
      expect(written).toBe(`<?xml version="1.0" encoding="UTF-8"?>\n${is}`)
      const read = await readXml(written)
      expect(read.kind === 'element' ? decodeXml(files, createValueSchema(files, node), read.element) : read).toEqual(
        back,
      )
    })

  it('without a schema', () => {
    expect(createXmlWriter(new Map(), undefined)({ a: [1, 2] })).toContain('<root><a>1</a><a>2</a></root>')
  })
})
