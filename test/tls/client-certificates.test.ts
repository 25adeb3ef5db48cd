/**
 * mutualTLS: a client certificate is required where the document requires it, and only there.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createStandin } from '../../src/index.ts'
import { createAuthority } from '../support/client-certificates.ts'
import { callSecurely, connectHttp2, startSecureStandin } from '../support/secure-standin.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { openApi, response } from '../support/write-document.ts'

const operation = (id: string, security: readonly object[]): object => ({
  get: { operationId: id, security, responses: { 200: response({ type: 'object' }) } },
})

const document = openApi({
  paths: {
    '/open': operation('getOpen', []),
    '/certified': operation('getCertified', [{ certificate: [] }]),
    '/either': operation('getEither', [{ certificate: [] }, { key: [] }]),
    '/both': operation('getBoth', [{ certificate: [], key: [] }]),
  },
  components: {
    securitySchemes: {
      certificate: { type: 'mutualTLS' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    },
  },
})

const setUp = async () => {
  const folder = await createTemporaryFolder({ 'api.json': JSON.stringify(document) })
  const [trusted, foreign] = await Promise.all([createAuthority('Trusted'), createAuthority('Foreign')])
  const ca = join(folder.path, 'ca.pem')
  await writeFile(ca, trusted.cert)
  return {
    options: { documents: [join(folder.path, 'api.json')], folder: folder.path, keys: ['right'] },
    ca,
    good: await trusted.sign('client'),
    wrong: await foreign.sign('client'),
    [Symbol.asyncDispose]: folder.remove,
  }
}

/** Status without a certificate, with a wrong one, and with a good one; then the same with a key. */
const table = [
  ['/open', [200, 200, 200], [200, 200, 200]],
  ['/certified', [401, 401, 200], [401, 401, 200]],
  ['/either', [401, 401, 200], [200, 200, 200]],
  ['/both', [401, 401, 401], [401, 401, 200]],
] as const

describe('with --tls-ca', () => {
  for (const anyKey of [false, true])
    it(`a certificate is required where the document requires it${anyKey ? ', with --any-key too' : ''}`, async () => {
      await using parts = await setUp()
      await using secure = await startSecureStandin({ ...parts.options, anyKey }, { ca: parts.ca })
      const { standin, authority } = secure
      for (const [path, ...rows] of table)
        for (const [row, statuses] of rows.entries())
          for (const [index, client] of [undefined, parts.wrong, parts.good].entries()) {
            const headers: Record<string, string> = row === 0 ? {} : { 'x-key': 'right' }
            const one = await callSecurely(standin.url + path, authority, { headers, client })
            using http2 = connectHttp2(standin.url, authority, client)
            const two = await http2.call(path, { headers })
            const about = { path, row, index }
            expect({ ...about, one: one.status, two: two.status }).toEqual({
              ...about,
              one: statuses[index],
              two: statuses[index],
            })
          }
    })

  it('the message says what is missing or wrong', async () => {
    await using parts = await setUp()
    await using secure = await startSecureStandin(parts.options, { ca: parts.ca })
    const url = `${secure.standin.url}/certified`
    expect((await callSecurely(url, secure.authority)).text).toContain('a client certificate is required')
    expect((await callSecurely(url, secure.authority, { client: parts.wrong })).text).toMatch(
      /client certificate is not accepted \([A-Z_]+\)/,
    )
  })
})

it('without --tls-ca, certificates are not verified', async () => {
  await using parts = await setUp()
  await using secure = await startSecureStandin(parts.options)
  expect((await callSecurely(`${secure.standin.url}/certified`, secure.authority)).status).toBe(200)
})

describe('a certificate of the user', () => {
  it('is served, and needs no other trust', async () => {
    await using folder = await createTemporaryFolder()
    const authority = await createAuthority('Own')
    const { cert, key } = await authority.sign('localhost')
    await writeFile(join(folder.path, 'cert.pem'), cert)
    await writeFile(join(folder.path, 'key.pem'), key)
    const tls = { cert: join(folder.path, 'cert.pem'), key: join(folder.path, 'key.pem') }
    await using standin = await createStandin({ port: 0, tls })
    const url = `${standin.url.replace('127.0.0.1', 'localhost')}/_sandbox/health`
    expect((await callSecurely(url, authority.cert)).status).toBe(200)
    const { tls: described } = await standin.describe()
    expect(described).toMatchObject({ authority: undefined, steps: [], isNew: false })
  })

  it('with a wrong file is reported before the server listens', async () => {
    await using folder = await createTemporaryFolder({ 'text.pem': 'text' })
    const [one, two] = await Promise.all([createAuthority('One'), createAuthority('Two')])
    const write = async (name: string, text: string): Promise<string> => {
      const file = join(folder.path, name)
      await writeFile(file, text)
      return file
    }
    const text = join(folder.path, 'text.pem')
    const cert = await write('cert.pem', one.cert)
    const key = await write('key.pem', one.key)
    const other = await write('other.pem', two.key)
    for (const [tls, message] of [
      [{ cert }, '--tls-key is missing'],
      [{ key }, '--tls-cert is missing'],
      [{ cert, key: other }, 'is not the key of the certificate'],
      [{ cert: text, key }, 'is not a certificate as PEM'],
      [{ cert, key: text }, 'is not a private key as PEM'],
      [{ cert: `${text}x`, key }, 'cannot be read'],
      [{ cert, key, ca: text }, 'must be certificates as PEM'],
    ] as const)
      await expect(createStandin({ port: 0, tls }).then((standin) => standin.close())).rejects.toThrow(message)
  })
})
