/**
 * The logger of the SDK of OpenTelemetry, for what it finds wrong, such as a collector that cannot be reached. It repeats itself
 * with every batch of spans, so only the first few different messages are reported.
 */
import { getString } from '../contract/values/json-object.ts'
import { readJsonText } from '../contract/values/json-text.ts'
import type { Output } from '../ports.ts'

/** As the SDK calls it. */
export interface Diagnostics {
  readonly error: (message: string) => void
  readonly warn: (message: string) => void
  readonly info: () => void
  readonly debug: () => void
  readonly verbose: () => void
}

const maxMessages = 5
const maxLength = 300

export const createDiagnostics = (report: Output): Diagnostics => {
  const reported = new Set<string>()
  const add = (text: string): void => {
    const message = messageOf(text).slice(0, maxLength)
    if (reported.size >= maxMessages || reported.has(message)) return
    reported.add(message)
    report(`OpenTelemetry: ${message}${reported.size === maxMessages ? ' (further messages are not shown)' : ''}`)
  }
  const ignore = (): void => {}
  return { error: add, warn: add, info: ignore, debug: ignore, verbose: ignore }
}

/** The SDK reports an export that failed as JSON of the error, whose message is empty for several addresses (`localhost`). */
const messageOf = (text: string): string => {
  const error = text.startsWith('{') ? readJsonText(text) : undefined
  const reason = getString(error, 'message') || getString(error, 'code')
  return reason === undefined ? text : `spans cannot be sent: ${reason}`
}
