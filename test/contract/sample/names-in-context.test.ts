/**
 * Names with several meanings: a telling value where the object, the name or the description says which one is meant, and
 * otherwise a plain one.
 */
import { describe, expect, it } from 'vitest'
import { getPath } from '../../../src/contract/values/json-object.ts'
import type { JsonObject } from '../../../src/ports.ts'
import { generateSample } from '../../support/generate-sample.ts'
import { closed } from '../../support/write-document.ts'

const seeds = [1, 2, 3, 4, 5]

const generate = async (owner: string, name: string, keywords: JsonObject, seed: number): Promise<unknown> => {
  const schema = closed({ [owner]: closed({ [name]: { type: 'string', ...keywords } }) })
  return getPath(await generateSample(schema, seed, { imitate: true }), [owner, name])
}

const plain = /^[a-z]+-[a-z]+$/

type Row = readonly [owner: string, name: string, form: RegExp, description?: string]

const check = (rows: readonly Row[]): void => {
  for (const [owner, name, form, description] of rows)
    it(`${owner}.${name}${description === undefined ? '' : `: ${description}`}`, async () => {
      for (const seed of seeds)
        expect(String(await generate(owner, name, description === undefined ? {} : { description }, seed))).toMatch(
          form,
        )
    })
}

describe('the object or the name says what is meant:', () => {
  check([
    ['event', 'location', /^[A-Z]/],
    ['sim', 'status', /^(active|pending)$/],
    ['document', 'issuerState', /^\p{Lu}/u],
    ['monday', 'opensAt', /^09:00$/],
    ['openingHours', 'closesAt', /^17:00$/],
    ['player', 'injury_status', /^(questionable|out)$/],
    ['dkim', 'validAfter', /^2024-/],
    ['receipt', 'timestamp_send', /^2024-/],
    ['news', 'timeAgo', /^\d+ hours ago$/],
    ['dashboard', 'changedOnDeltaHumanized', /^\d+ hours ago$/],
    ['parcel', 'dueDateHumanized', /^(?!.* ago$)/],
    ['apiKeys', 'key', /^[0-9a-f]{32}$/],
    ['setting', 'key', /^[a-z]+_[a-z]+$/],
    ['backup', 'percent_done', /^\d+$/],
    ['violation', 'location', plain],
    ['address', 'region', /^\p{Lu}/u],
    ['bucket', 'region', /^[a-z]+-[a-z]+-\d$/],
    ['genome', 'region', plain],
    ['instance', 'availabilityZone', /^[a-z]+-[a-z]+-\da$/],
    ['ticket', 'zone', plain],
    ['user', 'handle', /^[a-z]+\.[a-z]+$/],
    ['product', 'handle', plain],
    ['message', 'reply_to', /@/],
    ['remark', 'reply_to', /^[0-9a-f]{12}$/],
    ['bank', 'account_name', /^[A-Z][a-z]+ [A-Z]/],
    ['ledger', 'account_holder_name', /^[A-Z][a-z]+ [A-Z]/],
    ['company', 'web_address', /^https:/],
    ['person', 'email_address_3', /@/],
    ['page', 'total', /^\d+$/],
    ['invoice', 'total', /^\d+\.\d\d$/],
    ['film', 'content_rating', plain],
    ['hotel', 'rating', /^\d\.\d$/],
    ['webhook', 'method', /^(GET|POST)$/],
    ['links', 'payment_methods', /^(?!GET|POST)/],
    ['payout', 'method', /^standard$/],
    ['listener', 'protocol', /^(https|tcp)$/],
    ['webhook', 'encryption_protocol', /^TLSv1.2$/],
    ['session', 'device', /^(desktop|mobile|tablet)$/],
    ['rack', 'device', plain],
    ['app', 'platform', /^(web|ios|android)$/],
    ['payment', 'platform', plain],
    ['container', 'cpu', /^(250m|500m|1)$/],
    ['laptop', 'cpu', plain],
    ['workflow', 'schedule', /^0 9 /],
    ['mandate', 'payment_schedule', plain],
    ['deployment', 'stage', /^(production|staging)$/],
    ['deal', 'stage', plain],
    ['vehicle', 'model', /^[A-Z][a-z]+ \d{3}$/],
    ['charge', 'model', plain],
    ['filter', 'operator', /^(equals|contains)$/],
    ['machinery', 'operator', plain],
    ['user', 'group', /^[A-Z][a-z]+$/],
    ['cipher', 'group', plain],
    ['journal', 'volume', /^\d+$/],
    ['disk', 'volume', plain],
    ['stock', 'exchange', /^(NYSE|LSE)$/],
    ['queue', 'exchange', plain],
    ['plan', 'billing_period', /^(monthly|weekly|daily)$/],
    ['warranty', 'period', plain],
    ['problem', 'status_code', /^(?!200)/],
    ['response', 'http_status', /^200$/],
    ['error', 'http_status', /^400$/],
    ['gateway', 'response_code', /^[A-Z]{3}-\d{3}$/],
    ['certificate', 'serial_number', /^[0-9a-f]{16}$/],
    ['printer', 'serial_number', /^SN\d{8}$/],
    ['card', 'encrypted_card_number', /^[0-9a-f]{32}$/],
    ['card', 'masked_pan', /^\*{4}\d{4}$/],
    ['segment', 'timespan', plain],
    ['dictionary', 'korean', plain],
    ['trade', 'purchase_order', /^REF-\d{6}$/],
    ['filter', 'index_by', plain],
    ['campaign', 'total_sent', /^\d+$/],
    ['crop', 'agriculture', plain],
    ['shop', 'nature_of_business', plain],
    ['stage', 'observer', plain],
    ['camera', 'microphone', plain],
    ['product', 'dimension', / x .* cm$/],
    ['scaling', 'dimension', plain],
    ['field', 'date_format', /^YYYY-MM-DD$/],
    ['chart', 'date_interval', plain],
    ['crawler', 'interval', /^1[hd]$/],
    ['crawler', 'polling_interval', /^1[hd]$/],
    ['subscription', 'interval', /^(monthly|weekly|daily)$/],
    ['chord', 'interval', plain],
    ['checksum', 'algorithm', /^SHA256$/],
    ['jwt', 'algorithm', /^(SHA256|RS256)$/],
    ['encryption', 'algorithm', /^AES256$/],
    ['orgs', 'full_name', /^[A-Z][a-z]+ (Ltd|Inc|Group|Labs|Works|Partners)$/],
    ['member', 'purchasing_role', plain],
    ['member', 'workspace_role', /^(admin|editor|viewer)$/],
    ['member', 'job_role', /^[A-Z][a-z]+$/],
    ['genre', 'title', /^(Drama|Comedy|Mystery|Adventure)$/],
    ['track', 'title', /^[A-Z][a-z]+ [a-z]+$/],
    ['board_background', 'file', /\.png$/],
    ['background_check', 'file', /\.(pdf|txt)$/],
    ['rule', 'port_range', /^\d{4}-\d{4}$/],
    ['substring', 'start', /^\d+$/],
    ['lesson', 'start', /^\d{4}-/],
    ['employee', 'job', /^[A-Z][a-z]+$/],
    ['queue', 'job', plain],
    ['domain', 'full_name', /^[A-Z][a-z]+ [a-z]+$/],
    ['customer', 'full_name', /^[A-Z][a-z]+ [A-Z][a-z]+$/],
    ['rate', 'price_per_unit', /^\d+\.\d\d$/],
    ['document', 'version_number', /^\d$/],
    ['hotel', 'room_number', /^\d\d?$/],
    ['rack', 'asset_tag', /^TAG-\d{5}$/],
    ['checksum', 'hash', /^[0-9a-f]{64}$/],
    ['antenna', 'unit', plain],
    ['stock', 'unit', /^(pcs|each)$/],
    ['sso', 'provider', plain],
    ['recipe', 'destination', plain],
    ['play', 'receiving_team', /^[A-Z][a-z]+ [a-z]+$/],
    ['ingredient', 'original_name', /^[A-Z][a-z]+ [a-z]+$/],
    ['upload', 'original_name', /\.(pdf|txt)$/],
    ['pod', 'image_tag', /^latest$/],
    ['site', 'build_image', /^[a-z]+:1\.\d+$/],
    ['price', 'proceeds', /^\d+\.\d\d$/],
    ['session', 'time_played', plain],
    ['trip', 'destination', /^[A-Z]/],
    ['project', 'merge_when_ready', /^true$/],
    ['import', 'delimiter', /^,$/],
    ['release', 'tag_name', /^v\d\.\d\.0$/],
    ['load_balancer', 'address', /^192\.0\.2\./],
    ['report', 'revision_time_ms', /^1\d{12}$/],
    ['job', 'main_class', /^com\.example\.[A-Z][a-z]+$/],
    ['fridge', 'energy_class', /^[ABC]$/],
    ['oauth_app', 'grant_types', /^(authorization_code|client_credentials|refresh_token)$/],
    ['oauth_app', 'response_type', /^code$/],
    ['survey', 'response_type', /^standard$/],
    ['from', 'number', /^\+\d+$/],
    ['ledger', 'number', /^\d{6}$/],
    ['adapter', 'hw_address', /^00:00:5e:/],
    ['adapter', 'subnet_mask', /^255\./],
    ['firewall', 'security_group', plain],
    ['user', 'user_group', /^[A-Z][a-z]+$/],
    ['basket', 'order_data', plain],
    ['list', 'order_index', /^\d+$/],
    ['robot', 'initial_activity', plain],
    ['audit', 'activity', /^(created|updated|deleted)$/],
    ['advert', 'scripting_language', /^(Python|TypeScript)$/],
    ['contact_details', 'name', /^[A-Z][a-z]+ [A-Z][a-z]+$/],
    ['document', 'filehash', /^[0-9a-f]{40}$/],
    ['udf', 'inline_code', /^console/],
    ['page', 'embed_code', /^<iframe /],
    ['master', 'image_uri', /^https:(?!.*png)/],
    ['gallery', 'image_uri', /\.png$/],
    ['build', 'repo_path', /^[a-z]+-[a-z]+\/[a-z]+-[a-z]+$/],
    ['camera', 'white_balance', plain],
    ['invoice', 'name_addition', plain],
    ['commit', 'additions', /^\d+$/],
    ['companies', 'object', /^company$/],
    ['form', 'account_label', /^[A-Z][a-z]+ [a-z]+$/],
  ])
})

