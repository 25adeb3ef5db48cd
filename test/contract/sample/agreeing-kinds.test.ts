/**
 * What is left out beside something else, and what kinds say about the values beside them.
 */
import { describe, expect, it } from 'vitest'
import { isJsonArray, isJsonObject } from '../../../src/contract/values/json-object.ts'
import type { JsonObject } from '../../../src/ports.ts'
import { describeAgreeing } from '../../support/agree.ts'
import { generateSample, seeds } from '../../support/generate-sample.ts'
import { closed } from '../../support/write-document.ts'

const string = { type: 'string' }

describeAgreeing('the part that a kind names:', [
  [
    { type: 'user-role-actor', actorUser: { id: 1 }, actorGroup: { id: 2 } },
    { type: 'user-role-actor', actorUser: { id: 1 } },
    { members: { type: ['user-role-actor', 'group-role-actor'] }, optional: ['actorUser', 'actorGroup'] },
  ],
  [
    { type: 'default', billingAddress: { id: 1 }, defaultAddress: { id: 2 } },
    { type: 'default', billingAddress: { id: 1 }, defaultAddress: { id: 2 } },
    { members: { type: ['default', 'other'] }, optional: ['billingAddress', 'defaultAddress'] },
  ],
  [
    { Type: 'CreditCard', CreditCardCity: 'Leeds', AchAddress1: '1 Mill Lane' },
    { Type: 'CreditCard', CreditCardCity: 'Leeds' },
    { optional: ['AchAddress1', 'CreditCardCity'] },
  ],
  [{ device: { id: 1 }, virtual_machine: { id: 2 } }, { device: { id: 1 } }, { optional: ['virtual_machine'] }],
])

const details = { members: { type: ['EVENT', 'URL_DESTINATION'] }, optional: ['eventDetails', 'urlDestinationDetails'] }

describeAgreeing('the details of the own type:', [
  [
    { type: 'EVENT', eventDetails: { id: 1 }, urlDestinationDetails: { id: 2 } },
    { type: 'EVENT', eventDetails: { id: 1 } },
    details,
  ],
])

describeAgreeing('the days of what is repeated:', [
  [
    { frequency: 'daily', weekdays: 'Monday', monthDay: '25' },
    { frequency: 'daily' },
    { optional: ['weekdays', 'monthDay'] },
  ],
  [
    { frequency: 'weekly', weekdays: 'Monday', monthDay: '25' },
    { frequency: 'weekly', weekdays: 'Monday' },
    { optional: ['weekdays', 'monthDay'] },
  ],
  [
    { frequency: 'MONTHLY', weekdays: 'Monday', monthDay: '25' },
    { frequency: 'MONTHLY', weekdays: 'Monday', monthDay: '25' },
    { optional: ['weekdays', 'monthDay'] },
  ],
  [{ frequency: 'rarely', monthDay: '25' }, { frequency: 'rarely', monthDay: '25' }, { optional: ['monthDay'] }],
])

describeAgreeing('a kind that nothing describes:', [
  [{ id: 1, name: 'a', phoneType: 'custom' }, { id: 1, name: 'a' }, { optional: ['phoneType'] }],
  [
    { id: 1, name: 'a', phoneType: 'custom' },
    { id: 1, name: 'a', phoneType: 'custom' },
  ],
  [
    { id: 1, name: 'a', phoneType: 'custom' },
    { id: 1, name: 'a', phoneType: 'custom' },
    { optional: ['phoneType'], fixed: ['phoneType'] },
  ],
])

describeAgreeing('values of a kind:', [
  [
    { state: 'active', open_issues: 3, closed_issues: 3 },
    { state: 'open', open_issues: 3, closed_issues: 3 },
  ],
  [
    { DKIMVerified: true, DKIMUpdateStatus: 'pending' },
    { DKIMVerified: true, DKIMUpdateStatus: 'verified' },
  ],
  [
    { GranteeType: 'Email', Grantee: 'lively-beacon' },
    { GranteeType: 'Email', Grantee: 'ben.becker@example.com' },
  ],
  [
    { GranteeType: 'Group', Grantee: 'lively-beacon' },
    { GranteeType: 'Group', Grantee: 'lively-beacon' },
  ],
  [
    { content_type: 'application/pdf', request_headers: 'Content-Type: application/json' },
    { content_type: 'application/json', request_headers: 'Content-Type: application/json' },
    { fixed: ['request_headers'] },
  ],
])

describeAgreeing('copies of an object:', [
  [
    { method: 'GET', path: '/pebble', routeConfig: { method: 'POST', path: '/bridge', latency: 3 } },
    { method: 'GET', path: '/pebble', routeConfig: { method: 'GET', path: '/pebble', latency: 3 } },
    { owner: 'configuredRoutes' },
  ],
  [
    { input: { key: 'a', container: 'm4a' }, inputs: [{ key: 'b', container: 'divx' }] },
    { input: { key: 'a', container: 'm4a' }, inputs: [{ key: 'a', container: 'm4a' }] },
  ],
])

describe('the items of a list', () => {
  const objectsOf = (name: string, properties: JsonObject): JsonObject =>
    closed({ id: { type: 'integer' }, [name]: { type: 'array', minItems: 1, items: closed(properties) } })
  it.each([
    ['roles', 'name', { id: { type: 'integer' }, name: string }],
    ['links', 'rel', { href: { type: 'string', format: 'uri' }, rel: { ...string, enum: ['self', 'next'] } }],
  ])('are not two of one %s', async (list, key, properties) => {
    for (const seed of seeds) {
      const { [list]: items } = await generateSample(objectsOf(list, properties), seed)
      const called = isJsonArray(items) ? items.map((item) => (isJsonObject(item) ? item[key] : undefined)) : []
      expect(new Set(called).size).toBe(called.length)
    }
  })
})

describe('descriptions', () => {
  it('exclude properties', async () => {
    const either = 'Either you specify this value, or you specify `contentConfig`.'
    const schema = {
      type: 'object',
      properties: {
        outputBucket: { ...string, description: either },
        contentConfig: { ...string, description: 'Either you specify this value, or `outputBucket`.' },
        notes: { ...string, description: 'What is said about outputBucket.' },
      },
    }
    for (const seed of seeds) expect(Object.keys(await generateSample(schema, seed))).toEqual(['outputBucket', 'notes'])
  })

  it('exclude a property that says nothing about it', async () => {
    const description = 'Cannot be used together with `label`.'
    const schema = { type: 'object', properties: { customLabel: { ...string, description }, label: string } }
    for (const seed of seeds) expect(Object.keys(await generateSample(schema, seed))).toEqual(['customLabel'])
  })

  it('say what a code means', async () => {
    const id = {
      type: 'integer',
      enum: [1, 2, 3],
      description: 'The state (Pending = `1`, Rejected = `2`, Accepted = `3`)',
    }
    const known = ['Pending', 'Rejected', 'Accepted']
    for (const seed of seeds) {
      const value = await generateSample(closed({ id, label: string }), seed)
      expect(value.label).toBe(known[Number(value.id) - 1])
    }
  })
})
