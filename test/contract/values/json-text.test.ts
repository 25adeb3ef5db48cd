/**
 * JSON in and out: RFC 8259, and every digit of an integer.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  exactInteger,
  formatJson,
  JsonTextError,
  parseJsonBytes,
  parseJsonText,
  separateDigits,
  stringifyJson,
} from '../../../src/contract/values/json-text.ts'
import type { Json } from '../../../src/ports.ts'

const int64 = 9223372036854775807n

describe('a text without long numbers is parsed like JSON.parse does', () => {
  const strings: readonly string[] = [
    'null',
    'true',
    '-0',
    '1.5',
    '1e2',
    '"a\\u0000b"',
    '"\\ud83d\\udc08"',
    '[]',
    '{}',
    ' \t\r\n[1, 2]\n',
    '{"a":{"b":[1,{"c":null}]}}',
    '"9223372036854775807"',
    '{"9223372036854775807":1}',
    '9007199254740991',
    '-9007199254740991',
  ]
  for (const text of strings)
    it(text, () => {
      const parsed = parseJsonText(text)
      const expected: unknown = JSON.parse(text)
      expect(parsed.rounded).toEqual(expected)
      expect(parsed.exact).toEqual(expected)
      expect(parsed.digits).toBeUndefined()
    })

  it('and exact is the same object as rounded', () => {
    const { rounded, exact } = parseJsonText('{"a":[1,2]}')
    expect(exact).toBe(rounded)
  })
})

describe('integers outside ±(2^53-1)', () => {
  const exact: readonly { readonly text: string; readonly is: Json; readonly at: string; readonly digits: bigint }[] = [
    { text: '9007199254740992', is: 9007199254740992n, at: '', digits: 9007199254740992n },
    { text: '-9007199254740993', is: -9007199254740993n, at: '', digits: -9007199254740993n },
    { text: '9223372036854775807', is: int64, at: '', digits: int64 },
    { text: '-9223372036854775808', is: -(2n ** 63n), at: '', digits: -(2n ** 63n) },
    { text: '9223372036854775808', is: 2n ** 63n, at: '', digits: 2n ** 63n },
    { text: '[1,[9223372036854775807]]', is: [1, [int64]], at: '/1/0', digits: int64 },
    { text: '{"a/b":{"c~d":9223372036854775807}}', is: { 'a/b': { 'c~d': int64 } }, at: '/a~1b/c~0d', digits: int64 },
    { text: '{"":9223372036854775807}', is: { '': int64 }, at: '/', digits: int64 },
    { text: '9007199254740993.0', is: 9007199254740993n, at: '', digits: 9007199254740993n },
    { text: '9.223372036854775807e18', is: int64, at: '', digits: int64 },
  ]
  for (const { text, is, at, digits } of exact)
    it(`${text} keeps its digits`, () => {
      const parsed = parseJsonText(text)
      expect(parsed.exact).toEqual(is)
      expect(parsed.rounded).toEqual(JSON.parse(text))
      expect([...(parsed.digits ?? [])]).toEqual([[at, digits]])
    })

  it('do not affect the numbers next to them', () => {
    const { exact: value, digits } = parseJsonText('{"long":9223372036854775807,"short":7,"half":0.5,"big":1e3}')
    expect(value).toEqual({ long: int64, short: 7, half: 0.5, big: 1000 })
    expect([...(digits ?? new Map()).keys()]).toEqual(['/long'])
  })
})

describe('a number that is not an integer although its double is', () => {
  const strings: readonly string[] = [
    '9007199254740993.5',
    '1.00000000000000000001',
    '-4503599627370497.25e1',
    '90071992547409935e-1',
  ]
  for (const text of strings)
    it(text, () => {
      const { rounded, exact, digits } = parseJsonText(text)
      expect(rounded).toBe(Number(text))
      expect(exact).toBe(Number(text))
      expect(digits?.get('')).toBe('fraction')
    })
})

describe('of two equal names the last one is used', () => {
  const rows: readonly { readonly text: string; readonly is: Json }[] = [
    { text: '{"a":1,"a":2}', is: { a: 2 } },
    { text: '{"a":9223372036854775807,"a":2}', is: { a: 2 } },
    { text: '{"a":2,"a":9223372036854775807}', is: { a: int64 } },
    { text: '{"a":{"b":1},"a":{"c":2}}', is: { a: { c: 2 } } },
    { text: '{"a":{"b":9223372036854775807},"a":{"c":2}}', is: { a: { c: 2 } } },
    { text: '{"a":1,"\\u0061":2}', is: { a: 2 } },
  ]
  for (const { text, is } of rows) it(text, () => expect(parseJsonText(text).exact).toEqual(is))
})

describe('__proto__ and constructor are names like any other', () => {
  const strings: readonly string[] = [
    '{"__proto__":{"polluted":1}}',
    '{"__proto__":{"polluted":9223372036854775807}}',
    '{"a":{"__proto__":9223372036854775807}}',
    '{"constructor":{"prototype":{"polluted":9223372036854775807}}}',
    '{"__proto__":null,"long":9223372036854775807}',
  ]
  for (const text of strings)
    it(text, () => {
      const { exact } = parseJsonText(text)
      expect(stringifyJson(exact)).toBe(text)
      expect(Object.getPrototypeOf(exact)).toBe(Object.prototype)
      expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    })
})

describe('depth', () => {
  const nested = (levels: number, inner = ''): string => '['.repeat(levels) + inner + ']'.repeat(levels)
  const taken: readonly { readonly name: string; readonly text: string }[] = [
    { name: '64 arrays', text: nested(64) },
    { name: '64 arrays around a long integer', text: nested(64, '9223372036854775807') },
    { name: '64 objects', text: '{"a":'.repeat(63) + '{}'.concat('}'.repeat(63)) },
    { name: '1,000 arrays side by side', text: `[${'[],'.repeat(999)}[]]` },
    { name: 'brackets in a string', text: JSON.stringify('['.repeat(1_000)) },
    { name: 'brackets in a string after an escaped quote', text: JSON.stringify(`"\\"${'['.repeat(1_000)}`) },
  ]
  for (const { name, text } of taken) it(`${name} are accepted`, () => expect(() => parseJsonText(text)).not.toThrow())

  const rejected: readonly { readonly name: string; readonly text: string }[] = [
    { name: '65 arrays', text: nested(65) },
    { name: '65 arrays around a long integer', text: nested(65, '9223372036854775807') },
    { name: '100,000 arrays that are not closed', text: '['.repeat(100_000) },
  ]
  for (const { name, text } of rejected)
    it(`${name} are rejected`, () => {
      expect(() => parseJsonText(text)).toThrow(JsonTextError)
      expect(() => parseJsonText(text)).toThrow('64 levels')
    })
})

describe('a text that is not JSON is rejected with the position of the error', () => {
  const rows: readonly { readonly text: string; readonly says: string }[] = [
    { text: '{"name": }', says: 'line 1, column 10' },
    { text: '{\n  "name": "Rex",\n  name: 1\n}', says: 'line 3, column 3' },
    { text: '[1,\n2,\n3', says: 'line 3, column 2' },
    { text: '{"id":9223372036854775807,}', says: 'line 1, column 27' },
    { text: '[1] x', says: 'line 1, column 5' },
    { text: "{'a':1}", says: 'line 1, column 2' },
    { text: '[1,2,]', says: 'line 1, column 6' },
    { text: '"a\nb"', says: 'line 1, column 3' },
  ]
  for (const { text, says } of rows)
    it(JSON.stringify(text), () => {
      expect(() => parseJsonText(text)).toThrow(JsonTextError)
      expect(() => parseJsonText(text)).toThrow(says)
    })

  for (const text of ['', ' ', '\r\n\t'])
    it(`${JSON.stringify(text)} is reported as empty`, () => expect(() => parseJsonText(text)).toThrow('empty'))

  const alike: readonly string[] = [
    '01',
    '+1',
    '.5',
    '5.',
    '1e',
    '-',
    '0x10',
    'NaN',
    'Infinity',
    'undefined',
    'True',
    '"\\x41"',
    '"\\u00"',
    '[1 2]',
    '{"a" 1}',
    '{1:2}',
    '[,]',
    '/**/1',
    '1//',
    '\u00a01',
  ]
  for (const text of alike)
    for (const [where, wrapped] of [
      ['alone', text],
      ['next to a long integer', `[9223372036854775807,${text}]`],
    ] as const)
      it(`${text} ${where}`, () => expect(() => parseJsonText(wrapped)).toThrow(JsonTextError))

  it('the two ways of parsing accept the same strings', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:0123e+-. \\ntrufals') }), (text) => {
        const takes = (candidate: string): boolean => {
          try {
            parseJsonText(candidate)
            return true
          } catch {
            return false
          }
        }
        expect(takes(`[${text}]`)).toBe(takes(`[9223372036854775807,[${text}]]`))
      }),
      { numRuns: 2_000, seed: 1 },
    )
  })
})

