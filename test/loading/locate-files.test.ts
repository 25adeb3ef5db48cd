/**
 * Which documents are served when none is named, and what is reported if ./spec cannot be used.
 */
import { chmod, mkdir, symlink } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LoadError } from '../../src/errors.ts'
import { locateDocuments } from '../../src/loading/locate-files.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'
import { openApi } from '../support/write-document.ts'

const document = JSON.stringify(openApi({ paths: {} }))

describe('without names', () => {
  const rows: readonly (readonly [files: readonly string[], found: readonly string[]])[] = [
    [['openapi.yaml'], ['openapi.yaml']],
    [['openapi.yml'], ['openapi.yml']],
    [['swagger.json', 'openapi.json'], ['openapi.json']],
    [['swagger.yaml'], ['swagger.yaml']],
    [
      ['spec/a.yaml', 'spec/b.json', 'openapi.yaml'],
      ['spec/a.yaml', 'spec/b.json'],
    ],
    [['spec/models.rb', 'openapi.yaml'], ['openapi.yaml']],
  ]
  for (const [files, found] of rows)
    it(`of ${files.join(', ')}: ${found.join(', ')}`, async () => {
      await using folder = await createTemporaryFolder(Object.fromEntries(files.map((name) => [name, document])))
      const located = await locateDocuments([], folder.path)
      expect(located.files.map((place) => relative(folder.path, String(place)))).toEqual(found)
      expect(located.shipped).toBe(false)
    })

  it('of an empty folder: the built-in ones', async () => {
    await using folder = await createTemporaryFolder()
    expect((await locateDocuments([], folder.path)).shipped).toBe(true)
  })
})

interface Trouble {
  readonly name: string
  readonly files?: Readonly<Record<string, string>>
  readonly prepare?: (spec: string) => Promise<unknown>
  readonly says: readonly string[]
}

const troubles: readonly Trouble[] = [
  { name: 'is a file', files: { spec: 'x' }, says: ['is a file', 'rename it'] },
  { name: 'is a broken link', prepare: (spec) => symlink('nowhere', spec), says: ['link', 'delete'] },
  { name: 'is a link to itself', prepare: (spec) => symlink('spec', spec), says: ['link', 'itself'] },
  { name: 'is empty', prepare: (spec) => mkdir(spec), says: ['no OpenAPI document', 'add one'] },
  { name: 'has no document', files: { 'spec/models.rb': 'x' }, says: ['no OpenAPI document'] },
]

const findingsOf = async (folder: TemporaryFolder): Promise<LoadError['findings']> => {
  const error: unknown = await locateDocuments([], folder.path).catch((reason: unknown) => reason)
  if (!(error instanceof LoadError)) throw error
  return error.findings
}

describe('a ./spec that cannot be used is a finding if it', () => {
  for (const { name, files = {}, prepare, says } of troubles)
    it(name, async () => {
      await using folder = await createTemporaryFolder(files)
      await prepare?.(join(folder.path, 'spec'))
      const [finding] = await findingsOf(folder)
      expect(basename(finding?.file ?? '')).toBe('spec')
      for (const part of [...says, 'standin openapi.yaml']) expect(finding?.message).toContain(part)
    })

  // Root may read every folder.
  it.skipIf(process.getuid?.() === 0)('has no permission to be read', async () => {
    await using folder = await createTemporaryFolder({ 'spec/a.json': document })
    const spec = join(folder.path, 'spec')
    await chmod(spec, 0)
    try {
      expect((await findingsOf(folder))[0]?.message).toContain('permissions')
    } finally {
      await chmod(spec, 0o700)
    }
  })
})
