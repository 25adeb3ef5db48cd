/**
 * Bodies of every media type, over HTTP: how they are parsed and what is rejected. The operation responds with what it was
 * sent, for a list of records shows what was stored.
 */
import { describe, expect, it } from 'vitest'
import { viewBody } from '../../../src/contract/document/operation-view.ts'
import { createBodyReader } from '../../../src/contract/request/read-body.ts'
import { stringifyJson } from '../../../src/contract/values/json-text.ts'
import { parseMediaType } from '../../../src/contract/values/media-type.ts'
import { loadService } from '../../../src/loading/service.ts'
import { useFiles, writeFiles } from '../../support/serve-files.ts'
import { openApi, swagger } from '../../support/write-document.ts'

const loadFirst = async (document: object) => {
  const folder = await writeFiles({ 'gadgets.json': document })
  const { first } = await loadService([`${folder.path}/gadgets.json`])
  await folder.remove()
  const operation = first.entries[0]?.operations.get('POST')
  if (!operation) throw new TypeError('the document has no operation')
  return { document: first.document, operation }
}

/** The parsed body as JSON text, digit for digit, or the violations. */
const readAs = async (document: object, contentType: string, body: string | Buffer): Promise<string> => {
  const { document: loaded, operation } = await loadFirst(document)
  const given = parseMediaType(contentType)
  const media = viewBody(loaded, operation.node, operation.pathItem)?.content[0]
  if (!given || !media) throw new TypeError('no media type')
  const read = await createBodyReader(loaded, media)(Buffer.from(body), given)
  return read.kind === 'value'
    ? stringifyJson(read.value.exact)
    : read.violations.map(({ message }) => message).join('; ')
}

const documentOf = (schema: object, mediaType: string, beside: object = {}): object =>
  openApi({
    paths: {
      '/a': {
        post: {
          requestBody: { content: { [mediaType]: { schema, ...beside } } },
          responses: { 204: { description: '' } },
        },
      },
    },
  })

const form = 'application/x-www-form-urlencoded'
const size = { type: 'object', properties: { from: { type: 'integer', format: 'int64' }, to: { type: 'integer' } } }
const gadget = {
  type: 'object',
  properties: {
    id: { type: 'integer', format: 'int64' },
    name: { type: 'string' },
    price: { type: 'number' },
    sold: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    counts: { type: 'array', items: { type: 'integer' } },
    size,
    sizes: { type: 'array', items: size },
    metadata: { type: 'object', additionalProperties: { type: 'string' } },
    either: {
      anyOf: [
        { type: 'array', items: { type: 'string' } },
        { type: 'string', enum: [''] },
      ],
    },
    all: { oneOf: [{ type: 'array', items: { type: 'integer' } }, { type: 'string' }] },
    'list[]': { type: 'array', items: { type: 'integer' } },
    nothing: { type: ['integer', 'null'] },
  },
}

describe('a form without a byte', () => {
  const post = (required: boolean, names: readonly string[]): object => ({
    post: {
      requestBody: { required, content: { [form]: { schema: { ...gadget, required: names } } } },
      responses: { 204: { description: '' } },
    },
  })
  const api = useFiles({
    'gadgets.json': openApi({
      paths: {
        '/optional': post(false, ['name']),
        '/required': post(true, ['name']),
        '/required-and-empty': post(true, []),
      },
    }),
  })
  const rows: readonly (readonly [path: string, name: string, status: number])[] = [
    ['/optional', 'counts as a missing body if the body is optional, so it lacks no field', 204],
    ['/required', 'lacks the required fields if the body is required', 422],
    ['/required-and-empty', 'is a form without fields if the body is required and no field is', 204],
  ]
  for (const [path, name, status] of rows)
    it(`${name}: ${status}`, async () => {
      const answer = await api.call(path, { method: 'POST', body: '', headers: { 'content-type': form } })
      expect(answer.status, answer.text).toBe(status)
      if (status === 422) expect(answer.text).toContain('body.name is required')
    })
})

