/**
 * Finds a request that gets a certain status of an operation: a variant of a valid request, or one that prefers the status
 * (the header Prefer). Each is tried on a copy of the sandbox before it is returned.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Operation } from '../contract/operation/operation.ts'
import { generateParts, joinParts, type RequestParts, type RequestSources } from './generate-request.ts'
import { type RequestVariant, variantsOf } from './request-variants.ts'
import type { SampleRequest } from './sample-request.ts'
import { tryRequest } from './try-request.ts'

export interface StatusRequest extends RequestVariant {
  readonly how: 'request' | 'preference'
}

/** Which documented status covers one that occurred; undefined: none. */
export type OwnerTest = (status: string) => string | undefined

export interface StatusFinder {
  /** `wanted` is a status as the document writes it: 404, 4XX or default. Undefined if no request is known. */
  readonly find: (wanted: string) => Promise<StatusRequest | undefined>
}

/** Statuses of several calls share the variants that were tried. */
export const createStatusFinder = (operation: Operation, ownerOf: OwnerTest, sources: RequestSources): StatusFinder => {
  const found = new Map<string, StatusRequest>()
  let variants: AsyncGenerator<RequestVariant> | undefined
  let parts: Promise<RequestParts | undefined> | undefined
  const tryOwner = async (request: SampleRequest): Promise<string | undefined> => {
    await nextTurn()
    return ownerOf(String(await tryRequest(request, sources, true)))
  }
  const findVariant = async (wanted: string): Promise<void> => {
    while (variants && !found.has(wanted)) {
      const { value: variant, done } = await variants.next()
      if (done) return
      if (isDigest(variant.request)) continue
      // Scenarios are off while a request is tried.
      const request = sources.sandbox.scenarios.length > 0 ? withHeader(variant.request, scenariosOff) : variant.request
      const owner = await tryOwner(request)
      if (owner !== undefined && !found.has(owner)) found.set(owner, { ...variant, request, how: 'request' })
    }
  }
  return {
    find: async (wanted) => {
      parts ??= generateParts(operation, sources)
      const valid = await parts
      if (!valid) return undefined
      variants ??= variantsOf(valid, sources)
      await findVariant(wanted)
      const known = found.get(wanted)
      if (known) return known
      const whole = joinParts(valid)
      if (isDigest(whole))
        return /^2/.test(wanted) ? { what: 'A valid request.', request: whole, how: 'request' } : undefined
      for (const code of codesFor(wanted, ownerOf)) {
        const request = withHeader(whole, ['Prefer', `code=${code}`])
        if ((await tryOwner(request)) === wanted)
          return { what: `The request prefers the documented response ${code}.`, request, how: 'preference' }
      }
      return undefined
    },
  }
}

/** Digest authentication needs a challenge first, so a single request cannot be tried. */
export const isDigest = ({ login }: SampleRequest): boolean => login?.scheme === 'digest'

const scenariosOff = ['Sandbox-Scenario', 'none'] as const

const withHeader = (request: SampleRequest, header: readonly [string, string]): SampleRequest => ({
  ...request,
  headers: [...request.headers, header],
})

/** How many statuses of a range are tried. */
const maxCodes = 4

/** Statuses that a documented one covers. */
const codesFor = (wanted: string, ownerOf: OwnerTest): readonly string[] => {
  if (/^\d+$/.test(wanted)) return [wanted]
  const range = /^[1-5]/.exec(wanted)?.[0]
  const codes =
    range === undefined ? usualCodes : Array.from({ length: 30 }, (_, index) => String(Number(range) * 100 + index))
  return codes.filter((code) => ownerOf(code) === wanted).slice(0, maxCodes)
}

const usualCodes = ['500', '400', '404', '403', '409', '422', '503', '502', '418', '200', '202', '203']
