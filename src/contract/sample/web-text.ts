/**
 * Strings about the web, computers and files, by the name of the property. The first row whose pattern matches is used.
 */
import { certificate } from './certificate-text.ts'
import { digits } from './check-digits.ts'
import { singularName } from './property-names.ts'
import { snakeCase, titleOf, type WriteText } from './record-subject.ts'
import { hex, host, imageUrl, slug, url, urlFor, uuid } from './text-by-format.ts'
import {
  clientOf,
  extensionOf,
  fileName,
  mediaTypeOf,
  oneOf,
  operatingSystem,
  type Row,
  sentence,
  title,
} from './text-writers.ts'
import { jwt, loginToken } from './tokens.ts'
import { words } from './words.ts'

const runsSoftware = /runner|machine|server|host|build|agent|node|instance|device|image|executor|environment/i

/** Of the kind that its name says; without one, of a role. */
const arn: WriteText = (context) => {
  const { name, owner } = context
  const own = snakeCase(name).replace(/_?arns?$/, '')
  const kind = (own === '' ? snakeCase(singularName(owner.split(' ')[0] ?? '')) : own).replaceAll('_', '-')
  // Its own one has the name of the object.
  const isOwn = own === '' || snakeCase(owner).includes(own)
  const called = isOwn && context.isItem !== true ? titleOf(context).join('-') : slug(context.random)
  const [, part = 'role'] = /^(?:.*-)?(user|policy)$|^(?:iam-|user-)?(group)$/.exec(kind)?.filter(Boolean) ?? []
  if (kind === '' || /(role|user|policy)$|^(iam-|user-)?group$/.test(kind))
    return `arn:aws:iam::123456789012:${part}/${called}`
  const [service] = services.find(([, pattern]) => pattern.test(kind)) ?? [kind.split('-')[0]]
  return `arn:aws:${service}:us-east-1:123456789012:${kind}/${called}`
}

const services: readonly (readonly [string, RegExp])[] = [
  ['acm', /certificate/],
  ['kms', /key/],
  ['sns', /topic/],
  ['sqs', /queue/],
  ['lambda', /function|lambda/],
  ['ecs', /cluster|task/],
  ['cloudfront', /distribution/],
  ['kinesis', /(^|-)streams?$/],
  ['dynamodb', /table/],
  ['secretsmanager', /secret/],
]

const speaksHttp =
  /(^|_)(ports?|listeners?|services?|endpoints?|health_?checks?|monitors?|checks?|proxy|proxies|load_?balancers?|forward\w*|rules?|firewalls?|backends?|servers?|hosts?|targets?|routes?|webhooks?|urls?|sites?|traffic|ingress|egress|networks?|connections?)(_|$)/

const softwareImage: WriteText = ({ random }) => `${random.pick(words.nouns)}:1.${random.integer(0, 20)}`

