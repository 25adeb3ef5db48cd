/**
 * A recording plays back: the real service here is another Standin, and the recorded files are served by a third. What the files
 * must not contain is searched in all of them.
 *
 * RECORDED=openapi.yaml,other.json names other documents, REQUESTS=200 the number of requests to each.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createStandin, UsageError } from '../../src/index.ts'
import { call } from '../support/client.ts'
import { runStandin } from '../support/run-standin.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { closed, content, openApi, ref, requestBody, response } from '../support/write-document.ts'
import { type GeneratedRequest, generateRequests } from './generated-requests.ts'
import { type Handler, json, startService } from './start-proxy.ts'

const documents = process.env.RECORDED?.split(',') ?? [
  'spec/animal-store.yaml',
  'test/documents/workshop.yaml',
  'test/documents/gadgets-3.0.yaml',
]

const send = async (url: string, { method, path, headers, body }: GeneratedRequest) => {
  const { status, text } = await call(url + path, { method, headers, ...(body === undefined ? {} : { body }) })
  return { status, text }
}

/** Requests to each document. */
const walkLength = Number(process.env.REQUESTS ?? Math.ceil(200 / documents.length))

/** Without times, without the address of the server, and without secrets, which are never written. */
const mask = (text: string): string =>
  text
    .replace(/("\w*(?:key|token|secret|password)":)"[^"]*"/gi, '$1SECRET')
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?/g, 'TIME')
    .replace(/\b127\.0\.0\.1:\d+/g, 'HOST')

/** Where two bodies begin to differ. */
const describeDifference = (one: string, other: string): string => {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return `${one.slice(Math.max(0, at - 60), at + 100)} → ${other.slice(Math.max(0, at - 60), at + 100)}`
}

describe('a walk of 200 requests over three documents', () => {
  for (const document of documents)
    it(`of ${document} plays back, and what was written passes the check`, async () => {
      await using folder = await createTemporaryFolder()
      const record = join(folder.path, 'recording')
      const options = { port: 0, documents: [document], generateWithoutFixtures: 4, anyKey: true }
      await using service = await createStandin(options)
      // Requests that name replaced data would have to be translated.
      const proxying = { upstream: [service.url], record, keepPersonalData: true }
      const proxy = await createStandin({ port: 0, documents: [document], proxy: proxying })
      const all = await generateRequests(service, 6)
      const changing = all.filter(({ method }) => method !== 'GET').slice(0, Math.floor(walkLength / 2))
      const reading = all.filter(({ method }) => method === 'GET').slice(0, Math.floor(walkLength / 4))
      for (const request of [...reading, ...changing]) await send(proxy.url, request)
      // Every address is read once more, so that the latest answer is that of the final state.
      const recorded = new Map<GeneratedRequest, { status: number; text: string }>()
      for (const request of reading) recorded.set(request, await send(proxy.url, request))
      await proxy.close()

      await using playback = await createStandin({
        port: 0,
        documents: [document],
        fixtures: join(record, 'fixtures'),
        scenarios: join(record, 'scenarios'),
      })
      const different: string[] = []
      for (const [request, expected] of recorded) {
        const answer = await send(playback.url, request)
        const isSame = answer.status === expected.status && mask(answer.text) === mask(expected.text)
        if (!isSame)
          different.push(
            `${request.method} ${request.path}: ${expected.status} → ${answer.status} ${describeDifference(expected.text, answer.text)}`,
          )
      }
      process.stderr.write(
        `${document}: ${2 * reading.length + changing.length} requests, ${recorded.size - different.length} of ${recorded.size} final answers the same\n`,
      )
      expect(different).toEqual([])
      const checked = await runStandin(
        'check',
        document,
        '--fixtures',
        join(record, 'fixtures'),
        '--scenarios',
        join(record, 'scenarios'),
      )
      expect(checked.stdout + checked.stderr).not.toMatch(/fixture-|scenario-/)
    })
})

