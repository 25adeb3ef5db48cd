/**
 * What an action does to a record, by its verb: POST /orders/{id}/cancel sets a status to canceled, `canceled` to true and
 * `canceledAt` to the current time; `unarchive` and `enable` undo what their opposites do.
 */
import { snakeCase } from '../../../contract/sample/record-subject.ts'
import { stemOf } from '../../../contract/sample/states.ts'
import {
  allowsNull,
  findKeyword,
  type PropertyView,
  typesOf,
  viewObject,
} from '../../../contract/schema/schema-view.ts'
import { itemsOf } from '../../../contract/values/json-object.ts'
import { wordsOf } from '../../../contract/values/names.ts'
import type { Json, JsonObject } from '../../../ports.ts'
import type { Resource } from '../../records/resource.ts'
import { timeFormatOf, writeTime } from '../../records/times.ts'

/** The record after the action. `at`: epoch milliseconds. */
export type ApplyAction = (current: JsonObject, at: number) => JsonObject

interface Meaning {
  /** Words of the state that the action leads to, the most likely first. */
  readonly states: readonly string[]
  /** Words of flags and times, and whether they become true. */
  readonly flags: readonly (readonly [word: string, value: boolean])[]
}

/** Actions whose state is not their participle, or that undo another action. */
const meanings: Readonly<Record<string, Meaning>> = {
  pay: { states: ['paid', 'succeeded'], flags: [['paid', true]] },
  send: { states: ['sent', 'sending', 'queued'], flags: [['sent', true]] },
  hide: {
    states: ['hidden'],
    flags: [
      ['hidden', true],
      ['visible', false],
    ],
  },
  show: {
    states: ['visible', 'shown'],
    flags: [
      ['hidden', false],
      ['visible', true],
    ],
  },
  read: {
    states: ['read'],
    flags: [
      ['read', true],
      ['unread', false],
    ],
  },
  unread: {
    states: ['unread'],
    flags: [
      ['read', false],
      ['unread', true],
    ],
  },
  open: {
    states: ['open', 'opened'],
    flags: [
      ['open', true],
      ['closed', false],
    ],
  },
  reopen: {
    states: ['open', 'reopened'],
    flags: [
      ['open', true],
      ['closed', false],
    ],
  },
  close: {
    states: ['closed'],
    flags: [
      ['closed', true],
      ['open', false],
    ],
  },
  start: { states: ['started', 'running', 'inprogress', 'active', 'starting'], flags: [['started', true]] },
  stop: {
    states: ['stopped', 'stopping', 'inactive'],
    flags: [
      ['stopped', true],
      ['running', false],
    ],
  },
  resume: {
    states: ['resumed', 'running', 'active', 'inprogress'],
    flags: [
      ['paused', false],
      ['active', true],
    ],
  },
  unpause: { states: ['running', 'active'], flags: [['paused', false]] },
  restart: { states: ['running', 'restarting', 'active'], flags: [] },
  retry: { states: ['retrying', 'pending', 'queued'], flags: [] },
  enable: {
    states: ['enabled', 'active'],
    flags: [
      ['enabled', true],
      ['disabled', false],
      ['active', true],
    ],
  },
  disable: {
    states: ['disabled', 'inactive'],
    flags: [
      ['enabled', false],
      ['disabled', true],
      ['active', false],
    ],
  },
  activate: {
    states: ['active', 'activated', 'enabled'],
    flags: [
      ['active', true],
      ['activated', true],
      ['inactive', false],
    ],
  },
  deactivate: {
    states: ['inactive', 'deactivated', 'disabled'],
    flags: [
      ['active', false],
      ['deactivated', true],
    ],
  },
  restore: {
    states: ['restored', 'active'],
    flags: [
      ['deleted', false],
      ['archived', false],
      ['trashed', false],
    ],
  },
  reinstate: { states: ['active', 'reinstated'], flags: [['suspended', false]] },
  capture: { states: ['captured', 'succeeded'], flags: [['captured', true]] },
  finish: {
    states: ['finished', 'completed', 'done'],
    flags: [
      ['finished', true],
      ['completed', true],
    ],
  },
  complete: {
    states: ['completed', 'complete', 'done', 'finished'],
    flags: [
      ['completed', true],
      ['done', true],
    ],
  },
  done: {
    states: ['done', 'completed'],
    flags: [
      ['done', true],
      ['completed', true],
    ],
  },
}

