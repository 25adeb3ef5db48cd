/**
 * What encodeParameter writes is read again as the same value, for every place, style and kind of value.
 */
import { describe, expect, it } from 'vitest'
import { createStandin } from '../../src/index.ts'
import type { Json } from '../../src/ports.ts'
import { encodeParameter } from '../../src/requests/encode-parameter.ts'
import { writeFiles } from '../support/serve-files.ts'

const schemas = {
  text: { schema: { type: 'string' }, value: "a b,c/é&=;.|?#'%" },
  list: { schema: { type: 'array', items: { type: 'string' } }, value: ['a b', 'c,d', 'e&f'] },
  numbers: { schema: { type: 'array', items: { type: 'integer' } }, value: [1, 22, 333] },
  object: {
    schema: { type: 'object', properties: { r: { type: 'integer' }, g: { type: 'string' } } },
    value: { r: 100, g: 'x y' },
  },
} as const

type Kind = keyof typeof schemas

const rows: readonly {
  place: 'query' | 'path' | 'header' | 'cookie'
  style: string
  explode: boolean
  kinds: Kind[]
}[] = [
  { place: 'query', style: 'form', explode: true, kinds: ['text', 'list', 'numbers', 'object'] },
  { place: 'query', style: 'form', explode: false, kinds: ['text', 'list', 'numbers', 'object'] },
  { place: 'query', style: 'spaceDelimited', explode: false, kinds: ['numbers'] },
  { place: 'query', style: 'pipeDelimited', explode: false, kinds: ['numbers'] },
  { place: 'query', style: 'deepObject', explode: true, kinds: ['object'] },
  { place: 'path', style: 'simple', explode: false, kinds: ['text', 'list', 'numbers', 'object'] },
  { place: 'path', style: 'simple', explode: true, kinds: ['numbers', 'object'] },
  { place: 'path', style: 'label', explode: false, kinds: ['numbers', 'object'] },
  { place: 'path', style: 'label', explode: true, kinds: ['numbers', 'object'] },
  { place: 'path', style: 'matrix', explode: false, kinds: ['numbers', 'object'] },
  { place: 'path', style: 'matrix', explode: true, kinds: ['numbers', 'object'] },
  { place: 'header', style: 'simple', explode: false, kinds: ['numbers', 'object'] },
  { place: 'header', style: 'simple', explode: true, kinds: ['numbers', 'object'] },
  { place: 'cookie', style: 'form', explode: false, kinds: ['text', 'numbers'] },
]

const documentFor = (parameter: object): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Echo', version: '1' },
    paths: { '/echo/{in}': { get: { parameters: [parameter], responses: { 200: { description: 'ok' } } } } },
  })

describe('an encoded parameter', () => {
  for (const { place, style, explode, kinds } of rows)
    for (const kind of kinds)
      it(`${kind} in ${place}, style ${style}${explode ? ', exploded' : ''}: is read as the same value`, async () => {
        const { schema, value } = schemas[kind]
        const strict = { ...schema, const: value }
        const parameter = { name: 'in', in: place, required: true, style, explode, schema: strict }
        await using folder = await writeFiles({ 'echo.json': documentFor(parameter) })
        await using standin = await createStandin({ documents: [`${folder.path}/echo.json`], folder: folder.path })
        const view = {
          node: { file: '', pointer: '', value: parameter },
          name: 'in',
          in: place,
          required: true,
          schema: undefined,
          style,
          explode,
          mediaType: undefined,
          allowEmptyValue: false,
        }
        const encoded = encodeParameter(view, value as Json)
        const text = encoded.map((pair) => pair.join('=')).join(place === 'cookie' ? '; ' : '&')
        const [, only = ''] = encoded[0] ?? []
        const path = `/echo/${place === 'path' ? only : 'x'}${place === 'query' ? `?${text}` : ''}`
        const headers = place === 'header' ? { in: only } : place === 'cookie' ? { cookie: text } : {}
        const response = await standin.fetch(path, { headers })
        expect(response.status, `${path} ${JSON.stringify(headers)}\n${await response.text()}`).toBe(200)
      })
})
