/**
 * The real server with documents, overlays and fixtures that a test writes, in a temporary folder.
 */
import { join } from 'node:path'
import { afterAll, assert, beforeAll, expect } from 'vitest'
import { createStandin, type Finding, LoadError, type Standin, type StandinOptions } from '../../src/index.ts'
import { type Answer, type CallOptions, call } from './client.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

/** By name, with folders; an object is written as JSON. */
export type Files = Readonly<Record<string, string | object>>

/**
 * Documents are named relative to the folder; without any it is the first file. So is the folder of the fixture set;
 * without one it is fixtures/default, if it has files.
 */
export interface ServeOptions extends Omit<StandinOptions, 'folder' | 'port'> {
  readonly documents?: readonly string[]
  readonly fixtures?: string
}

export interface Served extends AsyncDisposable {
  readonly standin: Standin
  /** The path begins with a slash. */
  readonly call: (path: string, options?: CallOptions) => Promise<Answer>
  /** Where the files are. */
  readonly folder: string
}

export const writeFiles = (files: Files) =>
  createTemporaryFolder(
    Object.fromEntries(
      Object.entries(files).map(([name, held]) => [name, typeof held === 'string' ? held : JSON.stringify(held)]),
    ),
  )

const isDefaultFixture = (name: string): boolean => name.startsWith('fixtures/default/')

/** Rejects like createStandin if the files do not load. */
export const serveFiles = async (files: Files, options: ServeOptions = {}): Promise<Served> => {
  const folder = await writeFiles(files)
  const documents = (options.documents ?? Object.keys(files).slice(0, 1)).map((name) => join(folder.path, name))
  const fixtures = options.fixtures ?? (Object.keys(files).some(isDefaultFixture) ? 'fixtures/default' : undefined)
  try {
    const standin = await createStandin({
      ...options,
      documents,
      ...(fixtures === undefined ? {} : { fixtures: join(folder.path, fixtures) }),
      // An empty folder, so that no other files are found.
      folder: join(folder.path, 'empty'),
      port: 0,
    })
    return {
      standin,
      folder: folder.path,
      call: (path, request) => call(standin.url + path, request),
      [Symbol.asyncDispose]: async () => {
        await standin.close()
        await folder.remove()
      },
    }
  } catch (error) {
    await folder.remove()
    throw error
  }
}

/** A server for one group of tests, started before the first and closed after the last. */
export const useFiles = (files: Files, options: ServeOptions = {}): Pick<Served, 'call'> & { standin(): Standin } => {
  let served: Served | undefined
  beforeAll(async () => {
    served = await serveFiles(files, options)
  })
  afterAll(() => served?.[Symbol.asyncDispose]())
  const get = (): Served => {
    assert(served !== undefined, 'the server is started before the tests, not while they are collected')
    return served
  }
  return { call: (path, request) => get().call(path, request), standin: () => get().standin }
}

/** The findings of files that do not load; fails the test if they load. */
export const findingsOf = async (files: Files, options: ServeOptions = {}): Promise<readonly Finding[]> => {
  const error = await serveFiles(files, options).then(
    (served) => served[Symbol.asyncDispose](),
    (reason: unknown) => reason,
  )
  expect(error, 'the files should not load').toBeInstanceOf(LoadError)
  assert(error instanceof LoadError)
  return error.findings
}

/** A finding as a test expects it: the file by its name in the folder. */
export interface ExpectedFinding {
  readonly code: Finding['code']
  readonly file: string
  readonly line?: number
  readonly column?: number
  /** Parts of the message. */
  readonly says?: readonly string[]
}

/** Compares findings with the expected ones, in any order. */
export const expectFindings = (findings: readonly Finding[], expected: readonly ExpectedFinding[]): void => {
  const placed = expected.map(({ code, file, line, column }) => ({
    code,
    file: expect.stringMatching(new RegExp(`(^|/)${file.replaceAll('.', '\\.')}$`)),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  }))
  const matching = (wanted: object) =>
    findings.filter((finding) => expect.objectContaining(wanted).asymmetricMatch(finding))
  for (const [index, wanted] of placed.entries()) {
    const found = matching(wanted)
    expect(found, `${JSON.stringify(expected[index])} among ${JSON.stringify(findings)}`).not.toHaveLength(0)
    for (const part of expected[index]?.says ?? [])
      expect(found.map(({ message }) => message).join('\n')).toContain(part)
  }
  expect(findings, JSON.stringify(findings)).toHaveLength(expected.length)
}
