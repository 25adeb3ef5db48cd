/**
 * The records with which `standin serve` starts for a document: three of each resource.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isGone, ownIdOf } from '../../src/behaviours/records/record-id.ts'
import { getOwn, getString, itemsOf } from '../../src/contract/values/json-object.ts'
import { loadSetup } from '../../src/loading/setup.ts'
import type { JsonObject } from '../../src/ports.ts'
import { createStandin } from '../../src/standin.ts'
import { findKinds, type Kinds, kindOf } from './find-references.ts'

export interface GeneratedResource {
  readonly name: string
  /** As the document writes it. */
  readonly path: string
  readonly kind: string
  /** Whether a record exists at every address. */
  readonly isEverywhere: boolean
  readonly records: readonly { readonly id: string; readonly value: JsonObject }[]
}

export interface ServedDocument extends AsyncDisposable {
  readonly resources: readonly GeneratedResource[]
  readonly kinds: Kinds
  /** The status of the response to a GET of a path with one parameter. */
  readonly get: (path: string, value: string) => Promise<number>
}

const maxRecords = 100

/** Rejects with LoadError if the document does not load. */
export const serveDocument = async (file: string): Promise<ServedDocument> => {
  const options = {
    documents: [file],
    folder: join(import.meta.dirname, 'none'),
    anyKey: true,
    generate: 0,
    generateWithoutFixtures: 3,
    seed: 1,
    // A fixed time, so that the records are the same each time.
    now: () => Date.UTC(2026, 0, 15, 12),
  }
  const { service } = await loadSetup({ ...options, fixtures: undefined, scenarios: undefined, active: [], keys: [] })
  const standin = await createStandin(options)
  const resources: GeneratedResource[] = []
  for (const resource of service.resources) {
    const path = service.origins.get(resource)?.path ?? ''
    const stored = await standin.defaultSandbox.store.page(resource.key, { filters: [], limit: maxRecords })
    resources.push({
      name: resource.name,
      path,
      kind: kindOf(path.split('/').findLast((segment) => segment !== '' && !segment.startsWith('{')) ?? ''),
      isEverywhere: resource.form === 'single' && path.endsWith('}'),
      records: stored
        .filter((record) => !isGone(record))
        .map((record) => ({ id: String(ownIdOf(record)), value: record.value })),
    })
  }
  const { basePath } = service.first.document
  const raw: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return {
    resources,
    kinds: findKinds(raw),
    get: async (path, value) => {
      const url = `http://localhost${basePath}${path.replace(/\{[^}]+\}/, () => encodeURIComponent(value))}`
      const headers = { authorization: 'Bearer any', ...requiredHeaders(raw, path) }
      return (await standin.fetch(url, { headers })).status
    },
    [Symbol.asyncDispose]: () => standin.close(),
  }
}

const requiredHeaders = (document: unknown, path: string): Readonly<Record<string, string>> => {
  const item = getOwn(getOwn(document, 'paths'), path)
  const parameters = [...itemsOf(getOwn(item, 'parameters')), ...itemsOf(getOwn(getOwn(item, 'get'), 'parameters'))]
  return Object.fromEntries(
    parameters.flatMap((parameter) => {
      const name = getString(parameter, 'name')
      const isRequired = getString(parameter, 'in') === 'header' && getOwn(parameter, 'required') === true
      return name !== undefined && isRequired ? [[name, 'any']] : []
    }),
  )
}
