/**
 * Strings about the web, computers and files, by the name of the property. The first row whose pattern matches is used.
 */
import { anyOf, isAbout, isDescribed, says } from './about.ts'
import { arn } from './arn-text.ts'
import { certificate, sshKey } from './certificate-text.ts'
import { digits } from './check-digits.ts'
import { fileExtension, fileName, format, mediaType } from './file-text.ts'
import { type ScalarContext, snakeCase, titleOf, type WriteText } from './record-subject.ts'
import { hex, host, imageUrl, slug, url, urlFor, uuid } from './text-by-format.ts'
import { clientOf, objectName, oneOf, operatingSystem, type Row, sentence, title } from './text-writers.ts'
import { jwt, loginToken } from './tokens.ts'
import { words } from './words.ts'

const runsSoftware = /runner|machine|server|host|build|agent|node|instance|device|image|executor|environment/i

const speaksHttp =
  /(^|_)(ports?|listeners?|services?|endpoints?|health_?checks?|monitors?|checks?|proxy|proxies|load_?balancers?|forward\w*|rules?|firewalls?|backends?|servers?|hosts?|targets?|routes?|webhooks?|urls?|sites?|traffic|ingress|egress|networks?|connections?)(_|$)/

const softwareImage: WriteText = ({ random }) => `${random.pick(words.nouns)}:1.${random.integer(0, 20)}`

/** Whether an image is what a machine starts from. */
const isOfMachine = (context: ScalarContext): boolean =>
  isAbout(
    context,
    anyOf('container docker pod task vm instance disk boot node machine server cluster master worker runtime'),
  ) || says(context, /\b(container|docker|virtual machine|vm|compute engine|disk|operating system)\b/i)

const resources = anyOf(
  'container resource limit request pod node quota capacity task allocatable allocated requests flavor',
)

const hasMediaType =
  /(^|_)(files?|attachments?|documents?|uploads?|assets?|blobs?|objects?|artifacts?|downloads?|images?|photos?|pictures?|videos?|audio|sounds?|voice|music|tracks?|hooks?|webhooks?|requests?|responses?|headers?|http|bod(y|ies)|emails?|mails?|mms|messages?|parts?|payloads?|renditions?|parsers?)(_|$)/

/** `content_type` alone is that of HTTP. */
const isMediaType = (context: ScalarContext): boolean =>
  /mime/i.test(context.name) ||
  isAbout(context, hasMediaType) ||
  says(context, /\bmime\b|content[- ]type|media type/i) ||
  (/^content_?type$/i.test(context.name) && !isDescribed(context) && !hasContents.test(snakeCase(context.owner)))

const hasContents = anyOf(
  'port device interface network campaign permission card article post page category entry editor model space event feed content',
)

const runsOnDevices = anyOf(
  'app application device mobile client user session push sdk visit visitor browser install target os test open click experiment download player',
)
const usesDevices = anyOf(
  'session visit visitor click browser analytics campaign report user login ad ads traffic impression viewer view',
)

/** What programs of a kind speak. */
const protocols: readonly (readonly [RegExp, string])[] = [
  [/charg(e|ing)_?(station|point|box)|(^|_)(evse|connector)s?(_|$)/, 'ocpp1.6'],
  [anyOf('dns srv record'), 'tcp'],
  [anyOf('email mail smtp'), 'smtp'],
  [anyOf('ftp sftp file folder transfer'), 'sftp'],
  [anyOf('ssl tls encryption encrypt'), 'TLSv1.2'],
  [anyOf('sso identity login oauth realm'), 'openid-connect'],
  [anyOf('transport url uri request stream media source'), 'https'],
]

const networked = anyOf('network router switch interface port iot sensor gateway rack opto security firmware vendor')

/** Whether a method is one of HTTP, and not one of payment. */
const isHttpMethod = (context: ScalarContext): boolean => {
  const name = snakeCase(context.name)
  if (/(^|_)(http|request|callback|webhook|url|fallback|cors|rest)_?(methods?|verbs?)$/.test(name)) return true
  if (says(context, /\bhttp\b/i)) return true
  const isPlain = /^(methods?|verbs?)$|^(access_control_)?allow(ed)?_methods?$/.test(name)
  // Those of a rule of a route.
  if (/^methods?$/.test(name) && context.isItem === true && listsMethods.test(snakeCase(context.owner))) return true
  return isPlain && hasHttpMethod.test(snakeCase(context.owner.split(' ')[0] ?? ''))
}

