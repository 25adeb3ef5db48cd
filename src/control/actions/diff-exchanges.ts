/**
 * How two exchanges differ: JSON pointers into their representations, with both values.
 */
import { entriesOf, isJsonArray, isJsonObject } from '../../contract/values/json-object.ts'
import { stringifyJson } from '../../contract/values/json-text.ts'
import { appendPointer } from '../../contract/values/pointer.ts'
import type { Exchange } from '../../journal/exchange.ts'
import type { Json, JsonObject } from '../../ports.ts'
import { viewExchange } from './view-exchange.ts'

/** An absent value means that the exchange has nothing there. */
interface Difference {
  readonly pointer: string
  readonly first?: Json
  readonly second?: Json
}

/** More differences than this are not listed. */
const maxDifferences = 1_000

/** Headers of a response that differ in any two exchanges. */
const alwaysDifferent: ReadonlySet<string> = new Set(['sandbox-request-id', 'date'])

export const diffExchanges = (first: Exchange, second: Exchange): JsonObject => {
  const differences: Difference[] = []
  compare(comparable(first), comparable(second), '', { isSame: createComparison(), differences })
  return {
    first: first.id,
    second: second.id,
    differences: differences.slice(0, maxDifferences).map((difference) => ({ ...difference })),
    complete: differences.length <= maxDifferences,
  }
}

/** Without what differs in any two exchanges. */
const comparable = (exchange: Exchange): Json => {
  const { request, response, operation, document, scenario, code, message, violations, notices } =
    viewExchange(exchange)
  const headers = Object.fromEntries(
    Object.entries(response.headers).filter(([name]) => !alwaysDifferent.has(name.toLowerCase())),
  )
  return {
    operation,
    document,
    request,
    response: { ...response, headers },
    scenario,
    code,
    message,
    violations,
    notices,
  }
}

interface Comparing {
  readonly isSame: IsSame
  /** Those found so far. */
  readonly differences: Difference[]
}

const compare = (first: Json | undefined, second: Json | undefined, pointer: string, found: Comparing): void => {
  const { isSame, differences } = found
  if (differences.length > maxDifferences || isSame(first, second)) return
  if (isJsonObject(first) && isJsonObject(second)) {
    for (const name of new Set([...Object.keys(first), ...Object.keys(second)]))
      compare(ownOf(first, name), ownOf(second, name), appendPointer(pointer, name), found)
  } else if (isJsonArray(first) && isJsonArray(second)) compareLists(first, second, pointer, found)
  else
    differences.push({
      pointer,
      ...(first === undefined ? {} : { first }),
      ...(second === undefined ? {} : { second }),
    })
}

/**
 * Equal items at the start and the end are skipped, so that one inserted item is one difference. Its pointer is its place
 * in the list that has it.
 */
const compareLists = (first: readonly Json[], second: readonly Json[], pointer: string, found: Comparing): void => {
  const { isSame } = found
  const shorter = Math.min(first.length, second.length)
  let start = 0
  while (start < shorter && isSame(first[start], second[start])) start++
  let end = 0
  while (end < shorter - start && isSame(first.at(-1 - end), second.at(-1 - end))) end++
  const firstEnd = first.length - end
  const secondEnd = second.length - end
  for (let index = start; index < Math.max(firstEnd, secondEnd); index++)
    compare(
      index < firstEnd ? first[index] : undefined,
      index < secondEnd ? second[index] : undefined,
      appendPointer(pointer, index),
      found,
    )
}

const ownOf = (value: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(value, name) ? value[name] : undefined

type IsSame = (first: Json | undefined, second: Json | undefined) => boolean

/** Equal values have the same number, so that each value is read once, however many lists and objects it is in. */
const createComparison = (): IsSame => {
  const byText = new Map<string, number>()
  const known = new Map<object, number>()
  const numberText = (text: string): number => {
    const found = byText.get(text)
    if (found !== undefined) return found
    byText.set(text, byText.size)
    return byText.size - 1
  }
  const numberOf = (value: Json): number => {
    if (typeof value !== 'object' || value === null) return numberText(stringifyJson(value))
    const found = known.get(value)
    if (found !== undefined) return found
    const number = numberText(
      isJsonArray(value)
        ? `[${value.map(numberOf).join()}`
        : `{${entriesOf(value)
            .map(([name, item]) => `${stringifyJson(name)}:${numberOf(item)}`)
            .join()}`,
    )
    known.set(value, number)
    return number
  }
  return (first, second) =>
    first === second || (first !== undefined && second !== undefined && numberOf(first) === numberOf(second))
}
