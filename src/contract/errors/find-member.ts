/**
 * The member of an enum that says an error: by the error's own code, by the phrase or the number of its status, or by a
 * word that interfaces use for such an error (NOT_FOUND, InvalidRequest, authentication_error).
 */
import { STATUS_CODES } from 'node:http'

interface SaidError {
  readonly code: string
  readonly title: string
  readonly status: number
}

/** Undefined where no member says it. */
export const findMember = (members: readonly unknown[], { code, title, status }: SaidError): unknown => {
  const plain = members.map((member) => ({ member, word: plainWord(String(member)) }))
  for (const text of [code, STATUS_CODES[status] ?? '', title, String(status), ...wordsOf(status)]) {
    const wanted = plainWord(text)
    if (wanted === '') continue
    const found =
      plain.find(({ word }) => word === wanted) ?? plain.find(({ word }) => withoutNoun(word) === withoutNoun(wanted))
    if (found) return found.member
  }
  return undefined
}

const plainWord = (text: string): string => text.replace(/[^a-z0-9]/gi, '').toLowerCase()

/** `not_found_error`, `NotFoundException` and `ERR_NOT_FOUND` are `not_found`. */
const withoutNoun = (word: string): string =>
  word.replace(/(?<=.)(error|exception|fault)$|^(error(?=.)|err(?!or|$))/g, '')

const invalid = [
  'bad request',
  'invalid request',
  'validation',
  'validation failed',
  'invalid argument',
  'invalid input',
  'invalid parameter',
  'invalid',
]

/** Words for one status, the nearest first. */
const statusWords: ReadonlyMap<number, readonly string[]> = new Map([
  [400, invalid],
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
  [422, invalid],
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

/** After them what any error of its side is called. */
const wordsOf = (status: number): readonly string[] => [
  ...(statusWords.get(status) ?? []),
  ...(status >= 500 ? serverWords : clientWords),
]
