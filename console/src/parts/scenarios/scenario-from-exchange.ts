/**
 * Writes a scenario that repeats the response of an exchange.
 */
import { stringifyJson } from '../../api/json.ts'
import type { Exchange } from '../../api/types.ts'

export interface WrittenScenario {
  readonly name: string
  readonly source: string
}

/** An exchange with its explanation, as far as a scenario needs it. */
interface ExplainedExchange extends Exchange {
  readonly why?: { readonly matched: { readonly parameters: Readonly<Record<string, string>> } | null }
}

/** `ignoresContract`: the response is not documented. */
export const writeScenario = (exchange: ExplainedExchange, ignoresContract: boolean): WrittenScenario => {
  const { operation, request, response, id, document } = exchange
  const what = operation ?? `${request.method} ${request.path}`
  const { status, fault } = response
  const result = fault === undefined ? `returns ${status}` : `ends with the fault ${fault}`
  const condition =
    operation === null ? [`method: ${request.method}`] : [`operation: ${quote(operation)}`, ...paramsOf(exchange)]
  const lines = [
    `# From the exchange ${id}${document === null ? '' : ` of ${document}`}.`,
    `description: ${quote(`${what} ${result}.`)}`,
    'steps:',
    `  - when: { ${condition.join(', ')} }`,
    ...(fault === undefined ? respondLines(exchange) : [`    fault: ${fault}`]),
    ...(ignoresContract ? ['    contract: ignore'] : []),
  ]
  return { name: nameOf(what, fault ?? String(status)), source: `${lines.join('\n')}\n` }
}

const nameOf = (what: string, result: string): string =>
  `${what}-${result}`
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)

const paramsOf = ({ why }: ExplainedExchange): readonly string[] => {
  const parameters = Object.entries(why?.matched?.parameters ?? {})
  if (parameters.length === 0) return []
  return [`params: { ${parameters.map(([name, value]) => `${quote(name)}: ${stringifyJson(value)}`).join(', ')} }`]
}

/** Headers that a scenario may need; the others are those of every response. */
const kept: ReadonlySet<string> = new Set(['retry-after', 'location', 'etag', 'www-authenticate', 'link'])

/** JSON is YAML, so the body is written as JSON. */
const respondLines = ({ response: { status, headers, body } }: Exchange): readonly string[] => {
  const own = Object.entries(headers).filter(([name]) => kept.has(name.toLowerCase()))
  return [
    '    respond:',
    `      status: ${status}`,
    ...(own.length === 0 ? [] : [`      headers: ${stringifyJson(Object.fromEntries(own))}`]),
    ...(body === undefined || body === null || typeof body === 'string'
      ? []
      : [`      body: ${stringifyJson(body, 2).replaceAll('\n', '\n      ')}`]),
  ]
}

const quote = (text: string): string => (/^[A-Za-z][\w -]*$/.test(text) ? text : JSON.stringify(text))
