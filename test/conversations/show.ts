/**
 * Responses as text that is the same in each run.
 */
import process from 'node:process'
import type { Answer } from '../support/client.ts'

/** What the clocks of sandboxes show. */
export const now = '2027-03-04T05:06:07.000Z'

/** Status, headers and body. */
export const show = ({ status, headers, text, json }: Answer): string =>
  [status, showHeaders(headers), '', showBody(text, json)].join('\n').trimEnd()

/** Different in each run, or the same in all responses. */
const notShown = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'sandbox-request-id',
  'sandbox-id',
  'vary',
])

const showHeaders = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .filter(([name]) => !notShown.has(name) && !name.startsWith('access-control'))
    .map(([name, value]) => `${name}: ${value}`)
    .toSorted()
    .join('\n')

const showBody = (text: string, json: unknown): string =>
  json === undefined || json === null ? text : showJson(JSON.parse(hideLengths(text)), '')

/** What is short is on one line. */
export const showJson = (value: unknown, indent: string): string => {
  const line = JSON.stringify(value)
  if (line.length + indent.length <= 120 || typeof value !== 'object' || value === null) return line
  const within = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((item) => within + showJson(item, within))
    : Object.entries(value).map(([name, item]) => `${within}${JSON.stringify(name)}: ${showJson(item, within)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`
}

/** What differs in length from run to run: addresses, folders, durations, and times of the real clock. */
const hideLengths = (text: string): string =>
  text
    .replaceAll(process.cwd(), '/folder')
    .replaceAll(/[^"\s]*\/standin-\w{6}\//g, '/temporary/')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'server')
    .replaceAll(/"(duration|milliseconds)": ?[\d.]+/g, '"$1":0')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) =>
      Math.abs(Date.parse(time) - Date.now()) < 86_400_000 ? 'today' : time,
    )

/** The same text in each run: ids of requests and generated keys get names, in the order in which they appear. */
export const hideRandom = (text: string): string => {
  const names = new Map<string, string>()
  const nameOf = (value: string, kind: string): string => {
    const known = names.get(value) ?? `${kind}-${names.size + 1}`
    names.set(value, known)
    return known
  }
  return hideLengths(text)
    .replaceAll(/req-[0-9a-f]{12}-\w+/g, (id) => nameOf(id, 'request'))
    .replaceAll(/sk_[0-9a-f]{32}/g, (key) => nameOf(key, 'key'))
}
