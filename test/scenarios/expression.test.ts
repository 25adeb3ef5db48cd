/**
 * Runtime expressions of OpenAPI in a scripted value.
 */
import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/ports.ts'
import { compileTemplate, type ExpressionFacts } from '../../src/scenarios/expression.ts'

const facts: ExpressionFacts = {
  url: 'http://a.test/pets/7?limit=2',
  method: 'POST',
  statusCode: 201,
  path: (name) => (name === 'petId' ? 7 : undefined),
  query: (name) => ({ limit: 2, tags: ['a', 'b'] })[name],
  header: (name) => (name === 'x-tenant' ? 'acme' : undefined),
  body: { name: 'Rex', 'a/b': { 'c~d': null }, list: ['x', { y: 1n }], big: 2n ** 60n },
}

const response = { body: { id: 5 }, header: (name: string) => (name === 'location' ? '/pets/5' : undefined) }

describe('the expression', () => {
  const rows: readonly (readonly [template: Json, rendered: Json])[] = [
    ['{$url}', 'http://a.test/pets/7?limit=2'],
    ['{$method}', 'POST'],
    ['{$statusCode}', 201],
    ['{$request.path.petId}', 7],
    ['{$request.path.other}', null],
    ['{$request.query.limit}', 2],
    ['{$request.query.tags}', ['a', 'b']],
    ['{$request.header.X-Tenant}', 'acme'],
    ['{$request.header.other}', null],
    ['{$request.body#/name}', 'Rex'],
    ['{$request.body#/a~1b/c~0d}', null],
    ['{$request.body#/list/0}', 'x'],
    ['{$request.body#/list/1/y}', 1n],
    ['{$request.body#/list/2}', null],
    ['{$request.body#/name/length}', null],
    ['{$request.body#/constructor}', null],
    ['{$request.body#/big}', 2n ** 60n],
    ['Pet {$request.path.petId} of {$request.header.x-tenant}', 'Pet 7 of acme'],
    ['{$request.path.petId}{$statusCode}', '7201'],
    ['{$request.path.other}.', '.'],
    ['of {$request.query.tags}', 'of ["a","b"]'],
    ['of {$request.body#/list/1}', 'of {"y":1}'],
    ['of {$request.body#/big}', 'of 1152921504606846976'],
    ['no expression', 'no expression'],
    ['{ $url }', '{ $url }'],
    ['{url}', '{url}'],
    ['', ''],
    [7, 7],
    [null, null],
    [true, true],
    [
      ['{$method}', 1, '{$request.path.other}'],
      ['POST', 1, null],
    ],
    // A property without a value is left out.
    [
      { a: '{$method}', b: '{$request.path.other}', c: { d: '{$statusCode}' }, e: null },
      { a: 'POST', c: { d: 201 }, e: null },
    ],
  ]
  for (const [template, rendered] of rows)
    it(`${JSON.stringify(template)} is ${JSON.stringify(rendered, (_, one) => (typeof one === 'bigint' ? `${one}n` : one))}`, () => {
      const { render, unknown } = compileTemplate(template)
      expect([render(facts), unknown]).toEqual([rendered, []])
    })

  it('$request.body is the whole body, and has no value without one', () => {
    const { render } = compileTemplate('{$request.body}')
    expect(render(facts)).toBe(facts.body)
    expect(render({ ...facts, body: undefined })).toBeNull()
    expect(compileTemplate('{$request.body#/name}').render({ ...facts, body: null })).toBeNull()
  })

  const ofResponses: readonly (readonly [template: Json, rendered: Json])[] = [
    ['{$response.body}', { id: 5 }],
    ['{$response.body#/id}', 5],
    ['{$response.body#/none}', null],
    ['{$response.header.Location}', '/pets/5'],
    ['{$response.header.other}', null],
    ['{$request.path.petId} {$response.body#/id}', '7 5'],
  ]
  for (const [template, rendered] of ofResponses)
    it(`${JSON.stringify(template)} is known where the response is: ${JSON.stringify(rendered)}`, () => {
      const known = compileTemplate(template, true)
      expect([known.render({ ...facts, response }), known.unknown]).toEqual([rendered, []])
      expect(compileTemplate(template).unknown).toHaveLength(1)
    })

  for (const template of ['{$response.body#/id}', '{$response.header.location}', '{$response.body}'])
    it(`${template} has no value before there is a response`, () =>
      expect(compileTemplate(template, true).render(facts)).toBeNull())
})

describe('a template', () => {
  it('reports each unknown expression', () => {
    const { unknown, render } = compileTemplate({ a: '{$nothing}', b: ['x {$request.other.a}'], c: '{$request.path.}' })
    expect(unknown).toEqual(['$nothing', '$request.other.a', '$request.path.'])
    expect(render(facts)).toEqual({ b: ['x '] })
    expect(compileTemplate('{$nothing}', true).unknown).toEqual(['$nothing'])
  })

  it('knows whether it has an expression, and which path parameters it names', () => {
    const read = (template: Json) => {
      const { dynamic, pathParameters } = compileTemplate(template)
      return [dynamic, pathParameters]
    }
    expect(read({ a: ['b', 1] })).toEqual([false, []])
    expect(read('{$url}')).toEqual([true, []])
    expect(read({ a: '{$request.path.petId} {$request.path.other}', b: '{$request.query.petId}' })).toEqual([
      true,
      ['petId', 'other'],
    ])
  })
})