describe('the description says what is meant:', () => {
  check([
    ['gadget', 'location', /^[A-Z]/, 'The city where it is.'],
    ['gadget', 'region', /^eu-|^us-|^ap-/, 'A region of the cloud, such as eu-west-1.'],
    ['gadget', 'trial_period', /^P1M$/, 'Specified in ISO 8601 format.'],
    ['gadget', 'bank_code', /^\d{4}$/, 'The 4-digit code of the bank.'],
    ['gadget', 'agency_code', /^[A-Z]{2}$/, 'The two-letter code of the agency.'],
    ['gadget', 'sort_code', /^\d{6}$/, 'The 6-digit sort code.'],
    ['gadget', 'transport', /^(TCP|UDP)$/, 'TCP or UDP'],
    ['gadget', 'family_state', /^[MSD]$/, 'Common values are *D (Divorced), M (Married), S (Single)'],
    ['gadget', 'exclude_letters', plain, 'List of all characters that should be excluded.'],
    ['gadget', 'vulnerable', plain, 'The (semver) range of versions that are vulnerable.'],
    ['friday', 'from', /^\d\d:\d\d$/, "The time, from '00:00' to '24:00'."],
    ['gadget', 'month_from', /^\d{4}-\d\d$/, 'From which month, in yyyy-MM format.'],
    ['gadget', 'context', plain, 'The deploy context in which this value is used.'],
    ['gadget', 'self_signed', /^(true|false)$/, 'Certificate is self signed (read only)'],
    ['gadget', 'exclude_parameters', plain, 'The parameters that are excluded from the view.'],
    ['gadget', 'maintenance_day', /day$/, 'The day of the week of the maintenance.'],
    ['gadget', 'destination', /^[0-9a-f]{12}$/, 'Id of an existing account.'],
    ['gadget', 'kind', /^books#volume$/, 'Always "books#volume".'],
    ['gadget', 'access', /^(PUBLIC|PRIVATE)$/, 'Whether this shelf is PUBLIC or PRIVATE.'],
    ['gadget', 'attendee', /^\d{6}$/, 'Access code for those who attend'],
    ['gadget', 'background_color', /^#[0-9a-f]{6}$/, 'The background in RGB format.'],
    ['gadget', 'status_message', /^(?!200)/, 'The HTTP status message.'],
    ['gadget', 'fee', /^[0-9a-f]{12}$/, 'ID of the fee that was refunded.'],
    ['gadget', 'natural_language_code', /^[a-z]{2}$/, 'Two-letter code of ISO 639-1.'],
    ['gadget', 'unofficial_code', /^[A-Z]{3}-\d{3}$/, 'Always `null` if `code` is not.'],
    ['gadget', 'kind', /^shelf#list$/, 'The kind. Always shelf#list.'],
    ['gadget', 'state', /^(new|shipped)$/, 'State. Acceptable values are: - "`new`" - "`shipped`"'],
    ['gadget', 'settings', /^\{\}$/, 'A JSON object of settings.'],
    // Tags, bold words and notes are not read.
    [
      'gadget',
      'stage',
      /^(RAW|DONE)$/,
      '<p>Its stage:</p> <ul> <li> <p><code>RAW</code> — new</p> </li> <li><code>DONE</code></li> </ul>',
    ],
    ['gadget', 'source', /^(mine|yours)$/, 'Of whom it is. Possible values: **mine**, **yours**.'],
    ['gadget', 'creator', /@/, 'Output only. The email address of the creator.'],
    ['gadget', 'transport', /^(by_air|by_sea)$/, 'Allowed values are: * `by_air` - By plane. * `by_sea` - By ship.'],
    ['gadget', 'scope', /^(HIT|SESSION|USER)$/, 'Scope of the gadget: HIT, SESSION or USER.'],
    ['gadget', 'sort', /^(URL_VISIT|EVENT)$/, 'Sort of it. Possible values are URL_VISIT, AND EVENT.'],
    ['gadget', 'exclusion', /^(TEMPORARY|PERMANENT)$/, 'Whether to make the exclusion TEMPORARY or PERMANENT.'],
    ['gadget', 'target', plain, 'The target, as JSON or XML.'],
    ['gadget', 'priority', /^(BATCH|INTERACTIVE)$/, 'Possible values include BATCH and INTERACTIVE.'],
    ['gadget', 'target', /^(order|parcel)$/, "Where it is applied ('order', 'parcel')"],
    ['gadget', 'status', /^(open|done)$/, 'The status of the gadget: `open`, `done`.'],
    ['gadget', 'retention', /^(Locked|Unlocked)$/, 'The retention, can only be Locked or Unlocked.'],
    ['gadget', 'device_type', /^button$/, 'The device type, which currently must be `button`.'],
    [
      'gadget',
      'disposition',
      /^(IF_NEW|NEVER)$/,
      'Whether it is kept. Supported values: * IF_NEW: if it is new. * NEVER: not at all.',
    ],
    ['gadget', 'state_or_province', /^\p{Lu}/u, 'As defined there. Applicable in these countries:\n- Brazil\n- India'],
    ['gadget', 'enabled_from', /^\d{4}-/, 'The date of its start. If set and:\n* `enabled`: on.\n* `enabled`: off.'],
    ['gadget', 'machine', /^n1-standard-1$/, 'The machine (e.g. n1-standard-1).'],
    ['gadget', 'machine', plain, 'The machine, e.g. a/b testing or 10 others.'],
    ['gadget', 'algorithm', /^SHA-256$/, 'The algorithm, for example `SHA-256`.'],
    ['gadget', 'anchor', /^\{\}$/, 'A region, represented as a JSON string.'],
    ['gadget', 'data_format', /^(?!\{)/, 'Whether it is a JSON string.'],
    ['gadget', 'expression', /^0 9 /, 'A cron expression in UTC.'],
    ['gadget', 'pattern', /^\^/, 'The regular expression that names match.'],
    ['gadget', 'color_rgb', /^#[0-9a-f]{6}$/, 'The color as an RGB hex string.'],
    ['gadget', 'percent_done', /^\d+$/, 'Contains an estimated percentage of the work.'],
    ['gadget', 'duration', /^PT15M$/, 'The length, a duration of ISO 8601.'],
    ['subscription', 'duration', /^P1M$/, 'The length, a duration of ISO 8601.'],
    ['gadget', 'issuer_state', /^\p{Lu}/u, 'The state or province of the issuer.'],
    ['gadget', 'email_signature', plain, 'Email signature'],
    ['gadget', 'hot_swap', /^true$/, 'Hot Swap'],
    ['gadget', 'line', /^[0-9a-f]{12}$/, 'The phone number ID.'],
    ['gadget', 'shipping_label', /^https:/, 'The URL of the label.'],
    ['gadget', 'short_code', /^\d{6}$/, 'A sequence of digits to address messages.'],
    ['segment', 'file_name', /\.mp3$/, 'The name of the audio content file.'],
  ])
})

it('a private value that is marked as a password is what its name says', async () => {
  const form = { format: 'password' }
  expect(await generate('address', 'city', form, 1)).toMatch(/^\p{Lu}/u)
  expect(await generate('address', 'email', form, 1)).toMatch(/@/)
  expect(await generate('address', 'access_token', form, 1)).toMatch(/^[a-z]+-[a-z]+-\d+$/)
})

it('a flag that is always the same is what its description says', async () => {
  const flag = (description: string) => ({ type: 'boolean', description })
  const schema = closed({ live: flag('Always true.'), off: flag('This is always `false`') })
  for (const seed of seeds) expect(await generateSample(schema, seed)).toEqual({ live: true, off: false })
})

it('clothes with a gender are not a person', async () => {
  const text = { type: 'string' }
  const value = await generateSample(closed({ gender: text, brand: text, title: text }), 1, { imitate: true })
  expect(value.title).toMatch(/^[A-Z][a-z]+ [a-z]+$/)
})

it('a time in milliseconds is one, also as a string of digits', async () => {
  const description = 'The time (ms since epoch) of the last change.'
  expect(await generate('gadget', 'changed_time_ms', { format: 'int64', description }, 1)).toMatch(/^1\d{12}$/)
})

it('a size is repeated, not imitated', async () => {
  expect(await generate('camera', 'picture', { examples: ['1920x1080'] }, 1)).toBe('1920x1080')
})

it('what only a description lists fits the state of the record, like the member of an enum', async () => {
  const status = { type: 'string', description: 'One of `open`, `closed`, `failed`.' }
  const gateway = { type: 'string', description: 'One of `active`, `closed`, `error`.' }
  for (const seed of seeds) {
    const value = await generateSample(closed({ status, gateway_status: gateway }), seed, { imitate: true })
    expect(value.status).not.toBe('failed')
    expect(value.gateway_status).not.toBe('error')
  }
})

describe('the description of a number says its range:', () => {
  const rows: readonly (readonly [name: string, description: string, least: number, most: number])[] = [
    ['score', 'Score of the result. Range [0, 1].', 0, 1],
    ['quality', 'An integer from 1 to 5.', 1, 5],
    ['wait', 'Between 900 and 43,200 seconds.', 900, 43_200],
    ['owned', '1 if it is owned, 0 if not.', 0, 1],
    ['submitted', 'A timestamp that tells when it was submitted.', 1e9, 3e9],
    ['file_size', 'Size of the file in GB.', 1, 64],
    ['tax_percentage', 'The tax, in minor units.', 5, 25],
    ['key_length', 'Length of the key in bits.', 2048, 2048],
    ['days_until_expiration', 'How many days are left.', 0, 400],
    ['monthly_number_of_jobs_created', 'Per month.', 0, 1e6],
  ]
  for (const [name, description, least, most] of rows)
    it(`${name}: ${description}`, async () => {
      for (const seed of seeds) {
        const value = Number(await generate('gadget', name, { type: 'integer', description }, seed))
        expect(value).toBeGreaterThanOrEqual(least)
        expect(value).toBeLessThanOrEqual(most)
      }
    })
})

it('the items of `modified` are not times', async () => {
  const value = await generate(
    'commit',
    'modified',
    { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 1 },
    1,
  )
  expect(value).toEqual([expect.stringMatching(plain)])
})

it('coordinates of strings are two of them', async () => {
  const value = await generate('point', 'coordinates', { type: 'array', items: { type: 'string' } }, 1)
  expect(value).toEqual([expect.stringMatching(/^-?[\d.]+$/), expect.stringMatching(/^-?[\d.]+$/)])
})

it('a value of any type that is called like a list is one', async () => {
  const schema = closed({
    gadget: { type: 'object', required: ['rates', 'address'], properties: { rates: {}, address: {} } },
  })
  const value = await generateSample(schema, 1, { imitate: true })
  expect(value).toMatchObject({ gadget: { rates: [], address: expect.any(String) } })
})

it('the attributes of a resource are called by the resource', async () => {
  const attributes = closed({ file_name: { type: 'string' } })
  const value = await generate('screenshot', 'attributes', attributes, 1)
  expect(value).toEqual({ file_name: expect.stringMatching(/\.png$/) })
})

it('the region of what is at a location of a cloud is one of the cloud', async () => {
  const schema = closed({ region: { type: 'string' } })
  const regionOf = async (name: string) => (await generateSample(schema, 1, { imitate: true, name })).region
  expect(await regionOf('projects.locations.snapshots')).toMatch(/^[a-z]+-[a-z]+-\d$/)
  for (const name of ['projects.location', 'storeLocations', 'pickup_locations'])
    expect(await regionOf(name)).toMatch(/^\p{Lu}/u)
})

describe('the name demands a form:', () => {
  check([
    // Numbers, amounts, units and periods.
    ['license', 'maxSessions', /^\d+$/],
    ['phone', 'max_flavor', plain],
    ['audio', 'MaxAudioChannels', /^(2|4|8|16)$/],
    ['invoice', 'total_taxes', /^\d+\.\d\d$/],
    ['shopping', 'TextAmt', /^\d+\.\d\d$/],
    ['license', 'quota', /^\d+$/],
    ['member', 'household_income', /^\d{5}$/],
    ['license', 'timeVolumePeriod', /^(day|week|month)$/],
    ['ledger', 'accounting_period', /^\d{4}-\d\d$/],
    ['area', 'u', /^m2$/],
    ['tariff', 'Unit', /^kWh$/],
    ['state', 'abbreviation', /^[A-Z]{2,3}$/],
    ['alert', 'pagerTreeUrgency', /^(low|medium|high)$/],
    // Flags and times.
    ['journal', 'transferredToAccounting', /^true$/],
    ['order', 'OutsideRTH', /^true$/],
    ['recorder', 'support_3rdparty', /^true$/],
    ['project', 'merge_requests_enabled', /^true$/],
    ['account', 'includeInNetWorth', /^true$/],
    ['campaign', 'last_open', /^2025-/],
    // Places and persons.
    ['profile', 'mobile', /^\+\d/],
    ['layout', 'mobile', plain],
    ['dealer', 'LanguagePreference', /^[a-z]{2}$/],
    ['cluster', 'location', /^[a-z]+-[a-z]+-\d$/],
    ['country', 'codenum', /^\d{3}$/],
    ['deposit', 'nameOnAccount', /^[A-Z][a-z]+ [A-Z][a-z]+$/],
    // Of machines and programs.
    ['server', 'loadBalancerDnsName', /^[a-z]+\.example\.com$/],
    ['ssh_keys', 'public_key', /^ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI\S{43}$/],
    ['container', 'publicKey', /^-----BEGIN PUBLIC KEY-----/],
    ['gpg', 'public_key', /^-----BEGIN PGP PUBLIC KEY BLOCK-----/],
    ['api', 'public_key', /^[0-9a-f]{32}$/],
    ['server', 'host_key', /^ssh-/],
    ['domain', 'DKIMPendingTextValue', /^k=rsa; p=/],
    ['domain', 'SPFTextValue', /^v=spf1 /],
    ['domain', 'ReturnPathDomainCNAMEValue', /^[a-z]+\.example\.com$/],
    ['environment', 'preferredMaintenanceWindow', /^[a-z]{3}:\d\d:\d\d-[a-z]{3}:\d\d:\d\d$/],
    ['scheduler', 'expression', /^0 9 /],
    ['calculatedColumns', 'formula', /^=SUM\(/],
    ['volume', 'mountPoint', /^\/mnt\//],
    ['site', 'git_provider', /^(github|gitlab|bitbucket)$/],
    ['cookies', 'name', /^(session_id|theme)$/],
    ['header_constraints', 'name', /^X-/],
    ['envvar', 'name', /^[A-Z_]+$/],
    ['pagination', 'next', /^https:/],
    ['person', 'next', plain],
    ['source', 'pointer', /^\/data\//],
    ['session', 'userid', /^[0-9a-f]{12}$/],
    ['commit', 'oid', /^[0-9a-f]{40}$/],
    ['image', 'color_sample', /^#[0-9a-f]{6}$/],
    ['post', 'body_markdown', /^[A-Z].*\.$/],
    ['click', 'Platform', /^(web|ios|android)$/],
    ['location', 'span', /^0\.05,0\.05$/],
    ['error', 'msg', /^[A-Z].*\.$/],
    ['board', 'cardCovers', /^true$/, ' true or false'],
    ['payment', 'method', /^card$/],
    ['order', 'payment_method', /^card$/],
    ['shipment', 'method', /^standard$/],
    ['label', 'color', /^#[0-9a-f]{6}$/],
    ['car', 'color', /^[a-z]+$/],
    ['userKeys', 'key', /^ssh-ed25519 AAAA/],
    ['plot', 'key', /^ssh-ed25519 AAAA/, 'The public SSH key'],
    ['track', 'label_name', /^[A-Z][a-z]+ (?!.*[a-z]+-)\w+/],
    ['labels', 'localeCode', /^[A-Z][a-z]+ [a-z]+$/],
    ['labelling', 'localeCode', /^[a-z]{2}-[A-Z]{2}$/],
    ['partner', 'taxcode', /^[A-Z]{2}\d{9}$/],
    ['item', 'taxCode', /^(VAT|TAX)-\d{3}$/],
    ['camera', 'default_username', /^admin$/],
    ['crawl', 'urlsTo', /^https:/],
    ['mail', 'DKIMHost', /^s1\._domainkey\.[a-z]+\.example\.com$/],
    ['mesh', 'filter_file', /^[a-z]+\.yaml$/],
    ['scan', 'mrz2', /^L[A-Z0-9<]{43}$/],
    ['export', 'last_export', /^20\d\d-/],
    ['note', 'upvote?', /^true$/],
    ['frame', 'brand', /^(visa|mastercard|amex)$/, 'The framework of the network. For example, Visa.'],
    ['account', 'bulkSend', /^true$/, 'When **true,** this user can send to many.'],
  ])
})

describe('the last part of a name says what the value is:', () => {
  for (const [name, form] of [
    ['model[resolution]', /^1920x1080$/],
    ['prefs/locale', /^[a-z]{2}-[A-Z]{2}$/],
    ['customer.phone', /^\+\d/],
    ['@type', /^(standard|custom|default)$/],
  ] as const)
    it(name, async () => {
      for (const seed of seeds)
        expect(String((await generateSample(closed({ [name]: { type: 'string' } }), seed))[name])).toMatch(form)
    })
})

describe('strings beside flags', () => {
  const strings = (...names: readonly string[]): JsonObject =>
    closed(Object.fromEntries(names.map((name) => [name, { type: 'string' }])))

  it('are flags if their names say nothing and most others are', async () => {
    const names = ['recorder[ptz]', 'recorder[hdmi]', 'recorder[upnp]', 'recorder[sdhc]', 'recorder[city]']
    const value = await generateSample(strings(...names), 1)
    expect(value['recorder[sdhc]']).toBe('true')
    expect(value['recorder[city]']).toMatch(/^[A-Z]/)
  })

  it('are words if most others are something else', async () => {
    const value = await generateSample(strings('ptz', 'hdmi', 'sdhc', 'shdsl'), 1)
    expect(value.sdhc).toMatch(plain)
  })
})

describe('bytes in base64', () => {
  const bytesOf = async (name: string, format: string): Promise<Buffer> =>
    Buffer.from(String((await generateSample(closed({ [name]: { type: 'string', format } }), 1))[name]), 'base64')

  it('are an image by the name of one', async () => {
    expect((await bytesOf('logo', 'byte')).subarray(1, 4).toString()).toBe('PNG')
    expect((await bytesOf('photoBytes', 'base64url')).subarray(1, 4).toString()).toBe('PNG')
  })

  it('are random for keys', async () => {
    expect((await bytesOf('encryption_key', 'byte')).length).toBe(32)
    expect((await bytesOf('initialization_vector', 'byte')).length).toBe(16)
  })
})

it('the items of a list of aliases are hosts', async () => {
  const schema = closed({ domain_aliases: { type: 'array', minItems: 1, items: { type: 'string' } } })
  expect(String((await generateSample(schema, 1)).domain_aliases)).toMatch(/\.example\.com/)
})
