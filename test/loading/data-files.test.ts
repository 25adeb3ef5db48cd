/**
 * Which files of the watched folders are read, and that the same ones are watched.
 */
import { chmod, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createStandin } from '../../src/index.ts'
import { hasOnlyKeys } from '../../src/loading/load-fixtures.ts'
import { createWatched } from '../../src/loading/watched.ts'
import { call } from '../support/client.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { openApi, response } from '../support/write-document.ts'

const thing = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, name: { type: 'string' } } }
const document = openApi({
  paths: {
    '/things': { get: { responses: { 200: response({ type: 'array', items: thing }) } } },
    '/things/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: response(thing) } },
    },
  },
})
const scenario = '{ "description": "Slow.", "steps": [{ "delay": "1ms" }] }'

describe('files', () => {
  it('with an extension in upper case are read', async () => {
    await using folder = await createTemporaryFolder({
      'spec/things.JSON': JSON.stringify(document),
      'fixtures/default/things.YAML': '- id: 7\n',
      'scenarios/slow.Yml': scenario,
    })
    await using standin = await createStandin({ folder: folder.path, port: 0 })
    const sandbox = await standin.sandbox()
    expect((await call(`${sandbox.url}/things`, { key: sandbox.key })).json).toEqual([{ id: 7 }])
    expect((await standin.describe()).scenarios.map(({ name }) => name)).toContain('slow')
  })

  it('that editors and systems hide are not read', async () => {
    await using folder = await createTemporaryFolder({
      'spec/things.json': JSON.stringify(document),
      'spec/._things.json': '\0',
      'fixtures/default/things.yaml': '- id: 7\n',
      'fixtures/default/._things.yaml': '\0',
      'scenarios/slow.yaml': scenario,
      'scenarios/._slow.yaml': '\0',
    })
    // The lock of Emacs.
    for (const file of ['spec/.#things.json', 'fixtures/default/.#things.yaml', 'scenarios/.#slow.yaml'])
      await symlink('ann@host.1234', join(folder.path, file))
    await using standin = await createStandin({ folder: folder.path, port: 0 })
    const sandbox = await standin.sandbox()
    expect((await call(`${sandbox.url}/things`, { key: sandbox.key })).json).toEqual([{ id: 7 }])
  })

  it.each([
    ['/p/fixtures/things.YAML', true],
    ['/p/fixtures/things.json', true],
    ['/p/fixtures/.#things.yaml', false],
    ['/p/fixtures/things.yaml~', false],
  ])('%s are watched: %s', (file, isWatched) => {
    const places = { trees: new Map([['/p/fixtures', 0]]), loadedAt: 0, folders: [], documents: [], files: [] }
    expect(createWatched(places).isRelevant(file, false)).toBe(isWatched)
  })
})

it('a fixture folder without permission to read it is not called missing', async () => {
  await using folder = await createTemporaryFolder({ 'set/things.json': '[]' })
  const set = join(folder.path, 'set')
  await chmod(set, 0)
  // Permissions do not limit root.
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  try {
    await expect(hasOnlyKeys(set)).rejects.toThrow('the fixture folder cannot be read (EACCES); change its permissions')
  } finally {
    if (isRoot) process.seteuid?.(0)
    await chmod(set, 0o700)
  }
  await expect(hasOnlyKeys(join(folder.path, 'other'))).rejects.toThrow('the fixture folder does not exist')
})
