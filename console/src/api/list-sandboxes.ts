/**
 * A page of sandboxes with the number of all that match. There can be many thousands, so nothing loads all of them: what is not
 * in a page is found by the server.
 */
import type { Api, Input } from './client.ts'
import { parseJson } from './json.ts'
import type { Sandbox } from './types.ts'

export interface SandboxPage {
  readonly rows: readonly Sandbox[]
  /** On all pages. */
  readonly total: number
}

/** The longest text that the server searches for. */
const maxText = 200

export const listSandboxes = async (
  api: Api,
  { q = '', ...query }: NonNullable<Input<'listSandboxes'>['query']>,
  signal: AbortSignal,
): Promise<SandboxPage> => {
  const text = q.trim().slice(0, maxText)
  const response = await api.open('listSandboxes', { query: { ...query, ...(text === '' ? {} : { q: text }) } }, signal)
  // The control API's document describes what it returns; only the number of all is a header.
  const rows = parseJson(await response.text()) as readonly Sandbox[]
  return { rows, total: Number(response.headers.get('X-Total-Count') ?? rows.length) }
}
