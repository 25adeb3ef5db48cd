/**
 * Blocks that need something of their own to run: a server in a certain state, files, a receiver. Each runs what the page shows and
 * compares what it says. By page and first line.
 */
import { readFile } from 'node:fs/promises'
import * as oidc from 'openid-client'
import { expect } from 'vitest'
import { createStandin } from '../../src/index.ts'
import { call } from '../support/client.ts'
import type { CodeBlock } from '../support/code-blocks.ts'
import { projectFolder } from '../support/run-command.ts'
import { argumentsOf, runShown, splitLine } from '../support/shown-command.ts'
import { startStandin } from '../support/start-standin.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'
import { controlBlocks } from './control-page.ts'
import { notesDocument, shopDocument, todoDocument } from './documents.ts'
import { checkUsage } from './not-run.ts'
import { checkWorkflow } from './workflows.ts'

export type RunBlock = (block: CodeBlock, all: readonly CodeBlock[]) => Promise<void>

const key = 'sandbox-key'

/** A file of the project, such as the block of a page that a reader saves. */
const fileOf = (all: readonly CodeBlock[], page: string, name: string): string =>
  all.find((block) => block.page === page && block.label === name)?.text ?? ''

const AsyncFunction: new (...parts: string[]) => (...values: unknown[]) => Promise<unknown> = Object.getPrototypeOf(
  async () => {},
).constructor

/** Runs lines of JavaScript with these names, and returns the value of an expression after them. */
const evaluate = (code: string, names: Readonly<Record<string, unknown>>, result: string): Promise<unknown> =>
  new AsyncFunction(...Object.keys(names), `${code}\nreturn ${result}`)(...Object.values(names))

const commandOf = (block: CodeBlock): readonly string[] => argumentsOf(block.text.trim()) ?? []

/** What `npm test` does on the page about CI: four requests, of which one is invalid. */
const shownRun = `
const { STANDIN_URL: url, STANDIN_KEY: key } = process.env
const headers = { Authorization: 'Bearer ' + key, 'Content-Type': 'application/json', 'Sandbox-Id': 'adds an animal' }
const post = (body) => fetch(url + '/v1/pets', { method: 'POST', headers, body: JSON.stringify(body) })
await fetch(url + '/v1/pets', { headers })
await fetch(url + '/v1/pets', { headers })
await post({ name: 'Rex', categoryId: 1 })
await post({ name: 'Rex' })
`

const runCi: RunBlock = async (block, all) => {
  const output = all.find(({ page, text }) => page === block.page && text.startsWith('Standin  coverage'))?.text ?? ''
  const files = {
    'package.json': '{ "type": "module", "scripts": { "test": "node test.js" } }',
    'test.js': shownRun,
  }
  const { code, stderr } = await runShown(commandOf(block), {
    files,
    look: async (folder) => expect(await readFile(`${folder}/coverage.html`, 'utf8')).toContain('<html'),
  })
  expect(code).toBe(1)
  const withoutId = (text: string): string => text.replace(/req-[\w-]+/g, 'req').trim()
  expect(withoutId(stderr)).toContain(withoutId(output))
}

const runReport: RunBlock = async (block) => {
  const files: Record<string, string> = {}
  const shard = ['exec', '--report', 'shard.json', '--', process.execPath, '-e', '0']
  await runShown(shard, {
    look: async (folder) => {
      const text = await readFile(`${folder}/shard.json`, 'utf8')
      Object.assign(files, { 'shard-1.json': text, 'shard-2.json': text })
    },
  })
  // Nothing is covered, so the gate fails as it should.
  const { code, stderr, stdout } = await runShown(commandOf(block), { files })
  expect({ code, said: stderr + stdout }).toMatchObject({ code: 1, said: expect.stringContaining('--min-coverage') })
}

const runSave: RunBlock = async (block) => {
  await using standin = await startStandin({ adminToken: 'open-sesame' })
  await standin.sandbox({ id: 'checkout' })
  await using folder = await createTemporaryFolder()
  for (const line of block.text.trim().split('\n')) {
    const args = (argumentsOf(line) ?? []).map((word) => (/^http:/.test(word) ? standin.url : word))
    const environment = { STANDIN_URL: standin.url, STANDIN_ADMIN_TOKEN: 'open-sesame' }
    const { code, stderr } = await runShown(args, { environment, within: folder.path })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  }
}

