/**
 * Strings whose form software defines, by the name of the property: links of pages, parts of keys, records of DNS, rules of time,
 * names of headers. They are tried before the general words of other tables.
 */
import { anyOf, isAbout, says } from './about.ts'
import { createEan, digits } from './check-digits.ts'
import { personOf, placeOf, type ScalarContext, snakeCase, type WriteText } from './record-subject.ts'
import { hex, host, imageUrl, slug, url, urlFor } from './text-by-format.ts'
import { oneOf, type Row } from './text-writers.ts'
import { words } from './words.ts'

const bytes = (random: ScalarContext['random'], length: number, form: 'base64' | 'base64url' = 'base64'): string =>
  Buffer.from(hex(random, length * 2), 'hex').toString(form)

const pages = anyOf(
  'link page paging pagination paginated paginator meta cursor list collection result response href search navigation',
)

/** Of pages, a link; `first` and `last` may be persons, and `next` a time. */
const pageLink: WriteText = (context) => {
  const [owner = ''] = context.owner.split(' ')
  const isOfPages = owner === '' || /^\d+$/.test(owner) || isAbout({ owner, name: '' }, pages)
  if (context.isItem === true || context.isPerson || !(isOfPages || says(context, /\b(page|link|ur[il])\b/i)))
    return slug(context.random)
  return isAbout({ owner, name: '' }, /(^|_)cursors?(_|$)/) ? hex(context.random, 16) : urlFor(context)
}

const maps = anyOf('location map geo geometry place area region coordinates geocode route')

export const gitHost: WriteText = oneOf('github', 'gitlab', 'bitbucket')

export const environmentVariable: WriteText = oneOf('LOG_LEVEL', 'API_URL', 'PORT', 'DATABASE_URL')

const expressionOf = ({ random }: ScalarContext): string =>
  `${random.pick(['status', 'type'])} == "${random.pick(['active', 'pending'])}"`

/** The zone of a passport of Utopia, whose second line has numbers. */
const machineReadable: WriteText = (context) => {
  const { first, last } = personOf(context)
  const lines = [
    `P<UTO${last}<<${first}`.toUpperCase().padEnd(44, '<'),
    `${`L${digits(context.random, 9)}UTO${digits(context.random, 7)}F${digits(context.random, 7)}`.padEnd(43, '<')}0`,
  ]
  const [, place] = /(\d)$/.exec(context.name) ?? []
  if (place !== undefined) return lines[Number(place) - 1] ?? '<'.repeat(44)
  return context.isItem === true ? (lines[context.index ?? 0] ?? '') : lines.join('\n')
}

const isOfKey = anyOf('ssh ssl tls gpg pgp rsa certificate cert x509 jwk jwks')