const secretValues = [
  'hunter2-Correct-Horse',
  'sk_live_4eC39HqLyjWDarjtT1zdp7dc',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl',
  'AKIAIOSFODNN7EXAMPLE',
  'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
  'cookie-session-8f7a6b5c',
  'basic-pass-77f0',
  'query-key-5d41402abc',
  'header-key-7d793037a0',
  'otp-991827',
  'refresh-0f1e2d3c4b5a',
  'client-secret-aa11bb22',
  'reset-token-cc33dd44',
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'login-password-9d8f',
  'login-answer-token-1a2b',
  'private-key-material-55',
  'signing-secret-66',
  'csrf-token-77',
  'api-token-88',
  'set-cookie-value-99aa',
  'session-id-00bb',
  'access-key-11cc',
  'db-password-22dd',
  'passphrase-33ee',
  'security-answer-44ff',
  'recovery-code-55aa',
  'bearer-in-text-66bb',
  'jwt-in-list-77cc',
  'apikey-nested-88dd',
  'auth-99ee',
  'credential-00ff',
  'pwd-11aabb',
  'secret-22bbcc',
  'id-token-33ccdd',
  'proxy-credential-44ddee',
  'token-in-path-55eeff',
  'xoxb-123456789012-abcdefghij',
  'glpat-abcdefghij0123456789',
  'user:urlpass66aa',
] as const

const personalValues = [
  'anna.schmidt@corp-mail.de',
  'j.doe+x@firm.co.uk',
  'Annabelle',
  'Schmidthuber',
  'Annabelle Schmidthuber',
  'Maximilian',
  'Oberhauser',
  'frieda_k77',
  '+49 151 23456789',
  '(555) 123-4567',
  '555-867-5309',
  '+1 415 555 2671',
  '0151-99887766',
  'Hauptstrasse 17b',
  '221B Baker Street',
  'Apartment 9, Rear Gate',
  'Kleinkleckersdorf',
  'W1U 6RS',
  '97084',
  'DE89370400440532013000',
  'GB29 NWBK 6016 1331 9268 19',
  'FR1420041010050500013M02606',
  '4242 4242 4242 4242',
  '5555555555554444',
  '378282246310005',
  '84.113.99.12',
  '198.50.22.7',
  '2a02:8388:1603:cb00:3ad5:47ff:fe18:b0a5',
  '1987-03-14',
  '1955-11-05',
  '078-05-1120',
  'C01X00T47',
  'Konrad Zimmermann',
  'Gwendolyn Ashcroft',
  'gwen.ashcroft@webpost.net',
  '+33 6 12 34 56 78',
  'Rue de la Paix 12',
  'Bartholomew',
  'Featherstonehaugh',
  '10.20.30.41',
] as const

const person = {
  type: 'object',
  required: ['id', 'email', 'password'],
  properties: {
    id: { type: 'integer' },
    email: { type: 'string', format: 'email' },
    password: { type: 'string', minLength: 8 },
    birthDate: { type: 'string', format: 'date' },
    role: { type: 'string', enum: ['admin', 'reader'] },
    lastLoginIp: { type: 'string', format: 'ipv4' },
    username: { type: 'string', maxLength: 12, pattern: '^[a-z_0-9]+$' },
  },
}