/** Undefined if the record has nothing that the verb could change. */
export const createApplyAction = (resource: Resource, verb: string): ApplyAction | undefined => {
  const meaning = meaningOf(verb)
  if (!meaning) return undefined
  const { files } = resource.document
  const views = [...viewObject(files, resource.schema).properties.values()]
  const state = findState(resource, views, meaning)
  const flags = views.flatMap((view) => findFlag(resource, view, meaning))
  const times = views.flatMap((view) => findTime(resource, view, meaning))
  if (!state && flags.length === 0 && times.length === 0) return undefined
  return (current, at) => {
    const next = new Map(Object.entries(current))
    for (const [name, value] of [...(state ? [state] : []), ...flags]) next.set(name, value)
    for (const { name, write } of times) {
      const time = write(at)
      if (time === undefined) next.delete(name)
      else next.set(name, time)
    }
    return Object.fromEntries(next)
  }
}

const fillers: ReadonlySet<string> = new Set(['mark', 'set', 'make', 'as', 'to', 'the', 'do', 'request', 'all', 'is'])

/** `mark_as_read` is `read`; what begins with `un` undoes the rest. */
const meaningOf = (verb: string): Meaning | undefined => {
  const word = wordsOf(verb)
    .filter((one) => !fillers.has(one))
    .join('')
  if (word.length < 3) return undefined
  const known = Object.hasOwn(meanings, word) ? meanings[word] : undefined
  if (known) return known
  const [, undone] = /^un(?!i|der|til)([a-z]{3,})$/.exec(word) ?? []
  return undone === undefined
    ? { states: [word], flags: [[word, true]] }
    : { states: [word, `not${undone}`, ...(undone === 'publish' ? ['draft'] : ['active'])], flags: [[undone, false]] }
}

/** The property whose allowed values include a state of the action, with that state. */
const findState = (
  { document: { files } }: Resource,
  views: readonly PropertyView[],
  { states }: Meaning,
): readonly [name: string, value: Json] | undefined => {
  for (const wanted of states)
    for (const { name, node } of views) {
      if (!/status|state|phase/i.test(name)) continue
      const members = itemsOf(findKeyword(files, node, 'enum'))
      const found = members.find((member) => typeof member === 'string' && isSameState(member, wanted))
      if (found !== undefined) return [name, found]
    }
  return undefined
}

const isSameState = (member: string, wanted: string): boolean => {
  const plain = member.toLowerCase().replace(/[^a-z]/g, '')
  const stem = stemOf(wanted)
  return plain === wanted || (stem.length > 2 && stemOf(plain) === stem) || (stem.length > 3 && plain.startsWith(stem))
}

const isSameWord = (one: string, other: string): boolean => one === other || stemOf(one) === stemOf(other)

/** `archived`, `isArchived`, `has_been_archived`. */
const findFlag = (
  { document: { files } }: Resource,
  { name, node }: PropertyView,
  { flags }: Meaning,
): readonly (readonly [name: string, value: boolean])[] => {
  if (!typesOf(files, node).has('boolean')) return []
  const word = snakeCase(name).replace(/^(is|was|has_been|has)_/, '')
  const flag = flags.find(([wanted]) => isSameWord(word.replaceAll('_', ''), wanted))
  return flag ? [[name, flag[1]]] : []
}

interface ActionTime {
  readonly name: string
  /** Undefined: the property is removed. */
  readonly write: (at: number) => Json | undefined
}

/** `archivedAt`, `date_archived`: the current time, or none if the action is undone. */
const findTime = (
  { document: { files } }: Resource,
  { name, node, required }: PropertyView,
  { flags }: Meaning,
): readonly ActionTime[] => {
  const [, after, before] =
    /^(?:([a-z]+)_(?:at|on|date|time|timestamp)|(?:date|time)_([a-z]+))$/.exec(snakeCase(name)) ?? []
  const word = after ?? before
  const flag = word === undefined ? undefined : flags.find(([wanted]) => isSameWord(word, wanted))
  // A time between two others has no flag, and the words of names are not those of states.
  const format =
    flag && (timeFormatOf(files, node, name) ?? (typesOf(files, node).has('string') ? 'instant' : undefined))
  if (!flag || !format) return []
  if (flag[1]) return [{ name, write: (at) => writeTime(format, at) }]
  if (allowsNull(files, node)) return [{ name, write: () => null }]
  return required ? [] : [{ name, write: () => undefined }]
}