export const technical: readonly Row[] = [
  // No spaces are allowed in them.
  [
    /(^|_)log_?(groups?|streams?)(_?(names?|id|identifier))?$/,
    ({ random, cloudService }) =>
      cloudService === undefined ? `/app/${random.pick(words.nouns)}` : `/aws/${cloudService}/${slug(random)}`,
  ],
  // What machines read at the bottom of a passport.
  [/(^|_)mrz(_?(code|text|data|string|raw|lines?|value))?(_?\d)?$/, machineReadable],
  [/^(next|prev|previous|first|last)(_?page)?(_?(link|ur[il]))?$/, pageLink],
  [/^self$|^self_link$/, urlFor],
  [
    /^(src|source_ur[il])$/,
    (context) => (isAbout(context, anyOf('image img photo')) ? imageUrl(context) : url(context)),
  ],
  [/(^|_)(deploy(ment)?|build|release|push|incoming|outgoing|post_?receive|web)_?hook$/, urlFor],
  [/^(json_?)?pointer$/, ({ random }) => `/data/attributes/${random.pick(['name', 'email', 'status'])}`],
  [/^(?!\w*(path|ur[il])_)(\w+_)?query_?string$/, () => 'page=1&limit=20'],
  [
    /(^|_)(stack_?traces?|trace_?back|back_?trace|call_?stack)$/,
    () => 'Error: The request timed out\n    at send (/app/client.js:42:11)\n    at run (/app/index.js:7:3)',
  ],
  [/(^|_)connection_?string$/, ({ random }) => `Server=${random.pick(words.nouns)}.example.com;Database=main`],
  [/(^|_)mount_?(point|dir|directory|target|location)$/, ({ random }) => `/mnt/${random.pick(words.nouns)}`],
  [/(^|_)file_?systems?(_?(type|format|kind))?$|^fs_?type$/, oneOf('ext4', 'xfs')],
  [
    /^svg(_?(code|content|data|markup|string))?$/,
    () => '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"/>',
  ],
  [/(^|_)css_?(styles?|code|text|rules?)$|(^|_)custom_?styles?$/, () => 'body { margin: 0 }'],
  // Of images of patients.
  [
    /(^|_)(sop|study|series|frame_of_reference)_?(class|instance)?_?uid$/,
    ({ random }) => `1.2.826.0.1.${digits(random, 7)}.${digits(random, 4)}`,
  ],
  [
    /(^|_)(oid)$/,
    ({ random, ...context }) =>
      isAbout(context, anyOf('commit object blob tree git branch repo target head base merge lfs')) ||
      says(context, /\b(sha|commit|git)\b/i)
        ? hex(random, 40)
        : hex(random, 12),
  ],
  // Ids that do not end in `_id`.
  [
    /(^|_)(uid|gid|kid|cid|pid|fid|tid)$|^(client|user|key|account|order|customer|product|item|session|device|group|project|team|tenant|site|event|page|app|application|transaction|message|object|parent|campaign|job|request|resource|company|contact|member|owner|template|node|service|image|media|video|track|player|game|store|shop|vendor|partner|employee|student|patient|invoice|payment|ticket|task|user_?group|location|category|channel|asset|document|file|folder)id$/,
    ({ random }) => [hex(random, 12), digits(random, 8)],
  ],
  [/^kty$/, () => 'RSA'],
  [/^crv$/, () => 'P-256'],
  [/^alg$/, oneOf('RS256', 'ES256')],
  [
    /^[xyden]$|^[dq]?[pq]$/,
    (context) =>
      isAbout(context, isOfKey) || /pub_?key/i.test(context.owner)
        ? bytes(context.random, 32, 'base64url')
        : slug(context.random),
  ],
  [/(^|_)(h_?mac|sig|salt)$/, ({ random }) => hex(random, 64)],
  // Records of DNS that say who may send mail.
  [
    /(^|_)(dkim|spf|dmarc)(_\w+)?_(value|text|txt|record|txt_?record|content)$|^(dkim|spf|dmarc)$|(^|_)(dkim|spf|dmarc)_\w*text_value$/,
    (context) => {
      const name = snakeCase(context.name)
      if (/spf/.test(name)) return 'v=spf1 include:spf.example.com ~all'
      return /dmarc/.test(name) ? 'v=DMARC1; p=none' : `k=rsa; p=${bytes(context.random, 96)}`
    },
  ],
  [/(^|_)(dkim)_?selector$/, oneOf('s1', 's2')],
  [/(^|_)c_?name(_?(value|target|record|host))$|(^|_)c_name$/, host],
  // When a machine may be changed, on a day of the week or each day.
  [/(^|_)(maintenance|patch|upgrade|update)_?window$/, oneOf('sun:03:00-sun:04:00', 'mon:23:00-tue:00:00')],
  [/(^|_)(backup|snapshot)_?window$/, oneOf('02:00-03:00', '22:00-02:00')],
  [
    /^(schedule_|cron_)?expression$|^(schedule|cron)_(pattern|string)$/,
    (context) => {
      if (
        says(context, /\bcron/i) ||
        isAbout(context, anyOf('schedule scheduler cron cron_job trigger timer recurrence'))
      )
        return '0 9 * * 1'
      return expressionOf(context)
    },
  ],
  [/(^|_)(condition|filter|match|predicate|boolean|rule)_?expression$/, (context) => expressionOf(context)],
  [
    /(^|_)formulas?$/,
    (context) =>
      isAbout(context, anyOf('sheet spreadsheet cell column excel workbook table')) ||
      says(context, /excel|spreadsheet|cell/i)
        ? `=SUM(A1:A${context.random.integer(5, 20)})`
        : context.random.pick(['price * quantity', 'a + b']),
  ],
  // What a map shows, and a rectangle around it.
  [
    /^(span|extent|bounds|b_?box|bounding_?box|view_?port)$/,
    (context) => {
      const { latitude, longitude } = placeOf(context)
      if (!isAbout(context, maps) && !says(context, /\b(map|geograph|north|latitude)/i))
        return [slug(context.random), '0,0,100,50']
      if (/^(span|extent)$/i.test(context.name)) return '0.05,0.05'
      const corners = [longitude - 0.05, latitude - 0.05, longitude + 0.05, latitude + 0.05]
      return corners.map((corner) => corner.toFixed(4)).join(',')
    },
  ],
  // Names of headers and of cookies in a list, and what a request has of them in one string.
  [
    /(^|_)headers$|^(allowed?|exposed?|vary|signed)_?header$|(^|_)header_names?$/,
    (context) =>
      context.isItem === true || /name/i.test(context.name)
        ? context.random.pick(['Content-Type', 'Authorization', 'X-Request-Id'])
        : /allow|expos|vary|signed/i.test(context.name)
          ? 'Content-Type, X-Request-Id'
          : 'Content-Type: application/json',
  ],
  [
    /(^|_)(allowed|exposed|request|response|custom|extra|signed)_header$/,
    oneOf('Content-Type', 'Authorization', 'X-Request-Id'),
  ],
  [/(^|_)cookie_?names?$/, oneOf('session_id', 'theme')],
  [
    /(^|_)(?<!set_)cookies?$/,
    (context) => (context.isItem === true ? 'session_id' : `session_id=${hex(context.random, 16)}`),
  ],
  [
    /(^|_)(git|scm|vcs|repo|repository|source_?control|version_?control)_?(provider|host|hosting|service|vendor)$|(^|_)(git|scm|vcs|source_?control)_type$/,
    gitHost,
  ],
  [/(^|_)(auth|authentication|login|sign_?in)_?(mechanism|scheme|strategy)$/, oneOf('password', 'oauth2')],
  [/(^|_)(environment_?variable|env_?var)(_?(name|key))?$|^env_?key$/, environmentVariable],
  [/(^|_)obis(_?code)?$/, () => '1-0:1.8.0*255'],
  // Kinds of things that are the same everywhere.
  [/(^|_)(phone|telephone)_?(number_?)?(type|kind|category)$/, oneOf('mobile', 'home', 'work')],
  [/(^|_)(licens(e|ing)|entitlement)_?model$/, oneOf('subscription', 'perpetual')],
  [/(^|_)(pricing|billing|charge)_?model$/, oneOf('flat', 'per_unit')],
  [/(^|_)(power|current)_type$/, oneOf('AC', 'DC')],
  [/^application_type$/, (context) => (isAbout(context, anyOf('client oauth oidc openid')) ? 'web' : 'standard')],
  [
    /(^|_)(instance|node|machine|vm)_?(type|class|size)$/,
    (context) =>
      context.cloudService !== undefined || says(context, /\bEC2\b|\binstance (type|class)\b/)
        ? context.random.pick(['m5.large', 't3.medium'])
        : 'standard',
  ],
  [
    /(^|_)(where_?clause|values_predicate|sql_(filter|condition|predicate|where))$/,
    (context) => `${context.random.pick(['status', 'type'])} = 'active'`,
  ],
  // Of an operation on a picture; that of an image is where it is cut.
  [/^(crop|trim|resize|rescale)(_?(size|to|geometry|dimensions))?$/, oneOf('800x600', '640x480')],
  // The name of a wireless network, and of a part of a machine that is connected to it.
  [/(^|_)e?ssid$/, ({ random }) => `${random.pick(words.nouns)}-wifi`],
  [
    /^interface(_?name)?$/,
    (context) =>
      isAbout(context, anyOf('wireless network router switch host device nic port vlan packet'))
        ? context.random.pick(['eth0', 'en0'])
        : slug(context.random),
  ],
  // What answers of a bank say about the parts of a card.
  [/(^|_)avs(_\w+)?_?(result|response|match)(_?code)?$/, () => 'Y'],
  [/(^|_)(cvv2?|cvc2?|cvd)(_\w+)?_?(result|response|match)(_?code)?$/, () => 'M'],
  // Results of what has been counted or measured, as one string.
  [/[a-z]_?(stats|statistics)$/, (context) => (context.isItem === true ? slug(context.random) : '{}')],
  [/(^|_)bar_?code_?(scan_?)?(value|number|data)$/, ({ random }) => createEan(random)],
  [/(^|_)(units?_?(name|label|of_?measure)|unit_?of_?measurement|uom)$/, oneOf('piece', 'hour', 'kg')],
]