describe('urlencoded', () => {
  const rows: readonly (readonly [body: string, json: string, beside?: object])[] = [
    ['', '{}'],
    ['name=a+b&price=1.5&sold=true', '{"name":"a b","price":1.5,"sold":true}'],
    ['id=9223372036854775807&price=9007199254740993', '{"id":9223372036854775807,"price":9007199254740993}'],
    ['name=1&id=x', '{"name":"1","id":"x"}'],
    ['tags=a', '{"tags":["a"]}'],
    ['tags=a&tags=b&counts=1', '{"tags":["a","b"],"counts":[1]}'],
    ['tags[]=a&tags%5B%5D=b', '{"tags":["a","b"]}'],
    ['tags[1]=b&tags[0]=a', '{"tags":["a","b"]}'],
    ['size[from]=9223372036854775807&size[to]=2', '{"size":{"from":9223372036854775807,"to":2}}'],
    ['size={"from":1,"to":2}', '{"size":{"from":1,"to":2}}'],
    ['sizes[0][from]=1&sizes[0][to]=2&sizes[1][from]=3', '{"sizes":[{"from":1,"to":2},{"from":3}]}'],
    ['sizes[][from]=1&sizes[][to]=2&sizes[][from]=3', '{"sizes":[{"from":1,"to":2},{"from":3}]}'],
    ['sizes=[{"from":1}]', '{"sizes":[{"from":1}]}'],
    ['metadata[a]=1&metadata[__proto__]=2', '{"metadata":{"a":"1","__proto__":"2"}}'],
    ['either=', '{"either":""}'],
    ['either=a', '{"either":["a"]}'],
    ['all=1', '{"all":[1]}'],
    ['all=every', '{"all":"every"}'],
    ['list[]=1&list[]=2', '{"list[]":[1,2]}'],
    ['nothing=&other=1', '{"nothing":null,"other":"1"}'],
    ['other[a][b]=1&other[c][0]=x&other[c][1]=y', '{"other":{"a":{"b":"1"},"c":["x","y"]}}'],
    ['name=%ff', 'body has an invalid escape in "name=%ff": an escape is % and two hexadecimal digits, in UTF-8'],
    [`name${'[a]'.repeat(64)}=1`, 'body.name is nested deeper than 64 levels'],
    ['name={"a":1}', '{"name":"{\\"a\\":1}"}'],
    ['name={"a":1}', '{"name":{"a":1}}', { encoding: { name: { contentType: 'application/json' } } }],
    [
      'name={"a"',
      'body.name is not valid JSON at line 1, column 5: unexpected end of text',
      { encoding: { name: { contentType: 'application/json' } } },
    ],
    ['counts=1,2,3', '{"counts":[1,2,3]}', { encoding: { counts: { style: 'form', explode: false } } }],
    ['counts=1|2|3', '{"counts":[1,2,3]}', { encoding: { counts: { style: 'pipeDelimited', explode: false } } }],
    ['counts=1+2%203', '{"counts":[1,2,3]}', { encoding: { counts: { style: 'spaceDelimited', explode: false } } }],
    ['from=1&to=2&name=x', '{"name":"x","size":{"from":1,"to":2}}', { encoding: { size: { style: 'form' } } }],
    ['size=from,1,to,2', '{"size":{"from":1,"to":2}}', { encoding: { size: { style: 'form', explode: false } } }],
    [
      'size=from,1,to',
      'body.size must be names and values in turn: name,value,…, got "from,1,to"',
      { encoding: { size: { style: 'form', explode: false } } },
    ],
    ['size[from]=1', '{"size":{"from":1}}', { encoding: { size: { style: 'deepObject', explode: true } } }],
  ]
  for (const [body, json, beside] of rows)
    it(`${body.slice(0, 80)} ${beside ? JSON.stringify(beside) : ''}`, async () =>
      expect(await readAs(documentOf(gadget, form, beside), form, body)).toBe(json))

  it('uses the charset of the media type', async () =>
    expect(
      await readAs(documentOf(gadget, form), `${form}; charset=windows-1252`, Buffer.from('name=\xe9', 'latin1')),
    ).toBe('{"name":"é"}'))
})

const boundary = 'x-1'
const multipart = 'multipart/form-data'
const upload = {
  type: 'object',
  properties: {
    ...gadget.properties,
    file: { type: 'string', format: 'binary' },
    files: { type: 'array', items: { type: 'string', format: 'binary' } },
    notes: { type: 'string' },
    media: { type: 'string', contentMediaType: 'application/octet-stream' },
    medias: { type: 'array', items: { type: 'string', contentMediaType: 'application/octet-stream' } },
  },
}

interface PartText {
  readonly head: string
  readonly text: string
}

