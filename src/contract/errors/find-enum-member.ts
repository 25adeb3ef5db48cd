/**
 * The member of an enum that matches an error: by the error's code, by the reason phrase or number of its status, or by a
 * word that APIs use for such an error (NOT_FOUND, InvalidRequest, authentication_error).
 */
import { STATUS_CODES } from 'node:http'
import type { Json } from '../../ports.ts'
import type { ErrorDetails } from './error-fields.ts'

type Subject = Pick<ErrorDetails, 'code' | 'title' | 'status'>

/** Finds the member for an error, once for each code and status; undefined if none matches. */
export const createMemberFinder = (members: readonly Json[]): ((error: Subject) => Json | undefined) => {
  const found = new Map<string, Json | undefined>()
  return (error) => {
    const key = `${error.status} ${error.code} ${error.title}`
    if (!found.has(key)) found.set(key, findEnumMember(members, error))
    return found.get(key)
  }
}

const findEnumMember = (members: readonly Json[], { code, title, status }: Subject): Json | undefined => {
  const candidates = members.map((member) => ({ member, word: plainWord(String(member)) }))
  for (const text of [code, STATUS_CODES[status] ?? '', title, String(status), ...wordsFor(status)]) {
    const wanted = plainWord(text)
    if (wanted === '') continue
    const found =
      candidates.find(({ word }) => word === wanted) ??
      candidates.find(({ word }) => withoutNoun(word) === withoutNoun(wanted))
    if (found) return found.member
  }
  return undefined
}

const plainWord = (text: string): string => text.replace(/[^a-z0-9]/gi, '').toLowerCase()

/** `not_found_error`, `NotFoundException` and `ERR_NOT_FOUND` all mean `not_found`. */
const withoutNoun = (word: string): string =>
  word.replace(/(?<=.)(error|exception|fault)$|^(error(?=.)|err(?!or|$))/g, '')

const invalidWords = [
  'bad request',
  'invalid request',
  'validation',
  'validation failed',
  'invalid argument',
  'invalid input',
  'invalid parameter',
  'invalid',
]

/** Words for a status, the closest first. */
const statusWords: ReadonlyMap<number, readonly string[]> = new Map([
  [400, invalidWords],
  [
    401,
    [
      'unauthorized',
      'unauthenticated',
      'authentication',
      'authentication required',
      'authentication failed',
      'invalid credentials',
      'invalid token',
      'auth',
    ],
  ],
  [403, ['forbidden', 'permission denied', 'access denied', 'permission', 'authorization']],
  [404, ['not found', 'resource not found', 'resource missing', 'missing']],
  [409, ['conflict', 'already exists', 'duplicate']],
  [412, ['precondition failed', 'failed precondition']],
  [422, invalidWords],
  [429, ['rate limit', 'rate limited', 'rate limit exceeded', 'too many requests', 'resource exhausted', 'throttled']],
  [501, ['unimplemented']],
  [503, ['unavailable', 'overloaded']],
])

const clientWords = ['invalid request', 'client', 'request', 'fail', 'failure', 'error']
const serverWords = [
  'internal',
  'internal server',
  'server',
  'api',
  'unexpected',
  'unknown',
  'error',
  'failure',
  'fail',
]

/** Words for a status, followed by general words for client or server errors. */
const wordsFor = (status: number): readonly string[] => [
  ...(statusWords.get(status) ?? []),
  ...(status >= 500 ? serverWords : clientWords),
]
