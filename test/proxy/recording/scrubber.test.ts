/**
 * What a recording replaces, and how long that takes.
 */
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../../src/ports.ts'
import { Scrubber } from '../../../src/proxy/recording/scrubber.ts'
import { cpuTimeOf } from '../../support/cpu-time.ts'

const scrubber = (): Scrubber => new Scrubber({ keepsPersonal: false })

describe('the time to replace', () => {
  it.each([30_000, 50_000, 300_000])('a secret of %i characters is short, wherever it occurs', async (length) => {
    const secret = 'aB3.'.repeat(length / 4)
    const scrubbed = scrubber()
    scrubbed.learn({ password: secret, pin: 'short-1' })
    const taken = await cpuTimeOf(() => {
      const made = scrubbed.scrub({ password: secret, note: `it is ${secret}, or short-1` })
      expect(JSON.stringify(made)).not.toMatch(/aB3\.aB3|short-1/)
    })
    expect(taken).toBeLessThan(3_000)
  })

  it('thousands of recognised values is linear', async () => {
    const scrubbed = scrubber()
    const taken = await cpuTimeOf(() => {
      for (let index = 0; index < 5_000; index++)
        expect(scrubbed.text(`mail user${index}@mail.test now`)).toBe(`mail person${index + 1}@example.com now`)
    })
    expect(taken).toBeLessThan(3_000)
  })
})

describe('the time to search', () => {
  it.each([
    ['one word', 'x'.repeat(4_000_000)],
    ['one word before an address', `${'x'.repeat(4_000_000)}@`],
    ['many addresses without a domain', 'ann@'.repeat(1_000_000)],
    ['Base64', 'aGVsbG8/d29ybGQr'.repeat(250_000)],
    ['prose', 'The quick brown fox, 12 of them, jumps over id 4711. '.repeat(80_000)],
  ])('four million characters of %s is short', async (_, text) => {
    const scrubbed = scrubber()
    const taken = await cpuTimeOf(() => {
      expect(scrubbed.text(text)).toBe(text)
    })
    expect(taken).toBeLessThan(2_500)
  })
})

describe('an e-mail address', () => {
  it.each([
    ['at both ends of the text', 'ann@mail.test', 'person1@example.com'],
    ['after another one', 'ann@mail.test,bob@mail.test', 'person1@example.com,person2@example.com'],
    ['whose domain is before another @', 'ann@mail.test@mail.test', 'person1@example.com@mail.test'],
    ['with a long local part', `${'a'.repeat(70)}@mail.test`, `${'a'.repeat(6)}person1@example.com`],
    ['without a local part', 'see @mail.test', 'see @mail.test'],
    ['without a domain', 'ann@ bob@mail', 'ann@ bob@mail'],
  ])('%s', (_, text, made) => {
    expect(scrubber().text(text)).toBe(made)
  })
})

describe('a password', () => {
  it.each(['пароль', 'ПАРОЛЬ-1', '密码密码', '!!##$$', '--- ---', '😀😀', '٣٤٥', '7', 'é'])(
    '%s is not written',
    (password) => {
      const scrubbed = scrubber()
      scrubbed.learn({ password })
      const text = JSON.stringify(scrubbed.scrub({ password, again: password }))
      for (const character of password.replace(/[-\s]/g, '')) expect(text).not.toContain(character)
      expect(text).not.toContain(password)
    },
  )

  it('of one digit is replaced by another one, however many were before', () => {
    const scrubbed = scrubber()
    for (let round = 0; round < 3; round++)
      for (const pin of '0123456789') expect(scrubbed.scrub({ pin, cvv: pin })).not.toMatchObject({ pin })
  })
})

/** What is written of a body that is not said to be JSON. */
const written = (text: string, type?: string): string => {
  const scrubbed = scrubber()
  scrubbed.learnText(text, type)
  return scrubbed.body(text, type)
}

const writtenJson = (value: JsonObject): Json => {
  const scrubbed = scrubber()
  scrubbed.learn(value)
  return scrubbed.scrub(value)
}