const usersDocument = openApi({
  components: {
    schemas: { User: person, Error: closed({ code: { type: 'string' }, message: { type: 'string' } }) },
    securitySchemes: {
      header: { type: 'apiKey', in: 'header', name: 'X-Tenant' },
      query: { type: 'apiKey', in: 'query', name: 'tenant' },
    },
  },
  paths: {
    '/users': {
      get: {
        operationId: 'listUsers',
        security: [{ header: [] }, { query: [] }],
        parameters: [{ name: 'email', in: 'query', schema: { type: 'string' } }],
        responses: { 200: response({ type: 'array', items: ref('User') }) },
      },
      post: {
        operationId: 'createUser',
        requestBody: requestBody(ref('User')),
        responses: { 201: response(ref('User')), 409: response(ref('Error')) },
      },
    },
    '/users/{id}': {
      get: {
        operationId: 'getUser',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: response(ref('User')), 404: response(ref('Error')) },
      },
      delete: {
        operationId: 'deleteUser',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 204: { description: 'Gone.' } },
      },
    },
    '/login': {
      post: {
        operationId: 'login',
        requestBody: requestBody({ type: 'object' }),
        responses: { 200: response({ type: 'object' }) },
      },
    },
    '/reports/{name}': {
      get: {
        operationId: 'readReport',
        parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: { description: 'Text.', ...content({ type: 'string' }, {}, 'text/plain') },
          418: response(ref('Error')),
        },
      },
    },
    '/status': { get: { operationId: 'getStatus', responses: { 200: response({ type: 'object' }) } } },
  },
})

const user = (id: number, more: object = {}) => ({
  id,
  email: 'anna.schmidt@corp-mail.de',
  password: 'hunter2-Correct-Horse',
  birthDate: '1987-03-14',
  role: 'admin',
  lastLoginIp: '84.113.99.12',
  username: 'frieda_k77',
  ...more,
})

const planted: Handler = ({ method, url = '' }, answer) => {
  const [path = ''] = url.split('?')
  if (method === 'DELETE') answer.writeHead(204).end()
  else if (path === '/users' && method === 'GET')
    json(
      answer,
      200,
      [
        user(1),
        user(2, {
          email: 'j.doe+x@firm.co.uk',
          firstName: 'Annabelle',
          lastName: 'Schmidthuber',
          phone: '+49 151 23456789',
        }),
        user(3),
      ],
      {
        'Set-Cookie': 'sid=set-cookie-value-99aa; Path=/',
        'X-Api-Key': 'header-key-7d793037a0',
      },
    )
  else if (path === '/users') json(answer, 201, user(4, everything()))
  else if (path === '/users/1')
    json(
      answer,
      200,
      user(1, {
        note: 'write to anna.schmidt@corp-mail.de or call +1 415 555 2671',
        owner: { name: 'Konrad Zimmermann' },
      }),
    )
  else if (path.startsWith('/users/'))
    json(answer, 404, { code: 'gone', message: `Annabelle Schmidthuber left, ask gwen.ashcroft@webpost.net` })
  else if (path === '/login')
    json(answer, 200, { access: 'login-answer-token-1a2b', data: { idToken: 'id-token-33ccdd' } })
  else if (path.startsWith('/reports')) answer.writeHead(200, { 'Content-Type': 'text/plain' }).end(report())
  else json(answer, 200, { ok: true, secretsLeft: 0 })
}

/** A record that has all kinds of names. */
const everything = () => ({
  fullName: 'Annabelle Schmidthuber',
  givenName: 'Maximilian',
  family_name: 'Oberhauser',
  phoneNumber: '(555) 123-4567',
  mobile: '0151-99887766',
  address: {
    street: 'Hauptstrasse 17b',
    line2: 'Apartment 9, Rear Gate',
    city: 'Kleinkleckersdorf',
    postalCode: 'W1U 6RS',
    zip: '97084',
  },
  shippingAddress: '221B Baker Street',
  dob: '1955-11-05',
  ssn: '078-05-1120',
  passportNumber: 'C01X00T47',
  cardNumber: '4242 4242 4242 4242',
  contact: {
    name: 'Gwendolyn Ashcroft',
    email: 'gwen.ashcroft@webpost.net',
    phone: '+33 6 12 34 56 78',
    address: 'Rue de la Paix 12',
  },
  middleName: 'Bartholomew',
  surname: 'Featherstonehaugh',
  clientIp: '10.20.30.41',
  otp: 'otp-991827',
  refreshToken: 'refresh-0f1e2d3c4b5a',
  client_secret: 'client-secret-aa11bb22',
  resetToken: 'reset-token-cc33dd44',
  privateKey: 'private-key-material-55',
  signingSecret: 'signing-secret-66',
  csrfToken: 'csrf-token-77',
  apiToken: 'api-token-88',
  sessionId: 'session-id-00bb',
  accessKey: 'access-key-11cc',
  dbPassword: 'db-password-22dd',
  passphrase: 'passphrase-33ee',
  securityAnswer: 'security-answer-44ff',
  recoveryCodes: ['recovery-code-55aa'],
  tokens: [{ jwt: 'jwt-in-list-77cc' }],
  nested: { api_key: 'apikey-nested-88dd', auth: 'auth-99ee' },
  credential: 'credential-00ff',
  pwd: 'pwd-11aabb',
  secret: 'secret-22bbcc',
})

