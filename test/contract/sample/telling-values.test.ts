/**
 * Values by what a description says of them, values of names without a form, and states, counts and copies that agree.
 */
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/ports.ts'
import { generateSample, seeds, type Values } from '../../support/generate-sample.ts'
import { closed } from '../../support/write-document.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const number = { type: 'number' }
const boolean = { type: 'boolean' }
describe('a string of an unknown name is what its description says:', () => {
  const rows: readonly (readonly [description: string, form: RegExp])[] = [
    ['Possible values: open, closed or half.', /^(open|closed|half)$/],
    ['One of the following: open | closed', /^(open|closed)$/],
    ['The mode.\n\n- `open` for all\n- `closed` for members', /^(open|closed)$/],
    ['Whether guests may enter.', /^(true|false)$/],
    ['Can be true or false', /^(true|false)$/],
    ['Day in the format YYYY-MM-DD', /^\d{4}-\d\d-\d\d$/],
    ['dd/mm/yyyy', /^\d\d\/\d\d\/\d{4}$/],
    ['The time at which it began (ISO 8601).', /^\d{4}-\d\d-\d\dT/],
    ['Date of the visit', /^\d{4}-\d\d-\d\d/],
    ['The number of beds.', /^\d+$/],
    ['An email address for questions', /@/],
    ['URL of the map', /^https:/],
    ['The ISO 4217 code', /^[A-Z]{3}$/],
    ['The mark of the hut, e.g. `oak leaf`.', /^oak leaf$/],
    ['A word for the hut.', /^[a-z]+-[a-z]+$/],
    ['The type of this resource: `huts`', /^huts$/],
    ['Type of object (hut).', /^hut$/],
    ['The type of hut (optional)', /^(?!optional)/],
    ['Common values are *F* (FLAT), *F-* (Minus).', /^F-?$/],
    ['Will say DEF for the default hut', /^DEF$/],
    ['This value must be `auto`, which causes it to be found.', /^auto$/],
    ['Numbers are returned when the status is DONE or BROKEN.', /^(?!DONE|BROKEN)/],
    ['If you use either `s3` or `kms` as your `Mode`, you need no key.', /^(?!s3|kms)/],
    ['The range in A1 notation.', /^Sheet1!A1:D5$/],
    ['Semantic version of the hut', /^\d\.\d\.\d$/],
    ['A hex value near this color.', /^#[0-9a-f]{6}$/],
  ]
  for (const [description, form] of rows)
    it(JSON.stringify(description), async () => {
      for (const seed of seeds) {
        const { zorble } = await generateSample(closed({ zorble: { ...text, description } }), seed)
        expect(zorble).toMatch(form)
      }
    })
})

describe('a name without a form has a usual value:', () => {
  const rows: readonly (readonly [name: string, form: RegExp])[] = [
    ['developers_can_push', /^true$/],
    ['merged', /^false$/],
    ['protected', /^true$/],
    ['recorder[upnp_supported]', /^true$/],
    ['weekdays', /^(Mon|Tues|Fri)day$/],
    ['businessPhoneExt', /^\d{3}$/],
    ['tel2', /^\+\d/],
    ['orderInPage', /^true$|^\d+$|^[a-z]+-[a-z]+$/],
    ['siret', /^\d{14}$/],
    ['key_signature', /(major|minor)$/],
    ['addressFull', /^\d+ .*, /],
    ['frames', /^\d+$/],
    ['default_branch', /^main$/],
    ['feed', /^[a-z]+-[a-z]+$/],
  ]
  for (const [name, form] of rows)
    it(name, async () => {
      for (const seed of seeds) expect((await generateSample(closed({ [name]: text }), seed))[name]).toMatch(form)
    })
})

describe('the values of one object agree:', () => {
  const check = (name: string, schema: JsonObject, agree: (value: Values) => void) =>
    it(name, async () => {
      for (const seed of seeds) agree(await generateSample(schema, seed))
    })
  const anyOf = (...members: readonly string[]) => ({ ...text, enum: members })

  const voucher = { properties: { punched: boolean, punchedDate: { ...text, format: 'date-time' } } }
  check('what a flag denies has no time', { type: 'object', additionalProperties: false, ...voucher }, (value) =>
    expect('punchedDate' in value).toBe(value.punched),
  )
  check('the progress of what is done', closed({ status: anyOf('SUCCEEDED'), progress: number }), ({ progress }) =>
    expect([1, 100]).toContain(progress),
  )
  check('the progress of what waits', closed({ status: anyOf('queued'), progress: number }), ({ progress }) =>
    expect(progress).toBe(0),
  )
  const gateway = anyOf('NotSubmitted', 'Failed', 'Settled')
  check('two states', closed({ status: anyOf('Processed'), gatewayState: gateway }), ({ gatewayState }) =>
    expect(gatewayState).toBe('Settled'),
  )
  check('a failure', { type: 'object', properties: { status: anyOf('SUCCEEDED'), failureMsg: text } }, (value) =>
    expect(value).toEqual({ status: 'SUCCEEDED' }),
  )
  const children = { type: 'array', items: closed({ name: text }) }
  check('a count with an abbreviated name', closed({ cntChildren: integer, children }), (value) =>
    expect(value.cntChildren).toBe((value.children as readonly unknown[]).length),
  )
  check('two counts', closed({ employeeCount: integer, numberOfEmployees: integer }), (value) =>
    expect(value.numberOfEmployees).toBe(value.employeeCount),
  )
  check('a part and its id', closed({ label_id: integer, label: closed({ id: integer }) }), (value) =>
    expect(value.label).toEqual({ id: value.label_id }),
  )
  check('changes', closed({ added: integer, deleted: integer, updated: integer }), (value) =>
    expect(Number(value.updated)).toBeLessThan(1000),
  )
  check('a whole', closed({ durationInDays: integer, totalDurationInDays: integer }), (value) =>
    expect(Number(value.totalDurationInDays)).toBeGreaterThanOrEqual(Number(value.durationInDays)),
  )
  check('a street', closed({ address: text, addressLine: text, city: text }), (value) =>
    expect(value.address).toBe(`${value.addressLine}, ${value.city}`),
  )
  const sheet = anyOf('application/vnd.ms-excel')
  check('a file and its type', closed({ fileName: text, mimeType: sheet }), ({ fileName }) =>
    expect(fileName).toMatch(/\.xls$/),
  )
  const times = closed({ invited_at: text, joined_at: text, left_at: text })
  check('the times of a member', times, ({ invited_at: invited, joined_at: joined, left_at: left }) =>
    expect([invited, joined, left].toSorted()).toEqual([invited, joined, left]),
  )
})