const listsMethods = /(^|_)(rules?|match(es|ers?)?|routes?|routing|filters?|gateways?|proxy|proxies|api)(_|$)/

const hasHttpMethod =
  /(^|_)(http\w*|web_?hooks?|hooks?|routes?|cors\w*|endpoints?|links?|hrefs?|rel|callbacks?|callouts?)(_|$)|^_?(requests?|actions?|logs?|links)$|_request_log$/

/** Goods, animals and people have colors with a name. */
const onScreenOnly = anyOf(
  'label tag category calendar theme brand branding board folder workspace badge role status stage layer marker pin chart highlight annotation widget button style palette',
)

/** `payment_method`, or the method of a payment; that of a shipment is another one. */
const isPaymentMethod = ({ name, owner }: ScalarContext): boolean =>
  /(^|_)(payment|pay|funding|refund|billing)_?methods?$/.test(snakeCase(name)) ||
  (/^methods?$/i.test(name) && isAbout({ owner, name: '' }, payments))

const payments = anyOf('payment refund charge checkout pay_in settlement')

export const web: readonly Row[] = [
  // `idModel`: what is called by the name after it.
  [
    /^ids?_(?!(\w+_)?(card|number|no|type|token|document|proof|code|name|key|format|prefix|status|state|expiry|issued|country)s?$)/,
    ({ random }) => hex(random, 16),
  ],
  [/(^|_)(imsi|meid|imei(_?sv)?)$/, ({ random }) => `31${digits(random, 13)}`],
  [/(^|_)iccid$/, ({ random }) => `89${digits(random, 17)}`],
  [
    /(^|_)(docker|container|software|vm|os|boot|build|builder|deploy|runner|worker|disk|machine|base|source|runtime|system|firmware|recovery)_?images?$|^image_?name$/,
    softwareImage,
  ],
  // What runs as a container has no picture.
  [
    /^images?$/,
    (context) =>
      isAbout(context, anyOf('container docker pod task')) || says(context, /\b(container|docker|virtual machine)\b/i)
        ? softwareImage(context)
        : imageUrl(context),
  ],
  [/(^|_)image_?(ur[il]|link)$/, (context) => (isOfMachine(context) ? urlFor(context) : imageUrl(context))],
  [/(^|_)repo(sitory)?_?path$/, ({ random }) => `${slug(random)}/${slug(random)}`],
  [
    /(^|_)(?<!(^|_)as_)(image|avatar|photo|picture|logo|icon|thumbnail|thumb|cover|banner|poster)s?(_?(ur[il]|link|src|href))?(_?\d+x?\d*)?$/,
    imageUrl,
  ],
  [
    /(^|_)(url|uri|href|links?|website|homepage|web_?page|endpoint|callback|webhook)s?$|(^|_)urls?_(to|of|for|from)(_|$)/,
    urlFor,
  ],
  [/^permalink$/, (context) => titleOf(context).join('-')],
  [/(^|_)urn$/, (context) => `urn:example:${titleOf(context).join('-')}`],
  [
    /(^|_)(url|uri|http)_?scheme$|^scheme$/,
    (context) =>
      /pension|payment|card|tax|loyalty|color|colour|holiday|security|encrypt/i.test(context.owner) ||
      says(context, /encrypt|pricing|color|payment|\btax/i)
        ? 'standard'
        : context.random.pick(['https', 'http']),
  ],
  [/(^|_)(cidrs?|subnets?|ip_?ranges?|network_?ranges?)(_block)?$/, () => '192.0.2.0/24'],
  [/(^|_)ttl$/, () => '3600'],
  [/(^|_)base_?64$/, ({ random }) => Buffer.from(slug(random)).toString('base64')],
  [/(^|_)(python|strftime)_(\w+_)?format$|(^|_)strftime$/, () => '%Y-%m-%d'],
  [/(date|time|datetime|timestamp)_?(format|pattern|mask)$/, () => 'YYYY-MM-DD'],
  [/^subject(_?dn)?$/, (context) => (/certificate|x509/i.test(context.owner) ? `CN=${host(context)}` : title(context))],
  [/(^|_)dns_?(host_?)?(name|address|host)s?$|(^|_)(host|domain)_?(name_?)?alias(es)?$/, host],
  [/[a-z]{2}(url|uri)$/, url],
  [/(^|_)commit_?ref$/, ({ random }) => hex(random, 40)],
  [/(^|_)e_?tag$/, ({ random }) => hex(random, 32)],
  [/(^|_)(memory|ram|disk|storage)_?(limit|request|size|capacity)$/, oneOf('512Mi', '1Gi', '2Gi')],
  // A disk, a storage and a processor have names, too.
  [
    /(^|_)(memory|ram|disk|storage)$/,
    (context) => (isAbout(context, resources) ? context.random.pick(['512Mi', '1Gi', '2Gi']) : slug(context.random)),
  ],
  [
    /(^|_)cpus?(_?(limit|request))?$/,
    (context) => (isAbout(context, resources) ? context.random.pick(['250m', '500m', '1']) : slug(context.random)),
  ],
  [/(^|_)(uu|gu)ids?$/, uuid],
  [/(^|_)sub_?domains?$/, ({ random }) => random.pick(words.nouns)],
  [/(^|_)name_?servers?$|(^|_)dns_servers?$/, host],
  // The domain of a model, or of knowledge, is not a host.
  [
    /(^|_)(protein|business|skill|risk|problem|knowledge|application|app|security|fault|failure|search|broadcast|bridge|routing|subject|data|expertise|research|legal|policy|isolation|update|upgrade|time|frequency|trust|consistency|placement|availability)_domains?$/,
    ({ random }) => slug(random),
  ],
  [
    /^domain(_name)?s?$/,
    (context) =>
      /model|classif|skill|knowledge|ontolog|intent|question|learn|train|concept|entit|dataset|topic|taxonom/.test(
        snakeCase(context.owner),
      )
        ? slug(context.random)
        : host(context),
  ],
  [/(^|_)dkim_?(\w+_)?(host|name|host_?name|domain)$/, (context) => `s1._domainkey.${host(context)}`],
  [/((?<!g)host|domain|fqdn|(?<!ob)server)(_?(name|alias(es)?))?s?$/, host],
  // The medium of a port, or the kind of a campaign, is not a media type.
  [/(content|mime|media)_?types?$/, (context) => (isMediaType(context) ? mediaType(context) : 'standard')],
  [/(^|_)original_?name$/, (context) => (isAbout(context, hasMediaType) ? fileName(context) : objectName(context))],
  [/(^|_)(file|document|attachment)_?name$/, fileName],
  [
    /(^|_)(image|docker|container)_?tags?$/,
    (context) =>
      isAbout(context, anyOf('docker container registry kubernetes pod deployment')) ||
      says(context, /docker|container/i)
        ? 'latest'
        : slug(context.random),
  ],
  [/file_?(extension|suffix)$/, fileExtension],
  // That of a telephone is a number, that of an application anything.
  [
    /^extension$/,
    (context) => {
      if (/phone|call|voice|sip|pbx|vbc|contact|extension|from|to\b/i.test(context.owner))
        return digits(context.random, 4)
      const isProgram = isAbout(
        context,
        anyOf('app browser plugin module package chrome database postgres fhir schema'),
      )
      return isProgram && !says(context, /\bfiles?\b/i) ? slug(context.random) : fileExtension(context)
    },
  ],
  [/^((file|output|export|image|download|report|document)_?)?formats?$/, format],
  [
    /(^|_)prefix$/,
    (context) => {
      const { owner, random, keywords } = context
      const about = typeof keywords.description === 'string' ? keywords.description : ''
      if (/ur[il]_prefix$/i.test(snakeCase(context.name))) return `${url(context)}/`
      if (/network|subnet|\bip|vlan|cidr/i.test(owner) || /network|subnet|cidr|ipv?4/i.test(about))
        return `10.${random.integer(0, 200)}.0.0/16`
      if (/phone|dial|calling|country/i.test(owner)) return `+${random.integer(30, 99)}`
      return /file|folder|bucket|storage|path|object|url|route/i.test(owner) ||
        /storage|folder|bucket|directory/i.test(about)
        ? `/${random.pick(words.nouns)}`
        : random.pick(words.nouns).slice(0, 3).toUpperCase()
    },
  ],
  // What leads to a part of a value, of a form or of a career.
  [
    /(json|field|property|attribute|object|xml|dn|class|(?<!private_|ssl_|^)key|career|learning|upgrade|conversion|attack|clip|svg|vector|shape|category|critical|escalation|payment|growth|flight|role|breadcrumb|namespace)_?paths?$/,
    ({ random }) => slug(random),
  ],
  [
    /(file_?|full_?|relative_?)?paths?$|(^|_)(folder|directory)$/,
    (context) => {
      if (says(context, /json ?-?path|path (of|to) the (field|property|value)/i)) return slug(context.random)
      const picture = /image|photo|picture|avatar|logo|icon|thumb|poster/i.test(context.name) ? '.png' : ''
      return `/${context.random.pick(words.nouns)}/${context.random.pick(words.nouns)}${picture}`
    },
  ],
  [/user_?agent$/, (context) => clientOf(context).agent],
  [/(^|_)browser(_?name)?$/, (context) => clientOf(context).browser],
  [/(^|_)(os|operating_?system)(_?name)?$/, operatingSystem],
  // Of payments, of courses, of games there are others.
  [
    /(^|_)(?<!cpu_)platforms?(_?name)?$/,
    (context) => {
      if (runsSoftware.test(context.owner)) return operatingSystem(context)
      return isAbout(context, runsOnDevices) ? clientOf(context).platform : slug(context.random)
    },
  ],
  // The devices of a network are others.
  [
    /(^|_)(device|device_?type|device_?category)$/,
    (context) => {
      if (/phone|mobile|cell/i.test(context.owner)) return 'mobile'
      const isKind = /(type|category)$/i.test(context.name) && !isAbout(context, networked)
      return (isKind || isAbout(context, usesDevices)) && !says(context, /\bname|\bid\b|identifier/i)
        ? clientOf(context).device
        : slug(context.random)
    },
  ],
  [/(^|_)md5(_?(sum|hash|digest|checksum))?$/, ({ random }) => hex(random, 32)],
  [/(^|_)sha_?1(_?(sum|hash|digest|checksum))?$/, ({ random }) => hex(random, 40)],
  [/(sha_?256(_?(sum|hash|digest))?|checksum|digest)$/, ({ random }) => [hex(random, 64), hex(random, 40)]],
  // Of a key for machines; that of a certificate has no colons in most documents.
  [
    /(^|_)(finger_?print|thumb_?print)$/,
    (context) =>
      isAbout(context, anyOf('ssh checkout_key deploy_key machine_key public_key host_key user_key repo_key'))
        ? Array.from({ length: 16 }, () => hex(context.random, 2)).join(':')
        : [hex(context.random, 40), hex(context.random, 7)],
  ],
  [
    /(^|_)(sha|sha_?1|commit|commit_?(id|hash)|(file|body|content|block|image|tx)?hash|etag|md5|(?<!(key|time|e?_?mail|html|text|user)_)signature|finger_?print|thumb_?print)$/,
    ({ random, name, owner }) => [
      hex(random, /md5|etag/i.test(name) ? 32 : /checksum|digest|integrity/i.test(owner) ? 64 : 40),
      hex(random, 7),
    ],
  ],
  [/(^|_)(jwt|id_token)(_token)?$/, (context) => [String(jwt(context)), hex(context.random, 32)]],
  [/^((access|auth|authentication|authorization|session|bearer|api|login)_?)?token$/, loginToken],
  // Public keys of machines and of certificates; that of an API is a token.
  [/(^|_)(ssh_?(public_?)?key|public_?ssh_?key|(server_|ssh_)?host_?key|authorized_?keys?|deploy_?key)$/, sshKey],
  [
    /(^|_)(?<!script_)(public_?key|pub_?key)(_?(pem|data|content|body))?$/,
    (context) => {
      if (isAbout(context, anyOf('ssh git deploy checkout')) || says(context, /\bssh\b|openssh|authorized_keys/i))
        return sshKey(context)
      const isApi =
        isAbout(context, anyOf('api stripe captcha recaptcha widget publishable gateway merchant')) &&
        !says(context, /\b(rsa|pem|encrypt\w*|verify|signature)\b/i)
      const token = hex(context.random, 32)
      return isApi ? token : [String(certificate(context)), token]
    },
  ],
  [
    /(token|secret|(api|access|private|public|secret|auth|encryption|signing|server|application|consumer|routing|client|integration)_?key|nonce|cursor)$/,
    ({ random }) => hex(random, 32),
  ],
  [/password$/, ({ random }) => `${slug(random)}-${digits(random, 3)}`],
  [
    /methods?$|^verbs?$/,
    (context) => {
      if (isHttpMethod(context)) return context.random.pick(['GET', 'POST'])
      if (/verb/i.test(context.name)) return slug(context.random)
      return isPaymentMethod(context) ? 'card' : 'standard'
    },
  ],
  // That of a charging station or of a login is another one.
  [
    /^protocol$|_protocol$/,
    (context) =>
      !isAbout(context, anyOf('encryption encrypt ssl tls sso auth authentication login security signature')) &&
      (context.isHost === true || isAbout(context, speaksHttp))
        ? context.random.pick(['https', 'tcp'])
        : (protocols.find(([pattern]) => isAbout(context, pattern))?.[1] ?? slug(context.random)),
  ],
  [
    /(color|colour)(_?(code|hex|sample|swatch|background|foreground|primary|secondary|accent|light|dark|start|end|text|border))?$|^hex$/,
    ({ random, name: own, owner, keywords: { description } }) => {
      const code = `#${hex(random, 6)}`
      const about = typeof description === 'string' ? description : ''
      if (/without[\w ]{0,20}#|no leading/i.test(about)) return [code.slice(1), code]
      return isAbout({ owner, name: '' }, onScreenOnly) ||
        /code|hex|sample|swatch/i.test(own) ||
        /\b(hex|rgba?\b|css colou?r)|#[0-9a-f]{3}/i.test(about)
        ? [code, code.slice(1)]
        : [random.pick(words.colors), code, code.slice(1)]
    },
  ],
  [
    /version$|version_?(string|label|text|str)$/,
    ({ random }) => [
      `${random.integer(1, 4)}.${random.integer(0, 9)}.${random.integer(0, 9)}`,
      `v${random.integer(1, 4)}`,
      String(random.integer(1, 9)),
    ],
  ],
  [/(^|_)xml$/, ({ random }) => `<${random.pick(words.nouns)}/>`],
  [
    /(^|_)(?<!no_)(html|body_?html|html_?body)$|(bio|body|text|content|message|description)_cooked$|^cooked$/,
    (context) => `<p>${String(sentence(context))}</p>`,
  ],
  [/(^|_)(cron|cron_?tab|cron_?expression|cron_?schedule)$/, () => '0 9 * * 1'],
  // That of payments is not one of a machine.
  [
    /(^|_)schedule$/,
    (context) =>
      says(context, /\bcron/i) || isAbout(context, anyOf('cron workflow scan backup pipeline cron_job trigger'))
        ? '0 9 * * 1'
        : slug(context.random),
  ],
  [/^envs?$/, ({ isItem, random }) => (isItem === true ? `LOG_LEVEL=${random.pick(['info', 'warn'])}` : 'production')],
  [
    /(^|_)(env|environment)$/,
    ({ isItem, name, random }) =>
      isItem === true && /env$/i.test(name) ? slug(random) : random.pick(['production', 'staging']),
  ],
  // Of a release it is a version.
  [
    /^tag_?name$/,
    (context) =>
      context.isCode === true || isAbout(context, anyOf('release repository repo git commit'))
        ? `v${context.random.integer(1, 4)}.${context.random.integer(0, 9)}.0`
        : objectName(context),
  ],
  [
    /^stage(_name)?$/,
    (context) =>
      isAbout(context, anyOf('deploy deployment deployed environment release api rest lambda gateway function'))
        ? context.random.pick(['production', 'staging'])
        : slug(context.random),
  ],
  [
    /_pem$|^csr$|_csr$|(^|_)certificate_(signing_)?request$|(^|_)(certificate|cert)(_?(body|chain|content|data|pem))?$/,
    certificate,
  ],
  [/^(authorization|auth)_?(header)?$/, ({ random }) => `Bearer ${hex(random, 32)}`],
  [/(^|_)arns?$/, arn],
]
