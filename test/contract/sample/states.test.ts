/**
 * What the words of a state mean: whether a record with it is new, open or at its end.
 */
import { describe, expect, it } from 'vitest'
import {
  firstState,
  isEmptyMember,
  isInitialState,
  isOpenState,
  isStateName,
  kindOfState,
  stemOf,
} from '../../../src/contract/sample/states.ts'

describe('a record whose state is', () => {
  const rows: readonly (readonly [state: string, kind: 'open' | 'done' | 'failed' | undefined])[] = [
    ['pending', 'open'],
    ['QUEUED', 'open'],
    ['not_started', 'open'],
    ['unpaid', 'open'],
    ['not submitted', 'open'],
    ['in_progress', 'open'],
    ['paid', 'done'],
    ['completed', 'done'],
    ['Delivered', 'done'],
    ['failed', 'failed'],
    ['unsuccessful', 'failed'],
    ['notapproved', undefined],
    ['rejected', 'failed'],
    ['processing', undefined],
    ['open', undefined],
    ['purple', undefined],
    ['PAYMENT_REJECTED', 'failed'],
    ['createComplete', 'done'],
    ['partially_completed', undefined],
    ['delivering', undefined],
    ['JOB_STATE_PENDING', 'open'],
    ['ORDER_STATUS_DELIVERED', 'done'],
    ['STOP_REQUESTED', 'open'],
    ['pending_cancellation', 'open'],
    ['cancel', 'failed'],
    ['timeout', 'failed'],
    ['FAULT', 'failed'],
    ['default', undefined],
    ['CREATION_SUCCESSFUL', 'done'],
    ['manual_approval', undefined],
  ]
  for (const [state, kind] of rows)
    it(`${state} is ${kind ?? 'neither open nor at its end for sure'}`, () => expect(kindOfState(state)).toBe(kind))
})

describe('has not begun', () => {
  for (const state of [
    'new',
    'Draft',
    'todo',
    'scheduled',
    'createdByUser',
    'CREATE_IN_PROGRESS',
    'LINE_STATE_NEW',
    'Intended',
  ])
    it(state, () => expect(isInitialState(state)).toBe(true))
  for (const state of ['open', 'processing', 'created_and_active', 'closed', 'active'])
    it(`not ${state}`, () => expect(isInitialState(state)).toBe(false))
})

describe('has not ended', () => {
  for (const state of ['new', 'open', 'active', 'processing', 'in_transit', 'partially_shipped', 'waiting'])
    it(state, () => expect(isOpenState(state)).toBe(true))
  for (const state of ['processed', 'closed', 'done', 'deleted'])
    it(`not ${state}`, () => expect(isOpenState(state)).toBe(false))
})

describe('a new record has the state', () => {
  const rows: readonly (readonly [allowed: readonly string[], first: string | undefined])[] = [
    [[], undefined],
    [['open', 'new'], 'open'],
    [['active', 'new'], 'active'],
    [['closed', 'open', 'new'], 'new'],
    [['closed', 'queued', 'draft'], 'draft'],
    [['closed', 'enabled', 'archived'], 'enabled'],
    [['closed', 'purple', 'archived'], 'purple'],
    [['closed', 'archived'], 'closed'],
  ]
  for (const [allowed, first] of rows)
    it(`${first} of ${allowed.join(', ')}`, () => expect(firstState(allowed)).toBe(first))
})

describe('a member of an enum says nothing', () => {
  for (const member of [
    '',
    'unknown',
    'NONE',
    'n/a',
    'STATUS_UNSPECIFIED',
    'unknownFutureValue',
    'UNKNOWN_STATE',
    'STATUS_UNKNOWN',
  ])
    it(JSON.stringify(member), () => expect(isEmptyMember(member)).toBe(true))
  for (const member of ['nonempty', 'others', 7, null])
    it(`not ${JSON.stringify(member)}`, () => expect(isEmptyMember(member)).toBe(false))
})

it('the names of states', () => {
  expect(['status', 'orderState', 'phase', 'health'].every(isStateName)).toBe(true)
  expect(['statusText', 'name'].some(isStateName)).toBe(false)
})

describe('the participle of an action has its stem', () => {
  const rows: readonly (readonly string[])[] = [
    ['cancel', 'cancelled', 'canceled', 'cancellation'],
    ['approve', 'approved', 'approving', 'approves'],
    ['withdraw', 'withdrawn', 'withdrew'],
    ['deny', 'denied', 'denies'],
    ['close', 'closed', 'closing'],
    ['fail', 'failed', 'failure'],
    ['ship', 'shipped', 'SHIPPING'],
  ]
  for (const [action = '', ...participles] of rows)
    for (const word of participles) it(`${word}, of ${action}`, () => expect(stemOf(word)).toBe(stemOf(action)))
})