describe('a property', () => {
  it.each([
    'previousPassword',
    'hash',
    'hashedPassword',
    'page_access_token',
    'issuerSecret',
    'tokens',
    'nextPassword',
    'sessionId',
    'X-Signature',
  ])('%s holds a secret', (name) => {
    expect(JSON.stringify(writtenJson({ [name]: 'zq19' }))).not.toContain('zq19')
    expect(JSON.stringify(writtenJson({ [name]: ['zq19'] }))).not.toContain('zq19')
  })

  it.each(['nextPageToken', 'page_token', 'nextSyncToken', 'hasPassword', 'is_secret', 'tokenType', 'max_tokens'])(
    '%s does not hold a secret',
    (name) => {
      expect(writtenJson({ [name]: 'zq19', count: 5000 })).toEqual({ [name]: 'zq19', count: 5000 })
    },
  )

  it.each([
    ['credentials', { user: 'bob', value: 'horse', more: [{ answer: 'staple' }] }],
    ['secrets', ['horse', { value: 'staple' }, ['bob']]],
    ['passwords', { bob: { old: 'horse' }, others: ['staple', 'bob'] }],
  ])('%s has only secrets inside', (name, held) => {
    const text = JSON.stringify(writtenJson({ [name]: held }))
    expect(text.replace(/"\w+":/g, '')).not.toMatch(/horse|staple|bob/)
  })

  it('of secrets keeps what describes them, and these words stay elsewhere', () => {
    const value = { credentials: { type: 'basic', value: 'horse', createdAt: '2026-01-02T03:04:05Z' }, animal: 'horse' }
    expect(writtenJson(value)).toEqual({
      ...value,
      credentials: { ...value.credentials, value: expect.not.stringMatching('horse') },
    })
  })

  it('that may hold anything has what looks like a secret replaced', () => {
    const value = { session: { role: 'reader', id: 'a8b7c6d5e4' } }
    expect(writtenJson(value)).toEqual({ session: { role: 'reader', id: expect.not.stringMatching(/a8b7/) } })
  })

  it.each([
    ['pin', 7],
    ['pin', 123],
    ['cvv', 12],
    ['otp', -42],
    ['secret', 0.25],
    ['securityCode', 1e300],
  ])('%s: %s is not written', (name, value) => {
    const made = (writtenJson({ [name]: value }) as JsonObject)[name]
    expect(made).toEqual(expect.any(Number))
    expect(made).not.toBe(value)
    expect(writtenJson({ [name]: [value] })).not.toEqual({ [name]: [value] })
  })

  it.each(['passwordLength', 'tokens', 'secretsLeft'])('%s is a number that stays', (name) => {
    expect(writtenJson({ [name]: 8 })).toEqual({ [name]: 8 })
  })

  it('whose name is a secret has another name; one that is a word keeps it', () => {
    const key = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc'
    const value = {
      [key]: 1,
      'anna@mail.test': 2,
      tokens: { abc123def: { used: true } },
      password: 'animal',
      animal: 'x',
    }
    const text = JSON.stringify(writtenJson(value))
    expect(text).not.toMatch(/4eC39|anna|abc123def/)
    expect(text).toContain('"animal":')
  })
})

describe('JSON', () => {
  it.each([
    ['as a form', '{"password":"zq19"}', 'application/x-www-form-urlencoded'],
    ['in a field of a form', 'a=%7B%22password%22%3A%22zq19%22%7D&b=kept', 'application/x-www-form-urlencoded'],
    ['as text', ' [{"password":"zq19"}]\n', 'text/plain'],
    ['without a type', '{"password":"zq19"}', undefined],
    ['in lines', '{"a":1}\n{"password":"zq19","b":"kept"}\r\n', 'application/x-ndjson'],
    ['in a stream of events', 'event: x\ndata: {"password":"zq19","b":"kept"}\n\n', 'text/event-stream'],
    ['in lines of an event', 'data: {"password":\ndata: "zq19"}\n\ndata: kept', 'text/event-stream'],
    ['that is cut off', '{"password": "zq19", "b": "kept', 'application/json'],
    ['in JSON', JSON.stringify({ text: JSON.stringify({ password: 'zq19', b: 'kept' }) }), 'application/json'],
  ])('%s has no secrets', (_, text, type) => {
    const made = written(text, type)
    expect(made).not.toContain('zq19')
    expect(made.includes('kept')).toBe(text.includes('kept'))
    // What is in another place is replaced as well.
    const scrubbed = scrubber()
    scrubbed.learnText(text, type)
    expect(scrubbed.text('zq19')).not.toBe('zq19')
  })

  it('without secrets stays as it was written', () => {
    const text = '{ "a": 1.0 }\n{"b":  2}\n'
    expect(written(text, 'application/x-ndjson')).toBe(text)
  })
})

