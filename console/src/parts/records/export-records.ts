/**
 * Downloads: the records of one resource as a JSON list that can be imported again, or the sandbox as a fixture set.
 */
import type { Api } from '../../api/client.ts'
import { type JsonObject, type JsonValue, stringifyJson } from '../../api/json.ts'
import type { Resource } from '../../api/types.ts'

interface Exporting {
  readonly api: Api
  readonly sandbox: string
}

/** All records of a resource at one moment, as in a fixture file. */
export const readFixtures = async (
  { api, sandbox }: Exporting,
  { name, document }: Pick<Resource, 'name' | 'document'>,
): Promise<readonly JsonValue[]> => {
  const { records } = await api.call('exportSandbox', { path: { id: sandbox } })
  // Its document describes lists of JSON objects.
  const files = records as Readonly<Record<string, readonly JsonObject[]>>
  return files[name] ?? files[`${document}/${name}`] ?? []
}

export const downloadResource = async (exporting: Exporting, resource: Resource): Promise<void> => {
  const records = await readFixtures(exporting, resource)
  download(`${resource.name.replaceAll('/', '-')}.json`, stringifyJson(records, 2))
}

export const downloadSandbox = async ({ api, sandbox }: Exporting): Promise<void> => {
  const exported = await api.call('exportSandbox', { path: { id: sandbox } })
  download(`${sandbox.replaceAll('/', '-')}.json`, stringifyJson(exported, 2))
}

const download = (name: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
