/**
 * Which kind of number a name is that has to fit others in its object, whatever these are called: what is left undone, a mean, what
 * is on hand. A table with an index, because each name of a document is looked up in it.
 */
import { createRowFinder } from './row-finder.ts'

export type NumberRole =
  | 'after'
  | 'average'
  | 'base'
  | 'block'
  | 'depth'
  | 'earlier'
  | 'hours'
  | 'item-count'
  | 'main-share'
  | 'on-hand'
  | 'page-end'
  | 'per'
  | 'size'
  | 'text-end'
  | 'same-as-list'
  | 'undone'
  | 'whole-of'

const participle =
  'applied|allocated|used|paid|billed|invoiced|matched|captured|settled|spent|read|sold|processed|assigned|delivered|confirmed|verified|resolved|reconciled|claimed|redeemed|shipped|fulfilled|converted|sent|answered|reserved|posted|distributed|finished|completed|opened|scheduled'

/** `unapplied_amount`, `records_not_processed`. */
export const undoneName = new RegExp(`(^|_)(?:un|not_)(${participle})(?=_|$)`)

const roles: readonly (readonly [RegExp, NumberRole])[] = [
  [undoneName, 'undone'],
  [/(^|_)(average|avg|mean)_[a-z]/, 'average'],
  [/^(in_)?(reply|replies|response)_to_\w*(number|index|position|no)$/, 'earlier'],
  [/(^|_)after_\w*(number|no|index|position|season|episode)$/, 'after'],
  [/(^|_)per_(?!(page|second|sec|minute|min|hour|day|week|month|quarter|year|annum)(_|$))[a-z]/, 'per'],
  [/(^|_)on_hand(_|$)|^(quantity_|qty_|units?_)?in_stock(_(quantity|qty|units?|count))?$/, 'on-hand'],
  [/^(full|total|overall|combined|aggregate)_(file_)?(size|bytes)(_in_bytes|_bytes)?$/, 'size'],
  [/(^|_)turnover$|^taxable_(amount|income|sales|value|base)$/, 'base'],
  [/^block_?size$/, 'block'],
  [/^hours(_(or_units|worked|billed))?$/, 'hours'],
  [/^(depth|level|nesting_?level)$/, 'depth'],
  [/^(total_)?items?_?count$/, 'item-count'],
  [
    /^(developer|seller|vendor|merchant|creator|publisher|partner|driver|owner|author|host)_(amount|share|earnings|payout)$/,
    'main-share',
  ],
  [/^(end|last)_?(index|item|record|row)$|^(item|record|row)_?end$/, 'page-end'],
  [
    /^total_(?!(price|amount|cost|value|tax|due|paid|sum|time|duration|pages?|items|results|records|count|elements)(_|$))[a-z_]+$|_in_(image|picture)$/,
    'whole-of',
  ],
  [
    /^(shipments?|parcels?|packages?|participants?|attendees?|guests?|members?|items?|lines?|positions?)(_?count)?$/,
    'same-as-list',
  ],
  [/^end(_(offset|position|pos|char|index))?$|^length$/, 'text-end'],
]

const findRole = createRowFinder(roles)

export const numberRoleOf = (snake: string): NumberRole | undefined => findRole(snake)?.[1]