describe('text', () => {
  it.each([
    'see https://a.test/x?b=kept&token=zq19#c',
    'https://a.test/x?b=kept&amp;X-Amz-Signature=zq19',
    'https://a.test/cb#access_token=zq19&b=kept',
    'password=zq19 b=kept',
    'https://a.test/x?password=zq%31%39&b=kept',
  ])('%s has no secret', (text) => {
    const scrubbed = scrubber()
    scrubbed.learn({ note: text })
    expect(scrubbed.text(text)).not.toMatch(/zq19|zq%31/)
    expect(scrubbed.text(text)).toContain('b=kept')
    expect(scrubbed.text('zq19')).not.toBe('zq19')
  })

  it.each([
    ['<a><password>zq19</password><b>kept</b></a>'],
    ['text before <password>zq19</password> kept'],
    ['<credentials><user>zq19</user><b/></credentials><c>kept</c>'],
    ['<secret><![CDATA[zq19]kept<x>zq19]]></secret>'],
    ['<a b = \'kept\' token = "zq19>">c</a>'],
    ['<a token=zq19>kept</a>'],
    ['<input type="password" name="password" value="zq19"> kept'],
    ['<meta content="zq19" name="csrf-token"><br>kept'],
    ['<entry key="password">zq19</entry><entry key="b">kept</entry>'],
    ['<ns:password xmlns:ns="kept">zq&#49;9</ns:password>'],
    ['<!-- kept --><password\n>\n  zq19\n</password>'],
    ['<token>zq19'],
  ])('%s has no secret', (text) => {
    const made = written(text, 'text/html')
    expect(made).not.toContain('zq19')
    expect(made).not.toContain('zq&#49;9')
    if (!text.includes('CDATA')) expect(made.includes('kept')).toBe(text.includes('kept'))
  })

  it('of markup without secrets stays as it is', () => {
    const text = '<!doctype html><a href="/?a=1&amp;b=2" c=\'d\'>a &lt; b</a><p>1 < 2 > 3<br/><![CDATA[x]]><!-- y -->'
    expect(written(text, 'text/html')).toBe(text)
  })

  it.each([
    '<a>',
    '<',
    '<a "',
    '<![CDATA[',
    '<!--',
    'a=',
    '"a":"',
    '-----BEGIN PRIVATE KEY-----',
    'eyJaaaaaaaa.',
    'data: {\n',
  ])('of 500 kB of %s is replaced in linear time', async (part) => {
    expect(await cpuTimeOf(() => written(part.repeat(500_000 / part.length), 'text/html'))).toBeLessThan(8_000)
  })
})

describe('a key', () => {
  it('in a JWT of any length is recognised, encrypted as well', () => {
    const jwt = `eyJhbGciOiJIUzI1NiJ9.${'zq19'.repeat(3_000)}.${'zq19'.repeat(20)}`
    expect(scrubber().text(`see ${jwt} here`)).not.toContain('zq19')
    expect(scrubber().text('eyJhbGciOiJIUzI1NiJ9.zq19.zq19.zq19.zq19')).not.toContain('zq19')
  })

  it.each([
    '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,AB12\n\nzq19\n-----END RSA PRIVATE KEY-----',
    '-----BEGIN ENCRYPTED PRIVATE KEY-----\\nzq19\\n-----END ENCRYPTED PRIVATE KEY-----',
    '-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nzq19\n-----END PGP PRIVATE KEY BLOCK-----',
    '-----BEGIN PRIVATE KEY-----\nzq19',
  ])('%s is recognised', (pem) => {
    expect(scrubber().text(`a ${pem}`)).not.toContain('zq19')
  })
})
