/**
 * Names that mislead: the description or the example of a property says that its value is of another kind. Readable strings of
 * patterns and of a least length.
 */
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/ports.ts'
import { generateSample, seeds } from '../../support/generate-sample.ts'
import { closed } from '../../support/write-document.ts'

const generate = async (
  name: string,
  keywords: JsonObject,
  seed: number,
  beside: JsonObject = {},
): Promise<unknown> => {
  const schema = closed({ [name]: { type: 'string', ...keywords }, ...beside })
  return (await generateSample(schema, seed, { imitate: true }))[name]
}

type TextRow = readonly [name: string, text: string, form: RegExp]

describe('an explicit description prevails over the name:', () => {
  const rows: readonly TextRow[] = [
    ['creator', 'The email address of the creator.', /^\S+@example\.com$/],
    ['creator', 'Unique identifier of the member who created it.', /^[0-9a-f]{12}$/],
    ['from', 'The phone number that called.', /^\+\d+$/],
    ['location', 'URL of the picture', /^https:/],
    ['host', 'IP address of the machine', /^192\.0\.2\./],
    ['content', 'The base64 encoded content.', /^[A-Za-z0-9+/]+=*$/],
    ['color', 'The hex color code', /^#[0-9a-f]{6}$/],
    ['color', 'A hex code without the #', /^[0-9a-f]{6}$/],
    ['code', 'The currency code', /^[A-Z]{3}$/],
    ['status', 'The HTTP status code of the request', /^200$/],
    ['html_content', 'The HTML content of the page', /^<p>/],
    ['amount', 'A number of units in a currency of ISO 4217', /^\d+\.\d\d$/],
    // Descriptions of something else do not.
    ['email', 'Email ID of this user.', /^\S+@example\.com$/],
    ['url', 'The URL. It may not be changed for a test whose status is RUNNING or ENDED.', /^https:/],
    ['bill_to', 'It must be used in conjunction with the `bill_country` and `bill_party` fields.', /^[a-z]+-[a-z]+$/],
    ['root', 'What is put before a path: https://yyyyyyy/bar becomes https://xxx/api/bar', /^[a-z]+-[a-z]+$/],
    ['email_type', 'The email address of the creator.', /^(standard|custom|default)$/],
    ['reason', 'If the phone number is wrong, the reason.', /^[A-Z].*\.$/],
    ['email', 'The email address of the creator.', /^\S+@example\.com$/],
  ]
  for (const [name, description, form] of rows)
    it(`${name}: ${description}`, async () => {
      for (const seed of seeds) expect(await generate(name, { description }, seed)).toMatch(form)
    })
})

describe('an example of another kind than the name says is repeated:', () => {
  const rows: readonly TextRow[] = [
    ['owner', '559eb5c7f0d4d5e46d03781d', /^[0-9a-f]{24}$/],
    ['image', 'linear-gradient(to right, red)', /^linear-gradient/],
    ['path', 'README.md', /^README\.md$/],
    ['timestamp', '1518694235', /^1[67]\d{8}$/],
    ['color', '#00aabb', /^#00aabb$/],
    ['from', 'someone@hut.example', /^\S+@example\.com$/],
    // Of the same kind, or no value.
    ['owner', 'Jane Hut', /^(?!Jane)[A-Z][a-z]+ [A-Z][a-z]+$/],
    ['image', '<Picture>', /^https:/],
    ['email', 'null', /@/],
    ['email', '"Jane" <jane@hut.example>', /^\S+@example\.com$/],
  ]
  for (const [name, example, form] of rows)
    it(`${name}: ${example}`, async () => {
      for (const seed of seeds) expect(await generate(name, { examples: [example] }, seed)).toMatch(form)
    })
})

describe('a name with several meanings is plain where nothing says which one is meant:', () => {
  const plain = /^[a-z]+-[a-z]+$/
  const text = { type: 'string' }
  const rows: readonly (readonly [name: string, beside: JsonObject, form: RegExp])[] = [
    ['protocol', {}, plain],
    ['protocol', { port: text }, /^(https|tcp)$/],
    ['source', {}, plain],
    ['traffic_source', {}, /^(web|mobile|api)$/],
    ['action', {}, plain],
    ['audit_action', {}, /^(created|updated|deleted)$/],
    ['level', {}, /^standard$/],
    ['risk_level', {}, /^(low|medium|high)$/],
    ['resolution', {}, plain],
    ['video_resolution', {}, /^1920x1080$/],
    ['extension', {}, /^(pdf|txt)$/],
    ['file_extension', {}, /^(pdf|txt)$/],
    ['streaming_distribution_arn', {}, /^arn:aws:cloudfront:/],
    ['subdomain', {}, /^[a-z]+$/],
    ['gateway', { subnet: text }, /^192\.0\.2\./],
    ['id_sub_type', {}, /^(standard|custom|default)$/],
    ['symbol', {}, /^[A-Z]{4}$/],
    ['cname', {}, /\.example\.com$/],
    ['mime_type', {}, /^[a-z]+\/[a-z]+$/],
    ['portMediaType', {}, /^standard$/],
    ['thumb_ext', {}, /^png$/],
  ]
  for (const [name, beside, form] of rows)
    it(`${name} beside ${Object.keys(beside).join() || 'nothing'}`, async () => {
      for (const seed of seeds) expect(await generate(name, {}, seed, beside)).toMatch(form)
    })
})

describe('a string of a pattern is readable:', () => {
  const rows: readonly (readonly [pattern: string, form: RegExp])[] = [
    ['^hut-[a-z]{3,12}$', /^hut-[a-z]+$/],
    ['^HUT_[A-Z]+_[0-9]{4}$', /^HUT_[A-Z]+_\d{4}$/],
    ['^[a-f0-9]{32}$', /^[a-f0-9]{32}$/],
    ['^(north|south)/[0-9]{2}$', /^(north|south)\/\d\d$/],
    // A pattern that is valid only without the flag u.
    ['^hut[\\/\\:\\-\\_a-z]+$', /^hut[a-z-]+$/],
    ['^[a-z]{2}_[A-Z]{2}$', /^(en|de|fr|sv)_[A-Z]{2}$/],
    ['^\\d{1,5}x\\d{1,5}$', /^1920x1080$/],
    ['^arn:[^:]+:lodge:[a-z0-9-]+:[0-9]{12}:hut/[a-z]+$', /^arn:aws:lodge:us-east-1:123456789012:hut\/[a-z]+$/],
  ]
  for (const [pattern, form] of rows)
    it(pattern, async () => {
      for (const seed of seeds) expect(await generate('zorble', { pattern }, seed)).toMatch(form)
    })
})

it('a least length is reached by sentences, not by the same word again and again', async () => {
  const text = String(await generate('zorble', { minLength: 300 }, 1))
  const words = text.split(' ')
  expect(text.length).toBeGreaterThanOrEqual(300)
  expect(new Set(words).size).toBeGreaterThan(20)
})
