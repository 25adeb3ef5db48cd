/**
 * Why operations have no behaviour. One path may be looked at in several ways, as an action on an item and as a
 * collection of its own: each way that fails says why.
 */
import type { Operation } from '../../contract/operation/operation.ts'

export interface Rejections {
  readonly reject: (operation: Operation, reason: string) => void
  /** All that was said of an operation. */
  readonly tell: (operation: Operation) => string
}

export const createRejections = (): Rejections => {
  const reasons = new Map<Operation, Set<string>>()
  return {
    reject: (operation, reason) => {
      const known = reasons.get(operation)
      if (known) known.add(reason)
      else reasons.set(operation, new Set([reason]))
    },
    tell: (operation) => [...(reasons.get(operation) ?? ['nothing is known of its path'])].join('; '),
  }
}