export const web: readonly Row[] = [
  // `idModel`: what is called by the name after it.
  [
    /^ids?_(?!(\w+_)?(card|number|no|type|token|document|proof|code|name|key|format|prefix|status|state|expiry|issued|country)s?$)/,
    ({ random }) => hex(random, 16),
  ],
  [/(^|_)(imsi|meid|imei(_?sv)?)$/, ({ random }) => `31${digits(random, 13)}`],
  [/(^|_)iccid$/, ({ random }) => `89${digits(random, 17)}`],
  [
    /(^|_)(docker|container|software|vm|os|boot|disk|machine|base|source|runtime|system|firmware|recovery)_?images?$|^image_?name$/,
    softwareImage,
  ],
  // What runs as a container has no picture.
  [
    /^images?$/,
    (context) =>
      /container|docker|(^|_)(pod|task)s?(_|$)/i.test(snakeCase(context.owner))
        ? softwareImage(context)
        : imageUrl(context),
  ],
  [
    /(^|_)(image|avatar|photo|picture|logo|icon|thumbnail|thumb|cover|banner|poster)s?(_?(ur[il]|link|src|href|path))?(_?\d+x?\d*)?$/,
    imageUrl,
  ],
  [/(^|_)(url|uri|href|links?|website|homepage|web_?page|endpoint|callback|webhook)s?$|(^|_)url_(to|of|for)_/, urlFor],
  [/^permalink$/, (context) => titleOf(context).join('-')],
  [/(^|_)urn$/, (context) => `urn:example:${titleOf(context).join('-')}`],
  [
    /(^|_)(url|uri|http)_?scheme$|^scheme$/,
    ({ owner, random }) =>
      /pension|payment|card|tax|loyalty|color|colour|holiday|security/i.test(owner)
        ? 'standard'
        : random.pick(['https', 'http']),
  ],
  [/(^|_)(cidrs?|subnets?|ip_?ranges?|network_?ranges?)(_block)?$/, () => '192.0.2.0/24'],
  [/(^|_)ttl$/, () => '3600s'],
  [/(^|_)base_?64$/, ({ random }) => Buffer.from(slug(random)).toString('base64')],
  [/^subject(_?dn)?$/, (context) => (/certificate|x509/i.test(context.owner) ? `CN=${host(context)}` : title(context))],
  [/[a-z]{2}(url|uri)$/, url],
  [/(^|_)commit_?ref$/, ({ random }) => hex(random, 40)],
  [/(^|_)e_?tag$/, ({ random }) => hex(random, 32)],
  [/(^|_)(memory|ram|disk|storage)(_?(limit|request|size|capacity))?$/, oneOf('512Mi', '1Gi', '2Gi')],
  [/(^|_)cpus?(_?(limit|request))?$/, oneOf('250m', '500m', '1')],
  [/(^|_)(uu|gu)ids?$/, uuid],
  [/(^|_)sub_?domains?$/, ({ random }) => random.pick(words.nouns)],
  [/(^|_)name_?servers?$|(^|_)dns_servers?$/, host],
  // The domain of a model, or of knowledge, is not a host.
  [
    /^domain(_name)?s?$/,
    (context) =>
      /model|classif|skill|knowledge|ontolog|intent|question|learn|train|concept|entit|dataset|topic|taxonom/.test(
        snakeCase(context.owner),
      )
        ? slug(context.random)
        : host(context),
  ],
  [/(host|domain|fqdn|server)(_?(name|alias(es)?))?s?$/, host],
  [
    /(content|mime|media)_?types?$/,
    (context) => {
      const { owner, name, random } = context
      // The medium of a port, or the kind of a campaign, is not a media type.
      if (
        !/mime/i.test(name) &&
        /port|device|interface|network|campaign|permission|card|article|post|page|category/i.test(owner)
      )
        return 'standard'
      if (/hook|request|integration/i.test(owner)) return 'application/json'
      const known = mediaTypeOf(context)
      if (known !== undefined) return known
      if (/audio|music|song|track|sound|voice/i.test(owner)) return 'audio/mpeg'
      if (/video|movie|clip|film/i.test(owner)) return 'video/mp4'
      return /image|photo|picture|avatar|logo|icon/i.test(owner)
        ? 'image/png'
        : /file|document|attachment|upload|media|asset|download|artifact|blob|object/i.test(owner)
          ? random.pick(['application/pdf', 'image/png', 'text/csv'])
          : 'application/json'
    },
  ],
  [/(^|_)(file|document|attachment|original)_?name$/, fileName],
  [
    /file_?(extension|suffix)$/,
    (context) =>
      extensionOf(context) ??
      (/image|photo|picture|thumb|avatar|logo/i.test(context.owner + context.name)
        ? 'png'
        : context.random.pick(['pdf', 'png', 'csv'])),
  ],
  [
    /^extension$/,
    (context) =>
      /phone|call|voice|sip|pbx|vbc|contact|extension|from|to\b/i.test(context.owner)
        ? digits(context.random, 4)
        : (extensionOf(context) ?? context.random.pick(['pdf', 'png', 'csv'])),
  ],
  [
    /^((file|output|export|image|download|report|document)_?)?format$/,
    (context) => {
      const { owner, name, random } = context
      if (name === 'format' && /date|time|number|column|calculated|currency/i.test(owner)) return 'default'
      const known = extensionOf(context)
      if (known !== undefined) return known
      if (/image|photo|picture|thumb/i.test(owner)) return 'png'
      if (/video|movie|clip/i.test(owner)) return 'mp4'
      if (/audio|song|track|sound/i.test(owner)) return 'mp3'
      const isOfFile = /file|document|export|report|download|attachment|invoice|print|output/i.test(owner)
      return name !== 'format' || isOfFile ? random.pick(['pdf', 'json', 'csv']) : 'default'
    },
  ],
  [
    /(^|_)prefix$/,
    (context) => {
      const { owner, random, keywords } = context
      const about = typeof keywords.description === 'string' ? keywords.description : ''
      if (/network|subnet|\bip|route|vlan|cidr|block/i.test(owner) || /network|subnet|cidr|ipv?4/i.test(about))
        return `10.${random.integer(0, 200)}.0.0/16`
      if (/phone|number|country/i.test(owner)) return `+${random.integer(30, 99)}`
      return /file|folder|bucket|storage|path|object|url|route/i.test(owner)
        ? `/${random.pick(words.nouns)}`
        : random.pick(words.nouns).slice(0, 3).toUpperCase()
    },
  ],
  [
    /(file_?|full_?|relative_?)?paths?$|(^|_)(folder|directory)$/,
    ({ random }) => `/${random.pick(words.nouns)}/${random.pick(words.nouns)}`,
  ],
  [/user_?agent$/, (context) => clientOf(context).agent],
  [/(^|_)browser(_?name)?$/, (context) => clientOf(context).browser],
  [/(^|_)(os|operating_?system)(_?name)?$/, operatingSystem],
  [
    /(^|_)platform(_?name)?$/,
    (context) => (runsSoftware.test(context.owner) ? operatingSystem(context) : clientOf(context).platform),
  ],
  // The devices of a network are others.
  [
    /(^|_)(device|device_?type)$/,
    (context) => {
      if (/phone|mobile|cell/i.test(context.owner)) return 'mobile'
      return context.isItem === true &&
        !/session|visit|click|browser|analytic|campaign|report|user|login|\bad/i.test(context.owner)
        ? slug(context.random)
        : clientOf(context).device
    },
  ],
  [/(^|_)md5(_?(sum|hash|digest|checksum))?$/, ({ random }) => hex(random, 32)],
  [/(^|_)sha_?1(_?(sum|hash|digest|checksum))?$/, ({ random }) => hex(random, 40)],
  [/(sha_?256(_?(sum|hash|digest))?|checksum|digest)$/, ({ random }) => [hex(random, 64), hex(random, 40)]],
  [
    /(^|_)(sha|sha_?1|commit|commit_?(id|hash)|hash|etag|md5|(?<!(key|time|e?_?mail|html|text|user)_)signature|finger_?print|thumb_?print)$/,
    ({ random, name: own }) => [hex(random, /md5|etag/i.test(own) ? 32 : 40), hex(random, 7)],
  ],
  [/(^|_)(jwt|id_token)(_token)?$/, (context) => [String(jwt(context)), hex(context.random, 32)]],
  [/^((access|auth|authentication|authorization|session|bearer|api|login)_?)?token$/, loginToken],
  [
    /(token|secret|(api|access|private|public|secret|auth|encryption|signing|server|application|consumer|routing|client|integration)_?key|nonce|cursor)$/,
    ({ random }) => hex(random, 32),
  ],
  [/password$/, ({ random }) => `${slug(random)}-${digits(random, 3)}`],
  [
    /(http_?)?methods?$|^verb$/,
    ({ random, owner, name: own }) =>
      /request|http|web_?hook|route|log|cors|endpoint|(^|_)(links?|actions?|hrefs?|rel)/i.test(owner + own)
        ? random.pick(['GET', 'POST'])
        : random.pick(['standard', 'manual']),
  ],
  // That of a charging station or of a login is another one.
  [
    /^protocol$|_protocol$/,
    ({ owner, name, isHost, random }) =>
      isHost === true || speaksHttp.test(snakeCase(`${owner} ${name}`)) ? random.pick(['https', 'tcp']) : slug(random),
  ],
  [
    /(color|colour)(_?(code|hex))?$|^hex$/,
    ({ random, name: own, keywords: { description } }) => {
      const code = `#${hex(random, 6)}`
      const about = typeof description === 'string' ? description : ''
      if (/without[\w ]{0,20}#|no leading/i.test(about)) return [code.slice(1), code]
      return /code|hex/i.test(own) || /\bhex/i.test(about)
        ? [code, code.slice(1)]
        : [random.pick(words.colors), code, code.slice(1)]
    },
  ],
  [
    /api_?version$|version$/,
    ({ random }) => [
      `${random.integer(1, 4)}.${random.integer(0, 9)}.${random.integer(0, 9)}`,
      `v${random.integer(1, 4)}`,
      String(random.integer(1, 9)),
    ],
  ],
  [/(^|_)xml$/, ({ random }) => `<${random.pick(words.nouns)}/>`],
  [/(^|_)(?<!no_)(html|body_?html|html_?body)$/, (context) => `<p>${String(sentence(context))}</p>`],
  [/(^|_)(cron|cron_?tab|cron_?expression|schedule)$/, () => '0 9 * * 1'],
  [/(^|_)(env|environment|stage)$/, oneOf('production', 'staging')],
  [/_pem$|(^|_)(certificate|cert)(_?(body|chain|content|data|pem))?$/, certificate],
  [/^(authorization|auth)_?(header)?$/, ({ random }) => `Bearer ${hex(random, 32)}`],
  [/(^|_)arns?$/, arn],
]
