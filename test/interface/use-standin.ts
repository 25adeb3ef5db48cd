/**
 * A server for one group of tests, so that groups do not share records. It starts before the first test and is closed after
 * the last.
 */
import { afterAll, assert, beforeAll, inject } from 'vitest'
import type { Standin, StandinOptions } from '../../src/index.ts'
import { type Answer, type CallOptions, call } from '../support/client.ts'
import { type ExchangeOptions, exchange, hangUp } from '../support/raw-http.ts'
import { startStandin } from '../support/start-standin.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'
import { renameBody, renameBytes, renamedFiles, renamePath, restoreAnswer } from './renaming.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether the tests run against the mocked API with other names. */
    readonly renamed: boolean
  }
}

const isRenamed = inject('renamed')

/** The default time of the clock in tests. */
export const noon = Date.parse('2026-11-20T12:00:00Z')

export interface ApiOptions extends Omit<CallOptions, 'key'> {
  /** Default: the key that is valid in every fixture set; null: none. */
  readonly key?: string | null
}

export interface Api {
  /** The path begins with a slash and includes the base path. */
  readonly call: (path: string, options?: ApiOptions) => Promise<Answer>
  /** Sends a request as bytes over a socket. */
  readonly exchange: (bytes: Uint8Array, options?: ExchangeOptions) => Promise<Answer>
  /** Sends bytes and closes the connection without waiting. */
  readonly hangUp: (bytes: Uint8Array) => Promise<void>
}

export const useStandin = (options: StandinOptions = {}): Api => {
  let standin: Standin | undefined
  let folder: TemporaryFolder | undefined
  beforeAll(async () => {
    folder = isRenamed ? await createTemporaryFolder(renamedFiles()) : undefined
    standin = await startStandin({ now: () => noon, ...(folder ? { folder: folder.path } : {}), ...options })
  })
  afterAll(async () => {
    await standin?.close()
    await folder?.remove()
  })
  const origin = (): string => {
    assert(standin !== undefined, 'the server is started before the tests, not while they are collected')
    return standin.url
  }
  const api: Api = {
    call: (path, { key = 'sandbox-key', ...rest } = {}) =>
      call(`${origin()}${path}`, key === null ? rest : { ...rest, key }),
    exchange: (bytes, more) => exchange(origin(), bytes, more),
    hangUp: (bytes) => hangUp(origin(), bytes),
  }
  return isRenamed ? renameApi(api) : api
}

const renameApi = (api: Api): Api => ({
  call: async (path, { body, ...rest } = {}) => {
    const renamed = renameBody(body)
    return restoreAnswer(await api.call(renamePath(path), renamed === undefined ? rest : { ...rest, body: renamed }))
  },
  exchange: async (bytes, more) => restoreAnswer(await api.exchange(renameBytes(bytes), more)),
  hangUp: (bytes) => api.hangUp(renameBytes(bytes)),
})