const runRepair: RunBlock = async (block) => {
  await using folder = await createTemporaryFolder()
  const standin = await createStandin({ data: `${folder.path}/standin-data` })
  await standin.fetch('/v1/pets', {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: '{"name":"Rex","categoryId":1}',
  })
  await standin.close()
  const args = commandOf(block).map((word) => (word === 'standin-data' ? `${folder.path}/${word}` : word))
  const { code, stderr } = await runShown(args)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
}

/** The start message: each line of the page is a line of it. */
const compareStart: RunBlock = async (block) => {
  const { stdout } = await runShown(['todo.yaml'], {
    files: { 'todo.yaml': todoDocument },
  })
  const compact = (text: string): string => text.replace(/:\d{4,5}\b/g, ':4010').replace(/[ \t]+/g, ' ')
  for (const line of block.text.split('\n').filter((text) => text.trim() !== ''))
    expect(compact(stdout)).toContain(compact(line).trim())
}

const runWebhookSnippet: RunBlock = async ({ text }, all) => {
  const files = { 'kennel.yaml': fileOf(all, 'docs/webhooks.md', 'kennel.yaml') }
  await using folder = await createTemporaryFolder(files)
  await using standin = await createStandin({ documents: [`${folder.path}/kennel.yaml`] })
  await using sandbox = await standin.sandbox()
  const receiver = new WebhookReceiver()
  await receiver.open()
  try {
    for (const name of ['Rex', 'Ida'])
      await sandbox.fetch('/dogs', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ name }),
      })
    // The receiver of the snippet is registered first, so that both dogs are created after it.
    const [register = '', ...rest] = text.trim().split('\n')
    const secret = await evaluate(register, { sandbox, receiver }, 'secret')
    expect(secret).toMatch(/^whsec_/)
    for (const name of ['Bo', 'Max'])
      await sandbox.fetch('/dogs', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ name }),
      })
    await evaluate(rest.join('\n'), { sandbox }, 'true')
    expect(receiver.received).toHaveLength(2)
  } finally {
    await receiver.leave()
  }
}

const receiveWebhook: RunBlock = async ({ text }, all) => {
  const files = { 'kennel.yaml': fileOf(all, 'docs/webhooks.md', 'kennel.yaml') }
  await using folder = await createTemporaryFolder(files)
  await using standin = await createStandin({ documents: [`${folder.path}/kennel.yaml`] })
  await using sandbox = await standin.sandbox()
  const receiver = new WebhookReceiver()
  await receiver.open()
  try {
    await sandbox.webhooks.add({ url: receiver.url })
    const headers = { 'Content-Type': 'application/json' }
    await sandbox.fetch('/dogs', { method: 'POST', headers, body: '{"name":"Rex"}' })
    await sandbox.webhooks.await({ event: 'dogCreated', count: 1 })
    expect(receiver.received[0]).toMatchObject({ method: 'POST', path: '/hooks', text: text.trim() })
  } finally {
    await receiver.leave()
  }
}

const defineScenario: RunBlock = async ({ page, text }, all) => {
  const kennel = fileOf(all, page, 'kennel.yaml')
  await using folder = await createTemporaryFolder(kennel === '' ? {} : { 'kennel.yaml': kennel })
  await using standin = await startStandin(kennel === '' ? {} : { documents: [`${folder.path}/kennel.yaml`] })
  const { status, json } = await call(`${standin.url}/_sandbox/scenarios/shown`, {
    method: 'PUT',
    body: { source: text },
  })
  expect({ status, json }).toMatchObject({ status: 200 })
}

/** Of the sample API: the files replace its own. */
const startWithFixtures =
  (name: string, text: (block: CodeBlock) => string): RunBlock =>
  async (block) => {
    const pets = await readFile(`${projectFolder}fixtures/default/pets.yaml`, 'utf8')
    const files = { 'fixtures/default/pets.yaml': pets, [`fixtures/default/${name}`]: text(block) }
    await using folder = await createTemporaryFolder(files)
    await using standin = await createStandin({ folder: folder.path })
    expect((await standin.describe()).fixtures).toContain(folder.path)
  }