describe('bytes', () => {
  const text = '{"name":"名前"}'
  const bom = Buffer.from([0xef, 0xbb, 0xbf])
  const join = (...parts: readonly (string | Uint8Array)[]): Buffer =>
    Buffer.concat(parts.map((part) => Buffer.from(part)))

  it('are read as UTF-8', () => expect(parseJsonBytes(Buffer.from(text)).exact).toEqual({ name: '名前' }))

  it('may begin with a byte order mark', () => expect(parseJsonBytes(join(bom, text)).exact).toEqual({ name: '名前' }))

  const rejected: readonly { readonly name: string; readonly bytes: Buffer; readonly says: string }[] = [
    { name: 'none', bytes: Buffer.alloc(0), says: 'empty' },
    { name: 'a byte order mark alone', bytes: bom, says: 'empty' },
    { name: 'two byte order marks', bytes: join(bom, bom, text), says: 'line 1' },
    { name: 'a byte that is not UTF-8', bytes: join('{"name":"', Uint8Array.of(0xff), '"}'), says: 'UTF-8' },
    { name: 'half a character', bytes: Buffer.from(text).subarray(0, -4), says: 'UTF-8' },
    { name: 'an encoded surrogate', bytes: join('"', Uint8Array.of(0xed, 0xa0, 0x80), '"'), says: 'UTF-8' },
  ]
  for (const { name, bytes, says } of rejected)
    it(`${name} are rejected`, () => {
      expect(() => parseJsonBytes(bytes)).toThrow(JsonTextError)
      expect(() => parseJsonBytes(bytes)).toThrow(says)
    })
})

