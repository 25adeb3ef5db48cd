/**
 * Patterns give the same result as the JavaScript engine at a bounded cost. Those that could block other tools are
 * reported.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkOperation } from '../../../src/contract/lint/check-operation.ts'
import { isExponential } from '../../../src/contract/patterns/find-ambiguity.ts'
import { compilePattern } from '../../../src/contract/patterns/pattern.ts'
import { cheapLength } from '../../../src/contract/patterns/pattern-cost.ts'
import { compileProgram, parsePattern } from '../../../src/contract/patterns/pattern-program.ts'
import { runProgram } from '../../../src/contract/patterns/run-program.ts'
import { loadService } from '../../../src/loading/service.ts'
import { cpuTimeOf } from '../../support/cpu-time.ts'
import { useFiles, writeFiles } from '../../support/serve-files.ts'
import { openApi, requestBody } from '../../support/write-document.ts'

const runBounded = (source: string, text: string, flags = 'u'): boolean =>
  runProgram(compileProgram(parsePattern(source, flags === 'u'), flags), text, flags === 'u')

/** Patterns of every construct, over a small alphabet, so that strings often match. */
const patterns: fc.Arbitrary<string> = fc.letrec<{ pattern: string; sequence: string; element: string; atom: string }>(
  (tie) => ({
    pattern: fc.array(tie('sequence'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('|')),
    sequence: fc.array(tie('element'), { maxLength: 4 }).map((parts) => parts.join('')),
    element: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('atom'),
      fc.constantFrom('^', '$', '\\b', '\\B'),
      fc
        .tuple(tie('atom'), fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '{0,3}', '{2,}', '*?', '+?', '??'))
        .map((parts) => parts.join('')),
      fc
        .tuple(fc.constantFrom('(?=', '(?!', '(?<=', '(?<!'), tie('pattern'))
        .map(([open, inside]) => `${open}${inside})`),
    ),
    atom: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('a', 'b', '.', '\\d', '\\w', '\\s', '[ab]', '[^a]', '[a-c1]', '\\u00e9', '😀', '\\p{L}', '\\.'),
      fc.tuple(fc.constantFrom('(', '(?:', '(?<n>'), tie('pattern')).map(([open, inside]) => `${open}${inside})`),
    ),
  }),
).pattern

const strings = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', ' ', 'é', '😀', '.', '\n'), maxLength: 12 })

const isPattern = (source: string): boolean => {
  try {
    new RegExp(source, 'u')
    return true
  } catch {
    return false
  }
}

const isWithinPair = (text: string, at: number): boolean => (text.codePointAt(at - 1) ?? 0) > 0xffff

describe('the bounded run', () => {
  it('finds what the platform finds', () =>
    fc.assert(
      fc.property(patterns.filter(isPattern), strings, (source, text) => {
        const found = new RegExp(source, 'u').exec(text)
        // V8 finds \\B and empty matches between the halves of a surrogate pair; ECMA-262 does not.
        fc.pre(!(source.includes('\\B') && text.includes('😀')) && !isWithinPair(text, found?.index ?? 0))
        expect(runBounded(source, text)).toBe(found !== null)
      }),
      { numRuns: 1000, seed: 1 },
    ))

  const rows: readonly (readonly [source: string, text: string])[] = [
    ['^(a+)+$', 'aaaa'],
    ['^(a+)+$', 'aaab'],
    ['(?<=😀)a$', 'b😀a'],
    ['^.$', '😀'],
    ['^(?!.*--)[a-z-]+$', 'a-b-c'],
    ['^(?!.*--)[a-z-]+$', 'a--b'],
    ['\\bword\\b', 'a word here'],
    ['', ''],
  ]
  for (const [source, text] of rows)
    it(`${source} on ${JSON.stringify(text)}`, () =>
      expect(runBounded(source, text)).toBe(new RegExp(source, 'u').test(text)))

  it('without the flag u, matches halves of surrogate pairs like the JavaScript engine', () =>
    expect(runBounded('^..$', '😀', '')).toBe(/^..$/.test('😀')))
})

