/**
 * What a client does that a test may not want to let pass: requests that no document has, that break the contract, that
 * use what is deprecated. Seen as they come, so that neither a reset nor the journal's bounds hide one.
 */
import type { OffenceKind } from '../errors.ts'
import type { Exchange } from '../sandboxes/exchange.ts'
import { isInvalid, isUnmatched } from './exchange-view.ts'

export interface Offence {
  readonly kind: OffenceKind
  /** The method, path, status, and what was wrong. */
  readonly message: string
}

/** All ways in which an exchange offends. */
export const offencesOf = (exchange: Exchange): readonly Offence[] => {
  const kinds: readonly OffenceKind[] = [
    ...(isUnmatched(exchange) ? ['unmatched' as const] : []),
    ...(isInvalid(exchange) ? ['invalid' as const] : []),
    ...(exchange.operation?.deprecation ? ['deprecated' as const] : []),
  ]
  return kinds.map((kind) => ({ kind, message: describeOffence(kind, exchange) }))
}

const describeOffence = (kind: OffenceKind, exchange: Exchange): string => {
  const { method, path, reply, refusal, operation } = exchange
  const reason =
    kind === 'deprecated'
      ? `${operation?.id} is deprecated${describeSuccessor(exchange)}`
      : (refusal?.message ?? 'it was refused')
  return `${method} ${path} → ${reply.status}, ${kind}: ${reason}`
}

const describeSuccessor = ({ operation }: Exchange): string => {
  const successor = operation?.deprecation?.successor
  return successor === undefined ? '' : `; use ${successor}`
}
