/**
 * Values of a record that has just been created, by the names of properties: its first state, counters at zero, flags as they
 * are before anything happened.
 */
import type { Json } from '../../ports.ts'
import type { Files, Node } from '../document/references.ts'
import { findKeyword, typesOf } from '../schema/schema-view.ts'
import { itemsOf } from '../values/json-object.ts'
import { usualFlag } from './property-names.ts'
import { snakeCase } from './record-subject.ts'
import { firstState, isStateName } from './states.ts'

const counter =
  /(^|_)(counts?|views|likes|dislikes|replies|followers|following|attempts|retries|usage|used|clicks|opens|downloads|plays|hits|progress|percent_?complete|votes|upvotes|downvotes|shares|forks|stars|stargazers|watchers|redemptions|times_redeemed|impressions|visits)$|^(num|number_of|count|nb)_|^(amount_(paid|refunded|captured|received|spent)|refunded_amount|paid_amount|total_(paid|refunded|spent))$|_count$/

/** Undefined if the name says nothing of a new record. Not necessarily valid. */
export const newValue = (files: Files, node: Node, name: string): Json | undefined => {
  const members = itemsOf(findKeyword(files, node, 'enum')).filter((member) => typeof member === 'string')
  if (members.length > 0) return isStateName(name) ? firstState(members) : undefined
  const types = typesOf(files, node)
  if (types.has('boolean')) return usualFlag(name)
  const isNumber = types.has('integer') || types.has('number')
  return isNumber && counter.test(snakeCase(name)) ? acceptZero(files, node) : undefined
}

const acceptZero = (files: Files, node: Node): 0 | undefined => {
  const minimum = findKeyword(files, node, 'minimum') ?? findKeyword(files, node, 'exclusiveMinimum')
  return typeof minimum === 'number' && minimum > 0 ? undefined : 0
}