describe('stringifyJson', () => {
  const rows: readonly { readonly value: Json; readonly text: string }[] = [
    { value: null, text: 'null' },
    { value: int64, text: '9223372036854775807' },
    { value: { id: int64, tags: [1n, 'a', null, true] }, text: '{"id":9223372036854775807,"tags":[1,"a",null,true]}' },
    { value: 'a"\\\n\u0000名', text: '"a\\"\\\\\\n\\u0000名"' },
    { value: 1e21, text: '1e+21' },
    { value: 0.1, text: '0.1' },
  ]
  for (const { value, text } of rows) it(`writes ${text}`, () => expect(stringifyJson(value)).toBe(text))

  const json = fc.letrec<{ json: Json }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<Json>(null, true, false),
      fc.integer(),
      fc.bigInt({ min: 2n ** 53n, max: 2n ** 80n }),
      fc.bigInt({ min: -(2n ** 80n), max: -(2n ** 53n) }),
      fc.string({ unit: 'binary' }),
      fc.array(tie('json'), { maxLength: 4 }),
      fc.dictionary(fc.string({ unit: 'binary' }), tie('json'), { maxKeys: 4, noNullPrototype: true }),
    ),
  })).json

  it('is reversed by parseJsonText', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(parseJsonText(stringifyJson(value)).exact).toEqual(value)
      }),
      { numRuns: 500, seed: 1 },
    )
  })
})

describe('exactInteger', () => {
  const rows: readonly { readonly digits: string; readonly is: number | bigint }[] = [
    { digits: '0', is: 0 },
    { digits: '-1', is: -1 },
    { digits: '9007199254740991', is: 9007199254740991 },
    { digits: '9007199254740992', is: 9007199254740992n },
    { digits: '-9007199254740992', is: -9007199254740992n },
  ]
  for (const { digits, is } of rows) it(digits, () => expect(exactInteger(digits)).toBe(is))
})

describe('separateDigits', () => {
  it('rounds bigints and returns their digits by pointer', () => {
    const { rounded, exact, digits } = separateDigits({ id: int64, tags: [1, 2n ** 53n] })
    expect(rounded).toEqual({ id: Number(int64), tags: [1, 2 ** 53] })
    expect(exact).toEqual({ id: int64, tags: [1, 2n ** 53n] })
    expect([...(digits ?? [])]).toEqual([
      ['/id', int64],
      ['/tags/1', 2n ** 53n],
    ])
  })

  it('has no digits without a bigint', () => expect(separateDigits({ id: 1 }).digits).toBeUndefined())
})

describe('JSON for people', () => {
  it('is indented, and ends with a line break', () =>
    expect(formatJson({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}\n'))
  it('has all digits of integers', () => expect(formatJson({ a: int64 })).toBe('{\n  "a": 9223372036854775807\n}\n'))
  it('does not hide other errors', () => {
    const failing = {
      toJSON: () => {
        throw new RangeError('too long')
      },
    }
    expect(() => formatJson(failing as unknown as Json)).toThrow('too long')
    expect(() => stringifyJson(failing)).toThrow('too long')
  })
})