const writeParts = (...parts: readonly PartText[]): Buffer =>
  Buffer.concat([
    ...parts.map(({ head, text }) =>
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`, 'latin1'),
    ),
    Buffer.from(`--${boundary}--\r\n`),
  ])

describe('multipart', () => {
  const png = '\x89PNG\r\n\x1a\n'
  const rows: readonly {
    readonly name: string
    readonly body: Buffer | string
    readonly is: string
    readonly beside?: object
  }[] = [
    { name: 'a string', body: writeParts({ head: 'name="name"', text: 'Rex' }), is: '{"name":"Rex"}' },
    {
      name: 'an int64',
      body: writeParts({ head: 'name="id"', text: '9223372036854775807' }),
      is: '{"id":9223372036854775807}',
    },
    {
      name: 'a file, byte for byte',
      body: writeParts({ head: 'name="file"; filename="a.png"\r\nContent-Type: image/png', text: png }),
      is: JSON.stringify({ file: png }),
    },
    {
      name: 'a file without a schema',
      body: writeParts({ head: 'name="other"; filename="a.png"\r\nContent-Type: image/png', text: png }),
      is: JSON.stringify({ other: png }),
    },
    {
      name: 'one file in a list of files',
      body: writeParts({ head: 'name="files"; filename="a.png"\r\nContent-Type: image/png', text: png }),
      is: JSON.stringify({ files: [png] }),
    },
    {
      name: 'files',
      body: writeParts(
        { head: 'name="files"; filename=a', text: 'a' },
        { head: 'name="files"; filename=b', text: 'b' },
      ),
      is: '{"files":["a","b"]}',
    },
    {
      name: 'an object as JSON by its Content-Type',
      body: writeParts({ head: 'name="size"\r\nContent-Type: application/json', text: '{"from":9007199254740993}' }),
      is: '{"size":{"from":9007199254740993}}',
    },
    {
      name: 'an object as JSON by its schema',
      body: writeParts({ head: 'name="size"', text: '{"from":1}' }),
      is: '{"size":{"from":1}}',
    },
    {
      name: 'a list as JSON',
      body: writeParts({ head: 'name="counts"\r\nContent-Type: application/json', text: '[1,2]' }),
      is: '{"counts":[1,2]}',
    },
    {
      name: 'a list of objects, each JSON',
      body: writeParts({ head: 'name="sizes"', text: '{"from":1}' }, { head: 'name="sizes"', text: '{"from":2}' }),
      is: '{"sizes":[{"from":1},{"from":2}]}',
    },
    { name: 'brackets', body: writeParts({ head: 'name="size[from]"', text: '1' }), is: '{"size":{"from":1}}' },
    {
      name: 'a part with a charset',
      body: writeParts({ head: 'name="name"\r\nContent-Type: text/plain; charset=iso-8859-1', text: '\xe9' }),
      is: '{"name":"é"}',
    },
    {
      name: 'quotes in a name',
      body: writeParts({ head: 'name="a%22b\\"c"', text: '1' }),
      is: '{"a\\"b\\"c":"1"}',
    },
    {
      name: 'a preamble, line feeds alone, white space after the boundary',
      body: `hello\n--${boundary} \t\nContent-Disposition: form-data; name=name\n\na\n--${boundary}--`,
      is: '{"name":"a"}',
    },
    {
      name: 'the boundary in the middle of a line, or longer',
      body: writeParts({ head: 'name="name"', text: `a--${boundary}\r\n--${boundary}2\r\n` }),
      is: `{"name":"a--${boundary}\\r\\n--${boundary}2\\r\\n"}`,
    },
    { name: 'no part', body: `--${boundary}--`, is: '{}' },
    {
      name: 'a JSON file is not parsed if the schema says that it is a string',
      body: writeParts({ head: 'name="notes"; filename="a.json"\r\nContent-Type: application/json', text: '{"a": 1}' }),
      is: '{"notes":"{\\"a\\": 1}"}',
    },
    {
      name: 'a file with contentMediaType, byte for byte, whatever its type is',
      body: writeParts(
        { head: 'name="media"; filename="a.json"\r\nContent-Type: application/json', text: '{' },
        { head: 'name="medias"; filename="a.csv"\r\nContent-Type: text/csv', text: '\xe9' },
      ),
      is: '{"media":"{","medias":["é"]}',
    },
    {
      name: 'files whose names have brackets',
      body: writeParts(
        { head: 'name="files[]"; filename="a.json"\r\nContent-Type: application/json', text: '{}' },
        { head: 'name="files[]"; filename="b.csv"\r\nContent-Type: text/csv', text: '\xff' },
        { head: 'name="medias[0]"; filename="a.json"\r\nContent-Type: application/json', text: '[' },
      ),
      is: '{"files":["{}","ÿ"],"medias":["["]}',
    },
    {
      name: 'a file whose name has brackets, with a content type that encoding does not allow',
      body: writeParts({ head: 'name="files[]"; filename=a\r\nContent-Type: text/html', text: '<a>' }),
      beside: { encoding: { files: { contentType: 'image/png' } } },
      is: 'body["files[]"] must have the content type image/png, got "text/html"',
    },
    {
      name: 'a content type that encoding does not allow',
      body: writeParts({ head: 'name="file"; filename=a\r\nContent-Type: text/html', text: '<a>' }),
      beside: { encoding: { file: { contentType: 'image/png, image/*' } } },
      is: 'body.file must have the content type image/png, image/*, got "text/html"',
    },
    {
      name: 'invalid JSON',
      body: writeParts({ head: 'name="size"\r\nContent-Type: application/json', text: '{' }),
      is: 'body.size is not valid JSON at line 1, column 2: unexpected end of text',
    },
    {
      name: 'base64 by header',
      body: writeParts({ head: 'name="name"\r\nContent-Transfer-Encoding: base64', text: 'YQ==' }),
      is: 'body.name must not be encoded with Content-Transfer-Encoding base64: send the bytes unencoded (RFC 7578, section 4.7)',
    },
    {
      name: 'invalid UTF-8',
      body: writeParts({ head: 'name="name"', text: '\xff' }),
      is: 'body.name is not valid UTF-8',
    },
    {
      name: 'no boundary in it',
      body: 'hello',
      is: `body is not valid multipart: the boundary --${boundary} was not found`,
    },
    {
      name: 'no end',
      body: writeParts({ head: 'name="name"', text: 'a' }).subarray(0, -8),
      is: `body is not valid multipart: the closing boundary --${boundary}-- is missing`,
    },
    {
      name: 'a part without a name',
      body: writeParts({ head: 'filename="a"', text: '' }),
      is: 'body is not valid multipart: part 1 must have the header Content-Disposition: form-data; name="…"',
    },
    {
      name: 'a part without an empty line',
      body: `--${boundary}\r\nContent-Disposition: form-data; name=a\r\n--${boundary}--`,
      is: 'body is not valid multipart: part 1 has no empty line after its headers',
    },
  ]
  for (const { name, body, is, beside } of rows)
    it(name, async () =>
      expect(await readAs(documentOf(upload, multipart, beside), `${multipart}; boundary=${boundary}`, body)).toBe(is),
    )

  it('needs a boundary', async () =>
    expect(await readAs(documentOf(upload, multipart), multipart, 'a')).toBe(
      'body cannot be read: header.Content-Type must have a boundary of 1 to 70 characters',
    ))
})

describe('XML', () => {
  const animal = {
    type: 'object',
    xml: { name: 'gadget' },
    properties: {
      id: { type: 'integer', format: 'int64', xml: { attribute: true } },
      name: { type: 'string', xml: { name: 'label', prefix: 'g', namespace: 'urn:g' } },
      sold: { type: 'boolean' },
      tags: { type: 'array', items: { type: 'string', xml: { name: 'tag' } } },
      names: {
        type: 'array',
        xml: { wrapped: true, name: 'labels' },
        items: { type: 'string', xml: { name: 'label2' } },
      },
      size,
      parts: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } } } },
      none: { type: ['string', 'null'] },
    },
  }
  const rows: readonly (readonly [xml: string, json: string])[] = [
    ['<gadget/>', '{}'],
    ['<gadget id="9223372036854775807"><sold> true\n</sold></gadget>', '{"id":9223372036854775807,"sold":true}'],
    ['<gadget xmlns:g="urn:g"><g:label> a &amp; <![CDATA[<b>]]></g:label></gadget>', '{"name":" a & <b>"}'],
    ['<gadget><tag>a</tag><tag>b</tag></gadget>', '{"tags":["a","b"]}'],
    ['<gadget><tag>a</tag></gadget>', '{"tags":["a"]}'],
    ['<gadget><labels><label2>a</label2></labels></gadget>', '{"names":["a"]}'],
    ['<gadget><labels/></gadget>', '{"names":[]}'],
    ['<gadget><size><from>1</from></size></gadget>', '{"size":{"from":1}}'],
    ['<gadget><parts><n>1</n></parts><parts><n>2</n></parts></gadget>', '{"parts":[{"n":1},{"n":2}]}'],
    ['<gadget><none xmlns:xsi="urn:i" xsi:nil="true"/></gadget>', '{"none":null}'],
    ['<gadget><other a="1">x</other><__proto__>y</__proto__></gadget>', '{"other":{"a":"1"},"__proto__":"y"}'],
    ['<gadget>', 'body is not valid XML: Unclosed root tag at line 1, column 8'],
    ['', 'body is not valid XML: it has no element'],
    [
      '<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>',
      'body is not valid XML: Invalid character entity at line 1, column 37',
    ],
    [`${'<a>'.repeat(65)}`, 'body is nested deeper than 64 levels at line 1, column 195'],
  ]
  for (const [xml, json] of rows)
    it(xml.slice(0, 80), async () =>
      expect(await readAs(documentOf(animal, 'application/xml'), 'application/xml', xml)).toBe(json),
    )
})

describe('text and bytes', () => {
  const rows: readonly (readonly [type: string, schema: object, body: string | Buffer, json: string])[] = [
    ['text/plain', { type: 'string' }, 'a', '"a"'],
    ['text/plain', { type: 'integer' }, '9223372036854775807', '9223372036854775807'],
    ['text/plain; charset=utf-16le', {}, Buffer.from('é', 'utf16le'), '"é"'],
    ['text/plain; charset=nothing', {}, 'a', 'body must have a charset that Node.js supports, got "nothing"'],
    ['text/csv', { type: 'string' }, 'a,b\n', '"a,b\\n"'],
    ['text/plain', { type: 'string' }, Buffer.from([0xff]), 'body is not valid UTF-8'],
    ['application/octet-stream', { type: 'string', format: 'binary' }, Buffer.from([0xff, 0]), '"ÿ\\u0000"'],
    ['image/png', {}, Buffer.from([1]), '"\\u0001"'],
    ['application/octet-stream', { type: 'object' }, Buffer.from([0xff]), '"ÿ"'],
    ['application/octet-stream', { type: 'object' }, '{"size":3}', '{"size":3}'],
    ['application/merge-patch+json', {}, '{"a":9007199254740993}', '{"a":9007199254740993}'],
  ]
  for (const [type, schema, body, json] of rows)
    it(`${type} ${JSON.stringify(schema)} ${json}`, async () =>
      expect(await readAs(documentOf(schema, type.split(';')[0] ?? ''), type, body)).toBe(json))
})

describe('formData of 2.0', () => {
  const parameters = [
    { name: 'id', in: 'formData', type: 'integer', format: 'int64', required: true },
    { name: 'tags', in: 'formData', type: 'array', items: { type: 'string' } },
    { name: 'codes', in: 'formData', type: 'array', items: { type: 'integer' }, collectionFormat: 'pipes' },
    { name: 'many', in: 'formData', type: 'array', items: { type: 'integer' }, collectionFormat: 'multi' },
  ]
  const file = { name: 'file', in: 'formData', type: 'file' }
  const post = (own: readonly object[], beside: object = {}): object =>
    swagger({ paths: { '/a': { post: { parameters: own, ...beside, responses: { 204: { description: '' } } } } } })

  it('is urlencoded, with a list in one value or in several', async () =>
    expect(await readAs(post(parameters), form, 'id=9223372036854775807&tags=a,b&codes=1|2&many=1&many=2')).toBe(
      '{"id":9223372036854775807,"many":[1,2],"tags":["a","b"],"codes":[1,2]}',
    ))

  it('is multipart if it has a file', async () =>
    expect(
      await readAs(
        post([...parameters, file]),
        `${multipart}; boundary=${boundary}`,
        writeParts({ head: 'name="id"', text: '1' }, { head: 'name="file"; filename="a"', text: '\xff' }),
      ),
    ).toBe('{"id":1,"file":"ÿ"}'))

  const types: readonly (readonly [
    name: string,
    parameters: readonly object[],
    beside: object,
    is: readonly string[],
  ])[] = [
    ['without a file', parameters, {}, [form]],
    ['with a file', [file], {}, [multipart]],
    ['as the operation consumes', parameters, { consumes: [multipart, 'application/json'] }, [multipart]],
  ]
  for (const [name, own, beside, is] of types)
    it(name, async () => {
      const { document, operation } = await loadFirst(post(own, beside))
      expect(viewBody(document, operation.node, operation.pathItem)?.content.map(({ mediaType }) => mediaType)).toEqual(
        is,
      )
    })
})

describe('a field of 2.0 with allowEmptyValue', () => {
  const age = { name: 'age', in: 'formData', type: 'integer' }
  const post = (field: object): object => ({
    post: { consumes: [form], parameters: [field], responses: { 204: { description: '' } } },
  })
  const api = useFiles({
    'gadgets.json': swagger({ paths: { '/may': post({ ...age, allowEmptyValue: true }), '/must': post(age) } }),
  })
  for (const [path, body, status] of [
    ['/may', 'age=', 204],
    ['/may', 'age=5', 204],
    ['/may', 'age=x', 422],
    ['/must', 'age=', 422],
  ] as const)
    it(`${body} at ${path} is ${status}`, async () =>
      expect((await api.call(path, { headers: { 'content-type': form }, body })).status).toBe(status))
})