const compareError: RunBlock = async ({ text }) => {
  await using standin = await startStandin()
  const body = { name: 'Rex', categoryId: 1, status: 'lost' }
  const { status, json } = await call(`${standin.url}/v1/pets`, { method: 'POST', key, body })
  expect({ status, json }).toEqual({ status: 400, json: JSON.parse(text) })
}

const withNotes = async (use: (url: string) => Promise<void>): Promise<void> => {
  await using folder = await createTemporaryFolder({ 'notes.json': notesDocument })
  await using standin = await startStandin({ documents: [`${folder.path}/notes.json`] })
  await use(standin.url)
}

const special: Readonly<Record<string, RunBlock>> = {
  'docs/ci.md: npx standin exec --fail-on unmatched,invalid --min-coverage 80 --report coverage.html -- npm test':
    runCi,
  'docs/ci.md: Standin  coverage and issues of this run': async (_, all) =>
    // Compared with what the command before it prints.
    expect(all.some(({ page, text }) => page === 'docs/ci.md' && text.startsWith('npx standin exec'))).toBe(true),
  'docs/ci.md: npx standin report shard-1.json shard-2.json --report coverage.html --min-coverage 80': runReport,
  // Two workflows: one with commands, one with the action of the repository.
  'docs/ci.md: jobs:': async ({ text }) =>
    expect(await checkWorkflow(text)).toHaveLength(text.includes('npx standin') ? 2 : 0),
  'docs/ci.md: test:': async ({ text }) => expect(await checkWorkflow(text)).toHaveLength(2),
  'docs/ci.md: integration:': async ({ text }) => {
    await checkWorkflow(text)
  },
  'docs/errors.md: {': compareError,
  'docs/fixtures.md: Todo       http://127.0.0.1:4010/api  3 operations, todo.yaml': compareStart,
  'docs/fixtures.md: - { id: 1, name: Lamp, x-standin: { parent: "7" } }': async ({ text }) => {
    await using folder = await createTemporaryFolder({
      'spec/shop.json': JSON.stringify(shopDocument),
      'fixtures/default/items.yaml': text,
      'fixtures/default/orders.yaml': '- { id: 7 }\n- { id: 8 }\n',
    })
    await using standin = await createStandin({ folder: folder.path })
    const items = async (order: number) => (await standin.fetch(`/orders/${order}/items`)).json()
    expect([await items(7), await items(8)]).toEqual([[{ id: 1, name: 'Lamp' }], []])
  },
  'docs/fixtures.md: { "orders": 8, "pets": 32 }': startWithFixtures('next-ids.json', ({ text }) =>
    // The sample API has no orders.
    JSON.stringify({ pets: JSON.parse(text).pets }),
  ),
  'docs/inference.md: npx standin check --explain huts.yaml': async (block, all) => {
    const files = { 'huts.yaml': fileOf(all, 'docs/inference.md', 'huts.yaml') }
    const { code, stdout } = await runShown(commandOf(block), { files })
    expect(code).toBe(0)
    expect(stdout).toMatch(/ {2}create {3}POST \/huts\n/)
  },
  'docs/keys.md: - key: sandbox-key': startWithFixtures('keys.yaml', ({ text }) => text),
  'docs/mcp.md: {': async ({ text }) => {
    const { command, args } = JSON.parse(text).mcpServers.standin
    const line = [command, ...args].join(' ')
    expect(line).toContain(' -p @modelcontextprotocol/sdk ')
    expect(await checkUsage(`standin ${line.split(' standin ').at(-1)}`)).toBe(true)
  },
  'docs/options.md: npx standin save fixtures/checkout': runSave,
  'docs/state.md: npx standin save fixtures/checkout': runSave,
  'docs/state.md: npx standin repair standin-data': runRepair,
  'docs/prism.md: -    "mock": "prism mock openapi.yaml",': async ({ text }) => {
    const line = /\+ {4}"mock": "([^"]+)"/.exec(text)?.[1] ?? ''
    const { code } = await runShown(argumentsOf(line) ?? [], { files: { 'openapi.yaml': todoDocument } })
    expect(code).toBe(0)
  },
  'docs/proxy.md: const standin = await createStandin({': async ({ text }) => {
    await using folder = await createTemporaryFolder({ 'openapi.yaml': todoDocument })
    const code = text
      .replace("'openapi.yaml'", JSON.stringify(`${folder.path}/openapi.yaml`))
      .replace('createPet', 'createTodo')
    const standin = await evaluate(code, { createStandin }, 'standin')
    await (standin as Awaited<ReturnType<typeof createStandin>>).close()
  },
  'docs/tls.md: const standin = await createStandin({ port: 0, tls: true })': async ({ text }) =>
    // Both lines are calls of what test/tls starts; here they must be JavaScript.
    expect(new AsyncFunction(text)).toBeInstanceOf(Function),
  'docs/tokens.md: { "access_token": "eyJ…", "token_type": "Bearer", "expires_in": 3600, "scope": "notes:read" }':
    async ({ text }) =>
      withNotes(async (url) => {
        const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'app', client_secret: 'any' })
        const response = await fetch(`${url}/_sandbox/oauth/token`, { method: 'POST', body })
        const shown = { ...JSON.parse(text), access_token: expect.stringMatching(/^eyJ/) }
        expect(await response.json()).toEqual(shown)
      }),
  "docs/tokens.md: await page.getByLabel('User').fill('ann')": async ({ text }) =>
    withNotes(async (url) => {
      // Without a browser: the names by which Playwright finds the field and the button are in the page.
      const query = 'response_type=code&client_id=app&redirect_uri=http://127.0.0.1:1/&code_challenge_method=S256'
      const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
      const response = await fetch(`${url}/_sandbox/oauth/authorize?${query}&code_challenge=${challenge}`)
      const page = await response.text()
      for (const [, name] of text.matchAll(/(?:getByLabel\(|name: )'(\w+)'/g)) expect(page).toContain(name)
    }),
  "docs/tokens.md: import * as oidc from 'openid-client'": async ({ text }) =>
    withNotes(async (url) => {
      const code = text.replace(/^import .*$/m, '').replace('http://127.0.0.1:4010', url)
      expect(await evaluate(code, { oidc }, 'access_token')).toMatch(/^eyJ/)
    }),
  'docs/webhooks.md: {"event":"dogCreated","data":{"id":1,"name":"Rex"}}': receiveWebhook,
  'docs/webhooks.md: const { secret } = await sandbox.webhooks.add({ url: receiver.url })': runWebhookSnippet,
  'docs/webhooks.md: description: Each dog is reported twice, a minute late.': defineScenario,
  'docs/scenarios.md: # yaml-language-server: $schema=../node_modules/standin/scenarios/scenario.schema.json':
    defineScenario,
  ...controlBlocks,
}

export const specialBlocks: ReadonlyMap<string, RunBlock> = new Map(Object.entries(special))

/** `sh` blocks of commands of Standin that need nothing but the documents that they name. */
export const runCommandLine = async (line: string): Promise<void> => {
  const args = argumentsOf(line) ?? []
  const named = splitLine(line).filter((word) => /\.ya?ml$/.test(word))
  const folders = args.filter(
    (word, index) => /^--(fixtures|scenarios)$/.test(args[index - 1] ?? '') && word.includes('/'),
  )
  const files = {
    ...Object.fromEntries(named.map((name) => [name, todoDocument])),
    ...Object.fromEntries(folders.map((name) => [`${name}/readme.txt`, ''])),
    // What `npm test` runs, where a line ends with it.
    'package.json': '{ "scripts": { "test": "node -e 0" } }',
  }
  const { code, stdout, stderr } = await runShown(args, { files })
  expect({ code, stderr: args[0] === 'exec' || args[0] === 'mcp' ? '' : stderr }, stdout + stderr).toEqual({
    code: 0,
    stderr: '',
  })
}