const report = (): string =>
  [
    'card 5555555555554444 or 378282246310005, IBAN DE89370400440532013000, GB29 NWBK 6016 1331 9268 19 and FR1420041010050500013M02606',
    'from 198.50.22.7 and 2a02:8388:1603:cb00:3ad5:47ff:fe18:b0a5, phone 555-867-5309, keys sk_live_4eC39HqLyjWDarjtT1zdp7dc',
    'AKIAIOSFODNN7EXAMPLE ghp_16C7e42F292c6912E7710c838347Ae178B4a whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw xoxb-123456789012-abcdefghij glpat-abcdefghij0123456789',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl Authorization: Bearer bearer-in-text-66bb at https://user:urlpass66aa@host.example/',
    'Annabelle Schmidthuber, Gwendolyn Ashcroft, hunter2-Correct-Horse',
  ].join('\n')

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const recordPlanted = async (folder: string, more: object = {}): Promise<void> => {
  const file = join(folder, 'users.json')
  await writeFile(file, JSON.stringify(usersDocument))
  await using service = await startService(planted)
  const proxy = await createStandin({
    port: 0,
    documents: [file],
    proxy: { upstream: [service.url], record: join(folder, 'recording'), ...more },
  })
  const headers = {
    authorization: `Basic ${Buffer.from('frieda_k77:basic-pass-77f0').toString('base64')}`,
    cookie: 'session=cookie-session-8f7a6b5c',
    'x-api-key': 'header-key-7d793037a0',
    'x-tenant': 'token-in-path-55eeff',
    'proxy-authorization': 'Bearer proxy-credential-44ddee',
  }
  await call(
    `${proxy.url}/users?email=anna.schmidt%40corp-mail.de&tenant=query-key-5d41402abc&api_key=query-key-5d41402abc`,
    { headers },
  )
  await call(`${proxy.url}/users`, { headers, body: user(4, everything()) })
  for (const id of [1, 2, 3, 9]) await call(`${proxy.url}/users/${id}`, { headers })
  await call(`${proxy.url}/users/3`, { method: 'DELETE', headers })
  await call(`${proxy.url}/login`, { body: { user: 'frieda_k77', passwort: 'login-password-9d8f' } })
  await call(`${proxy.url}/reports/token-in-path-55eeff`, { headers })
  await call(`${proxy.url}/status`)
  await proxy.close()
}

