/**
 * Writes the part of docs/prism.md about responses of `standin mock` that differ from Prism's.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Answer } from '../../test/prism/parity/answer.ts'
import type { ParityCase, ParityRequest } from '../../test/prism/parity/parity-case.ts'

export interface Compared {
  readonly parityCase: ParityCase
  readonly request: ParityRequest
  readonly prism: Answer
  readonly standin: Answer
  /** Undefined: the same. */
  readonly difference: string | undefined
}

const page = new URL('../../docs/prism.md', import.meta.url)
const heading = '## Responses of `standin mock`'

export const writeParity = (compared: readonly Compared[], documents: number, version: string): void => {
  const text = readFileSync(page, 'utf8')
  const start = text.indexOf(`${heading}\n`)
  const end = text.indexOf('\n## ', start + 1)
  writeFileSync(page, text.slice(0, start) + formatParity(compared, documents, version) + text.slice(end))
}

const formatParity = (compared: readonly Compared[], documents: number, version: string): string => {
  const others = compared.filter(({ difference }) => difference !== undefined)
  const same = compared.length - others.length
  const rows = others.map(
    ({ parityCase, request, prism, standin, difference }) =>
      `| ${escapeCell(parityCase.name)} | ${escapeCell(describeRequest(request))} | ${difference} | ${describe(prism)} | ${describe(standin)} | ${escapeCell(request.differs ?? '')} |`,
  )
  return [
    heading,
    '',
    `\`npm run prism-parity\` sends ${compared.length} requests for ${documents} small documents to \`prism mock\` (prism-cli ${version}) and to`,
    '`standin mock`, and compares status, media type, body and the headers that Prism sets. A body that is generated without a seed',
    `is compared by its shape. ${same} of ${compared.length} responses are the same (${((100 * same) / compared.length).toFixed(1)} %). The others:`,
    '',
    '| Document | Request | What differs | Prism | Standin | Why |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

const describeRequest = ({ send, headers = {}, body }: ParityRequest): string =>
  `\`${[send, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), ...(body === undefined ? [] : [body])].join(' · ').replaceAll('\r\n', ' ').slice(0, 120)}\``

const describe = ({ status, type }: Answer): string =>
  status === 0 ? 'no response' : `${status}${type === undefined ? '' : ` ${type}`}`

const escapeCell = (text: string): string => text.replaceAll('|', '\\|')
