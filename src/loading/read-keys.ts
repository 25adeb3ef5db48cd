/**
 * Reads keys.yaml of a fixture set: a list of keys with their state.
 */

import { findingAt, type Source } from '../contract/document/source.ts'
import { getOwn, getString, isJsonObject } from '../contract/values/json-object.ts'
import { suggest } from '../contract/values/nearest.ts'
import { appendPointer } from '../contract/values/pointer.ts'
import { parseTime } from '../contract/values/time.ts'
import type { Finding } from '../errors.ts'
import { isKeyState, type Key } from '../sandboxes/keys.ts'

/** Returns the valid keys and adds problems to the findings. */
export const readKeys = async (source: Source, findings: Finding[]): Promise<readonly Key[]> => {
  if (!Array.isArray(source.data)) {
    findings.push(
      await findingAt(
        source,
        '',
        'key-invalid',
        'must be a list of keys, such as "- key: my-key" with "state: active"',
      ),
    )
    return []
  }
  const keys = new Map<string, Key>()
  for (const [index, item] of source.data.entries()) {
    const parsed = parseKey(item)
    if (parsed.kind === 'key' && !keys.has(parsed.key.key)) keys.set(parsed.key.key, parsed.key)
    else {
      const { field, message } = parsed.kind === 'key' ? listedTwice(parsed.key) : parsed
      const pointer = field === undefined ? `/${index}` : appendPointer(`/${index}`, field)
      findings.push(await findingAt(source, pointer, 'key-invalid', message))
    }
  }
  return [...keys.values()]
}

interface KeyProblem {
  readonly kind: 'problem'
  /** The field of the item; undefined for the whole item. */
  readonly field?: string
  readonly message: string
}

const problem = (message: string, field?: string): KeyProblem =>
  field === undefined ? { kind: 'problem', message } : { kind: 'problem', message, field }

const listedTwice = ({ key }: Key): KeyProblem => problem(`the key ${key} is listed twice; list it once`)

const fields = ['key', 'user', 'password', 'state', 'expires', 'scopes']

/** Returns the key, or its problem. */
const parseKey = (item: unknown): { readonly kind: 'key'; readonly key: Key } | KeyProblem => {
  const unknown = isJsonObject(item) ? Object.keys(item).find((name) => !fields.includes(name)) : undefined
  if (unknown !== undefined) return unknownField(unknown)
  const user = getString(item, 'user')
  const key =
    getString(item, 'key') ?? (user === undefined ? undefined : `${user}:${getString(item, 'password') ?? ''}`)
  if (!key) return problem('must have a key (a string), or user and password')
  const state = getOwn(item, 'state') ?? 'active'
  if (!isKeyState(state)) return problem(`state must be active, expired or revoked, got ${JSON.stringify(state)}`)
  const expires = getOwn(item, 'expires')
  const at = typeof expires === 'string' && /^\d{4}-\d\d-\d\d/.test(expires) ? parseTime(expires) : undefined
  if (expires !== undefined && (at === undefined || Number.isNaN(at)))
    return problem(`expires must be a time such as 2030-12-05T00:00:00Z, got ${JSON.stringify(expires)}`)
  const scopes = readScopes(getOwn(item, 'scopes'))
  if (scopes.kind === 'problem') return scopes
  return { kind: 'key', key: { key, state, ...(at === undefined ? {} : { expires: at }), ...scopes.fields } }
}

type ReadScopes = { readonly kind: 'scopes'; readonly fields: Pick<Key, 'scopes'> } | KeyProblem

/** A list, or a string separated by spaces (RFC 6749, section 3.3). */
const readScopes = (value: unknown): ReadScopes => {
  if (value === undefined) return { kind: 'scopes', fields: {} }
  const scopes = typeof value === 'string' ? value.split(' ').filter((scope) => scope !== '') : value
  return Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string')
    ? { kind: 'scopes', fields: { scopes } }
    : problem('scopes must be a list of strings, such as [read, write]', 'scopes')
}

const unknownField = (name: string): KeyProblem => {
  const hint = suggest(name, fields, `The fields are ${fields.join(', ')}`)
  return problem(`unknown field ${name}. ${hint}`, name)
}
