/**
 * Chooses the operation that a user should try first, and the request for it: one that has been tried and succeeds.
 */
import { viewBody, viewParameters } from '../contract/document/operation-view.ts'
import type { Operation } from '../contract/operation/operation.ts'
import { groupBy } from '../contract/values/group-by.ts'
import type { Service } from '../loading/service.ts'
import { generateRequest, type RequestSources } from './generate-request.ts'
import type { SampleRequest } from './sample-request.ts'
import { tryRequest } from './try-request.ts'

/** Trying one takes a few milliseconds; the first one almost always succeeds. */
const maxTries = 12

/** Of these operations, all of one document or of several. Undefined if no request succeeds. */
export const chooseRequest = async (
  operations: readonly Operation[],
  sources: RequestSources,
): Promise<SampleRequest | undefined> => {
  const ranked = rankOperations(operations, sources.service)
  for (const { operation } of ranked.slice(0, maxTries)) {
    const request = await generateRequest(operation, sources)
    if (request && (await succeeds(request, operation, sources))) return request
  }
  return undefined
}

const succeeds = async (request: SampleRequest, { path }: Operation, sources: RequestSources): Promise<boolean> => {
  // Digest authentication needs a challenge first, so a single request cannot be tried.
  if (request.login?.scheme === 'digest') return true
  const status = await tryRequest(request, sources, path.includes('{'))
  return status >= 200 && status < 300
}

interface Ranked {
  readonly operation: Operation
  readonly rank: number
}

/**
 * The best ones first, as many as are tried. Inputs make a rank worse, so only operations that may still be among the best are
 * read as a whole: reading hundreds would delay the start.
 */
const rankOperations = (operations: readonly Operation[], { behaviours }: Service): readonly Ranked[] => {
  const groups = [...groupBy(operations, (operation) => leastRank(operation, behaviours))]
  const order = new Map(operations.map((operation, index) => [operation, index]))
  const ranked: Ranked[] = []
  for (const [least, members] of groups.sort(([one], [other]) => one - other)) {
    if (ranked.filter(({ rank }) => rank < least).length >= maxTries) break
    for (const operation of members) ranked.push({ operation, rank: least + rankOfInput(operation) })
  }
  const indexOf = ({ operation }: Ranked): number => order.get(operation) ?? 0
  return ranked.sort((one, other) => one.rank - other.rank || indexOf(one) - indexOf(other))
}

/** Lists show most, and reading changes nothing. */
const leastRank = (operation: Operation, behaviours: Service['behaviours']): number => {
  const { method, deprecation } = operation
  const isList = behaviours.get(operation)?.kind === 'list'
  const general = method === 'GET' && isList ? 0 : (ranks.methods.get(method) ?? ranks.other)
  return general + (deprecation ? ranks.deprecated : 0)
}

/** The fewer inputs a request needs, the easier it is to read. */
const rankOfInput = ({ document, node, pathItem }: Operation): number => {
  const required = viewParameters(document, node, pathItem).filter((parameter) => parameter.required).length
  return required * ranks.input + (viewBody(document, node, pathItem) ? ranks.body : 0)
}

const ranks = {
  input: 2,
  body: 4,
  deprecated: 7,
  other: 50,
  methods: new Map([
    ['GET', 3],
    ['POST', 20],
    ['PUT', 30],
    ['PATCH', 30],
    ['HEAD', 40],
  ]),
} as const