describe('the files of a recording', () => {
  it('have none of 40 secrets and 40 personal values', async () => {
    expect([secretValues.length, personalValues.length]).toEqual([40, 40])
    await using folder = await createTemporaryFolder()
    await recordPlanted(folder.path)
    const found: string[] = []
    for (const file of filesIn(join(folder.path, 'recording'))) {
      const text = readFileSync(file, 'utf8')
      for (const value of [...secretValues, ...personalValues])
        for (const form of [value, encodeURIComponent(value), Buffer.from(value).toString('base64').replace(/=+$/, '')])
          if (text.toLowerCase().includes(form.toLowerCase())) found.push(`${file.split('/').at(-1)}: ${value}`)
    }
    expect([...new Set(found)]).toEqual([])
  })

  it('have valid values of the same form, the same one for the same original', async () => {
    await using folder = await createTemporaryFolder()
    await recordPlanted(folder.path)
    const read = (name: string) => JSON.parse(readFileSync(join(folder.path, 'recording', name), 'utf8'))
    const users: ReturnType<typeof user>[] = read('fixtures/users.json')
    expect(users.map(({ id }) => id)).toEqual([1, 4])
    const [first, last] = users
    expect(first).toMatchObject({ role: 'admin', email: expect.stringMatching(/^person\d+@example\.com$/) })
    expect(last?.email).toBe(first?.email)
    expect(first).toMatchObject({ note: expect.stringContaining(`write to ${first?.email} or call +1 4`) })
    const scenarios = readdirSync(join(folder.path, 'recording', 'scenarios'))
    expect(scenarios).toEqual([
      'recorded-getStatus-200.json',
      'recorded-getUser-404.json',
      'recorded-readReport-200.json',
    ])
    const archive = read('recording.har')
    expect(archive.log).toMatchObject({ version: '1.2', creator: { name: 'Standin' } })
    expect(archive.log.entries).toHaveLength(10)
    const text = read('scenarios/recorded-readReport-200.json').steps[0].respond.body
    expect(text).toMatch(/card 5\d{15} or 3\d{14}, IBAN DE\d{20}, GB\d\d \w{4} (\d{4} ){3}\d\d and FR/)
    expect(text).toMatch(/from 192\.0\.2\.\d+ and 2001:db8::\w+, phone 55/)
    const file = join(folder.path, 'users.json')
    const checked = await runStandin(
      'check',
      file,
      '--fixtures',
      join(folder.path, 'recording/fixtures'),
      '--scenarios',
      join(folder.path, 'recording/scenarios'),
    )
    expect(checked).toMatchObject({ code: 0 })
  })

  it('keep personal data if that is wanted, but no secrets', async () => {
    await using folder = await createTemporaryFolder()
    await recordPlanted(folder.path, { keepPersonalData: true })
    const all = filesIn(join(folder.path, 'recording'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    expect(all).toContain('anna.schmidt@corp-mail.de')
    expect(all).toContain('Kleinkleckersdorf')
    expect(secretValues.filter((value) => all.includes(value))).toEqual([])
  })

  it('are served by the command that the proxy prints', async () => {
    await using folder = await createTemporaryFolder()
    await recordPlanted(folder.path)
    const recording = join(folder.path, 'recording')
    await using playback = await createStandin({
      port: 0,
      documents: [join(folder.path, 'users.json')],
      fixtures: join(recording, 'fixtures'),
      scenarios: join(recording, 'scenarios'),
    })
    expect((await call(`${playback.url}/users/9`)).json).toMatchObject({ code: 'gone' })
    expect((await call(`${playback.url}/status`)).json).toEqual({ ok: true, secretsLeft: 0 })
    expect((await call(`${playback.url}/users/1`)).status).toBe(200)
    // Records stay records: they can be changed.
    await call(`${playback.url}/users/1`, { method: 'DELETE' })
    expect((await call(`${playback.url}/users/1`)).status).toBe(404)
  })

  it('never replace other files', async () => {
    await using folder = await createTemporaryFolder({ 'recording/mine.txt': 'mine' })
    await expect(recordPlanted(folder.path)).rejects.toThrow(UsageError)
    expect(readdirSync(join(folder.path, 'recording'))).toEqual(['mine.txt'])
  })

  it('are not written if another option is wrong', async () => {
    await using folder = await createTemporaryFolder({ 'users.json': JSON.stringify(usersDocument) })
    const record = join(folder.path, 'recording')
    const starting = createStandin({
      port: 0,
      documents: [join(folder.path, 'users.json')],
      proxy: { upstream: ['http://a'], mock: ['nothing'], record },
    })
    await expect(starting).rejects.toThrow('--mock: there is no operation "nothing"')
    expect(existsSync(record)).toBe(false)
  })
})