describe('no string blocks the process', () => {
  const long = 'a'.repeat(1024 * 1024)
  const rows: readonly (readonly [source: string, text: string])[] = [
    ['^(a+)+$', `${long}!`],
    ['^(a|a)*$', `${long}!`],
    ['(x+x+)+y', 'x'.repeat(1024 * 1024)],
    ['^(?=(a+)+$)a', `${long}!`],
    ['^(a+)+\\1$', `${'a'.repeat(60)}!`],
    ['\\s+$', `${' '.repeat(1024 * 1024)}!`],
    ['^(a{1,30}){1,30}$', `${'a'.repeat(900)}!`],
    ['^((a{0,100}){0,100}){0,100}$', `${'a'.repeat(900)}!`],
  ]
  for (const [source, text] of rows)
    it(`${source} on ${text.length} characters`, async () => {
      const time = await cpuTimeOf(() => expect(compilePattern(source).test(text)).toBe(false))
      expect(time).toBeLessThan(2000)
    })

  it('a long matching string matches', () => {
    expect(compilePattern('^(a+)+$').test('a'.repeat(10_000))).toBe(true)
    expect(compilePattern('^[a-z]+$').test(long)).toBe(true)
  })
})

describe('the longest string for the engine of the platform, which tries a pattern without ^ at every position', () => {
  const any = 2 ** 22
  const rows: readonly (readonly [source: string, isAny: boolean])[] = [
    ['^a*b', true],
    ['^x|^a*b', true],
    ['^(x|a*b)', true],
    ['a*b', false],
    // Quadratic, although one of the alternatives has its ^.
    ['^x|a*b', false],
    ['a*b|^x', false],
  ]
  for (const [source, isAny] of rows)
    it(`${source}: ${isAny ? 'any' : 'a short one'}`, () => {
      const length = cheapLength(parsePattern(source, true))
      if (isAny) expect(length).toBe(any)
      else expect(length).toBeLessThan(1000)
    })
})

describe('patterns that backtrack catastrophically', () => {
  const rows: readonly (readonly [source: string, is: boolean])[] = [
    ['^(a+)+$', true],
    ['^(a|a)*$', true],
    ['^(a*)*$', true],
    ['^(a?b?)*$', true],
    ['^(\\w+\\s?)*$', true],
    ['^(.*,)*.*$', true],
    ['(x+x+)+y', true],
    ['^(?=(a+)+$)a', false],
    ['^([a-z]|[a-m])+$', true],
    ['^(a|b)*$', false],
    ['^[a-z]+([-.][a-z0-9]+)*$', false],
    ['^([0-9a-f]{2}[:-]?)+$', false],
    ['^(\\d{2}:){3}\\d$', false],
    ['^\\s*[a-z]*\\s*$', false],
    ['(', false],
  ]
  for (const [source, is] of rows) it(`${source}: ${is}`, () => expect(isExponential(source)).toBe(is))
})

const document = openApi({
  paths: {
    '/a': {
      post: {
        requestBody: requestBody({ type: 'object', properties: { name: { type: 'string', pattern: '^(a+)+$' } } }),
        responses: { 204: { description: 'Done.' } },
      },
    },
  },
})

describe('in a document', () => {
  it('is reported at its position', async () => {
    const folder = await writeFiles({ 'gadgets.json': JSON.stringify(document, undefined, 2) })
    const { first } = await loadService([`${folder.path}/gadgets.json`])
    const operation = first.entries[0]?.operations.get('POST')
    const findings = operation ? await checkOperation(operation, first.compiler) : []
    await folder.remove()
    const line =
      JSON.stringify(document, undefined, 2)
        .split('\n')
        .findIndex((text) => text.includes('"pattern"')) + 1
    expect(findings).toEqual([
      expect.objectContaining({ code: 'pattern-exponential', line, message: expect.stringContaining('"^(a+)+$"') }),
    ])
  })

  const { call } = useFiles({ 'gadgets.json': document })

  it('responds at once, whatever is sent', async () => {
    const time = await cpuTimeOf(async () => {
      const answer = await call('/a', { body: { name: `${'a'.repeat(1_000_000)}!` } })
      expect(answer.status).toBe(422)
      expect(answer.text).toContain('must be a string that matches ^(a+)+$')
    })
    expect(time).toBeLessThan(5000)
  })
})

describe('a pattern written for another language', () => {
  const rows: readonly (readonly [string, string, boolean])[] = [
    ['\\A[a-z]+\\.com\\Z', 'example.com', true],
    ['\\A[a-z]+\\z', 'AexampleZ', false],
    ['/^[a-z]+$/', 'gadget', true],
    ['/^[a-z]+$/', '/gadget/', false],
    // A backslash before a letter, and literal slashes.
    ['^a\\\\Z$', 'a\\Z', true],
    ['^/[a-z]+/$', '/gadget/', true],
  ]
  for (const [pattern, text, fits] of rows)
    it(`${pattern} ${fits ? 'accepts' : 'rejects'} ${text}`, () =>
      expect(compilePattern(pattern).test(text)).toBe(fits))
})
