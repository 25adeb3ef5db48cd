/**
 * Which lifecycles are to stand still for the records that are made now.
 */
export interface HoldOrder {
  /** As `Schema.property` or `resource.property`. */
  readonly lifecycles: readonly string[]
  /** As in the store's Hold: which hold of the sandbox it is; undefined for one that only a reset ends. */
  readonly period: number | undefined
}
