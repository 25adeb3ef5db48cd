/**
 * The token that a login of the document responds with opens the sandbox: it becomes a key, as if the fixtures had it. No
 * keyword marks a login, so it is recognised by its path, and the token by its name.
 */
import type { BehaviourResult } from '../behaviours/behaviour-reply.ts'
import { securitySchemesOf } from '../contract/document/check-document.ts'
import { childNodes, dereference } from '../contract/document/references.ts'
import type { Operation } from '../contract/operation/operation.ts'
import type { ScriptedReply } from '../contract/response/respond.ts'
import { hasRole } from '../contract/values/conventions.ts'
import { headerPairs } from '../contract/values/header-list.ts'
import { entriesOf, getString, isJsonArray } from '../contract/values/json-object.ts'
import { readJsonText } from '../contract/values/json-text.ts'
import { memoize } from '../contract/values/memoize.ts'
import { plainName, wordsOf } from '../contract/values/names.ts'
import type { Json } from '../ports.ts'
import { checkKeys } from '../sandboxes/check-room.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'

/** Whether an operation returns tokens. */
export const isLogin = (operation: Operation): boolean => readLogin(operation) !== undefined

/** Adds the tokens in the response of a login to the keys of the sandbox, as far as it may have more. */
export const acceptTokens = async (
  operation: Operation,
  replying: Promise<ScriptedReply | BehaviourResult>,
  sandbox: Sandbox,
): Promise<ScriptedReply | BehaviourResult> => {
  const result = await replying
  const login = readLogin(operation)
  if (!login || sandbox.keys.acceptsAny || result.kind !== 'reply') return result
  const { status, headers = [], body } = 'reply' in result ? result.reply : result
  if (status < 200 || status > 299) return result
  const text = typeof body === 'string' && body.length <= maxBody ? body : ''
  for (const token of [...tokensInBody(text, login), ...tokensInCookies(headers, login)])
    if (!sandbox.keys.find(token) && !checkKeys(sandbox))
      sandbox.keys.set({ key: token, state: 'active', isLogin: true })
  return result
}

/** Longer bodies, in characters, are not searched. */
const maxBody = 100_000

interface Login {
  /** Whether its response is the token, if it is only a string. */
  readonly returnsToken: boolean
  /** Names of cookies that carry a key. */
  readonly cookies: ReadonlySet<string>
}

/** Undefined if the operation is not a login, or if the document requires no keys. */
const readLogin = memoize(({ document, method, path, id }: Operation): Login | undefined => {
  const segments = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'))
  const last = wordsOf(segments.at(-1) ?? '')
  const isCreation = method === 'POST' || method === 'PUT'
  const returnsToken = last.some((word) => hasRole(word, 'login-word'))
  const words = isCreation ? [...segments.slice(-2).flatMap(wordsOf), ...wordsOf(id)] : last
  if (!words.some((word) => hasRole(word, 'login-word') || (isCreation && hasRole(word, 'session-word'))))
    return undefined
  const schemes = childNodes(securitySchemesOf(document.root, document.dialect))
  if (schemes.length === 0) return undefined
  const cookies = schemes.flatMap(([, node]) => {
    const scheme = dereference(document.files, node)?.value
    return getString(scheme, 'in') === 'cookie' ? (getString(scheme, 'name') ?? []) : []
  })
  return { returnsToken, cookies: new Set(cookies) }
})

const tokensInBody = (text: string, { returnsToken }: Login): readonly string[] => {
  if (text === '') return []
  if (!/^\s*["[{]/.test(text)) return returnsToken && /^\S+$/.test(text) ? [text] : []
  const value = readJsonText(text)
  return typeof value === 'string' ? (returnsToken && value !== '' ? [value] : []) : findTokens(value, 0)
}

/** A response has its token in the object itself, or in an envelope of a few levels. */
const maxDepth = 3

const findTokens = (value: Json | undefined, depth: number): readonly string[] => {
  if (depth > maxDepth || isJsonArray(value)) return []
  return entriesOf(value).flatMap(([name, held]) => {
    if (typeof held === 'object') return findTokens(held, depth + 1)
    return typeof held === 'string' && held !== '' && hasRole(plainName(name), 'login-token') ? [held] : []
  })
}

const tokensInCookies = (headers: readonly string[], { cookies }: Login): readonly string[] =>
  cookies.size === 0
    ? []
    : headerPairs(headers).flatMap(([name, value]) => {
        const [, cookie = '', token = ''] = name === 'set-cookie' ? (/^\s*([^=;]+)=([^;]*)/.exec(value) ?? []) : []
        return cookies.has(cookie) && token !== '' ? [token] : []
      })
