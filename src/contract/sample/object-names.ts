/**
 * The name of an object, by what kind of object it is: a person, a company, a city, a file.
 */

import { memoizeNames } from '../values/memoize.ts'
import { anyOf, isAbout } from './about.ts'
import { fileName } from './file-text.ts'
import type { ScalarContext, WriteText } from './record-subject.ts'
import { companyOf, namesThing, placeOf, snakeCase } from './record-subject.ts'
import { environmentVariable } from './technical-text.ts'
import { capital, host } from './text-by-format.ts'
import {
  accessRole,
  category,
  clientOf,
  fullName,
  objectName,
  oneOf,
  operatingSystem,
  type Row,
  title,
} from './text-writers.ts'
import { words } from './words.ts'

/** A plain `name` depends on the object that has it. */
export const nameOfObject: WriteText = (context) => {
  // `shop_name` of an order is the name of a shop.
  const own = snakeCase(context.name).replace(/^name_.*$|_?(display_?|full_?)?names?$/, '')
  const owners = context.owner.split(' ').map(snakeCase)
  // An agent or a client may be a program, a profile a set of options.
  const isSure = context.isPerson || isPersonFor(context.owner)
  // What has an email may be a team or a shop.
  const isThing = owners.some(namesThing)
  if (own === '' && context.isPerson && !isThing && /^(display|full)_?name$/.test(snakeCase(context.name)))
    return fullName(context)
  if (context.isCard === true && own === '') return fullName(context)
  if (context.isCountry === true && /^(common_?|official_?|short_?|long_?)?name$/.test(snakeCase(context.name)))
    return placeOf(context).country
  // The tenant of one record is one, whoever is named beside it.
  if (/(^|_)tenant$/.test(own)) return companyOf({ ...context, personPointer: context.recordPointer })
  const isOwnName = own === '' || describing.test(own)
  // The holder of an address.
  if (own === '' && context.isPlace && context.isPerson && !isThing) return fullName(context)
  if (own === 'account' && context.isNamedPerson === true) return fullName(context)
  // `machine_name` is not the name of the agent that has it.
  for (const owner of isOwnName ? [own, ...owners] : [own]) {
    if (owner === '' || (!isSure && maybePerson.test(owner))) continue
    const write = writerFor(owner)
    if (write) return write(context)
  }
  if (own === '' && context.isNamedPerson === true && !isThing) return fullName(context)
  // The name of another thing is another one.
  const isOther = own !== '' && !describing.test(own) && !owners.some((owner) => owner.includes(own.replace(/s$/, '')))
  return objectName(isOther ? { ...context, personPointer: `${context.personPointer}~${own}` } : context)
}

/** The name of one of several kinds: of a state, a language, a category. Undefined if the object is of no such kind. */
export const nameByKind = (context: ScalarContext): string | readonly string[] | undefined => {
  const owners = context.owner.split(' ').map(snakeCase)
  const found = kinds.find(([pattern]) => owners.some((owner) => pattern.test(owner)))
  return found?.[1](context)
}

const kinds: readonly Row[] = [
  [/(^|_)(state|status)(es)?$/, oneOf('Active', 'Pending')],
  [/(^|_)languages?$/, (context) => placeOf(context).languageName],
  [/(^|_)countr(y|ies)$/, (context) => placeOf(context).country],
  [/(^|_)(categor(y|ies)|genres?|topics?)$/, (context) => capital(category(context))],
  [/(^|_)(privacy|visibility)$/, oneOf('Public', 'Private')],
  [/(^|_)licen[cs]es?$/, oneOf('Standard license', 'Public domain')],
  [/(^|_)(e_?mails?|phones?|address(es)?)$/, oneOf('Home', 'Work')],
]

/** What a company publishes, whose label is that company. */
const music = anyOf('track album release record single song artist recording soundtrack disc')

/** What precedes `name` without naming another object: `short_name`, `legal_name`. */
const describing =
  /^(short|long|common|official|legal|registered|trad(e|ing)|local(i[sz]ed)?|native|translated|english|original|previous|former|old|new|current|preferred|alternat(e|ive)|public|internal|external|sort(able)?|search(able)?|main|primary|secondary|friendly|pretty|simple|formatted|unique|qualified|fully_qualified|custom|default|plain|canonical|known|complete|entire|printable|visible|readable|screen|presentation)$/

const maybePerson =
  /(^|_)(profile|agent|client|lead|administrator|e_?mail(_?address)?|actor|driver|parent|child|children|viewer|editor|manager|holder|presenter|worker|follower|supervisor|visitor|participant)s?$/

/** Whether the words before the last one say that the object is a person: `user_profile`. */
const isPersonFor = (owner: string): boolean =>
  /(^|_)(user|person|member|customer|employee|patient|student|staff|sales|support|tour|bus|truck|delivery)_(profile|agent|client|lead|owner|administrator|actor|driver)s?(_|$)/.test(
    snakeCase(owner),
  )

const nameByOwner: readonly Row[] = [
  [/(^|_)(creditor|debtor|intermediary|instructing|instructed)_agent$/, companyOf],
  [/(^|_)(sub_?|mail_?|email_?|sending_?|custom_?|site_?|host_?|dns_?|web_?)domains?$|(^|_)(dns|hosted)_zones?$/, host],
  // The domain of knowledge has a description, that of a host does not.
  [/^domains?$/, (context) => (context.isDescribed === true ? objectName(context) : host(context))],
  [/(^|_)(user|customer|member|personal|student|employee)_?accounts?$/, fullName],
  [
    /(^|_)(contact|customer|guest|passenger|person|personal|payer|buyer|traveller|traveler)_?(details?|info(rmation)?|data)$/,
    fullName,
  ],
  [
    /(^|_)(profile|user|person|people|customer|author|contact|member|employee|patient|guest|passenger|owner|student|player|assignee|creator|reporter|sender|recipient|candidate|teacher|driver|agent|cardholder|client|lead|attendee|organizer|administrator|subscriber|reviewer|artist|actor|applicant|borrower|resident|invitee|inviter|signer|signatory|recruiter|volunteer|donor|worker|colleague|collaborator|contributor|participant|registrant|respondent|buyer|payer|payee|beneficiary|holder|instructor|trainer|coach|co_?organi[sz]er|panelist|speaker|presenter|moderator|friend|follower|committer|uploader|requester|approver|editor|viewer|visitor|renter|policy_?holder|child|parent|spouse|guardian|doctor|physician|practitioner|nurse|trainee|learner|pupil|athlete|pilot|manager|supervisor|e_?mail(_?address)?)s?$|^(to|from|cc|bcc|staff|children)$/,
    fullName,
  ],
  [
    /(^|_)(compan(y|ies)|organi[sz]ations?|orgs?|vendor|supplier|publisher|merchant|account|tenant|employer|customer_?account|business(es)?|brand|partner|manufacturer|carrier|provider|bank|institution|workspace|shop|store|retailer)s?$/,
    companyOf,
  ],
  [/(^|_)(city|cities|town|location|place|venue|station|airport|warehouse)s?$/, (context) => placeOf(context).city],
  [/(^|_)(country|countries)$/, (context) => placeOf(context).country],
  [/(^|_)(currency|currencies)$/, (context) => placeOf(context).currencyName],
  [/(^|_)(language)s?$/, (context) => placeOf(context).languageName],
  // Records of regions are for any place.
  [
    /^regions?$/,
    (context) =>
      context.ownerPointer === '' && !context.isPlace && context.isCountry !== true
        ? context.random.pick(['North', 'South', 'East', 'West', 'Central'])
        : placeOf(context).state,
  ],
  [/^(address_|billing_|shipping_|home_)?(state|province|region)s?$/, (context) => placeOf(context).state],
  [/(^|_)(tax(es)?|tax_?rates?|vat)$/, oneOf('VAT', 'Sales tax')],
  [
    /(^|_)(categor(y|ies)|tag|label|topic|genre)s?$/,
    (context) =>
      /label(_?name)?$/.test(snakeCase(context.name)) && isAbout({ owner: context.owner, name: '' }, music)
        ? companyOf(context)
        : capital(category(context)),
  ],
  [/(^|_)(file|attachment|document|upload)s?$/, fileName],
  [
    /(^|_)(department|team|division)s?$|^((user|staff|work|sales|support|admin|employee|member|people|contact)_)?groups?$/,
    ({ random }) => random.pick(words.departments),
  ],
  [/^((user|member|team|account|access|custom|project|org\w*)_)?(role|permission)s?$/, accessRole],
  [/(^|_)(color|colour)s?$/, ({ random }) => random.pick(words.colors)],
  [/(^|_)(plan|tier|subscription)s?$/, oneOf('Basic', 'Standard', 'Premium')],
  [/(^|_)(job|task|project|campaign|report|event|course|survey|ticket|issue|milestone)s?$/, title],
  [/(^|_)(os|operating_?system)$/, operatingSystem],
  [/(^|_)browser$/, (context) => clientOf(context).browser],
  [/(^|_)cookies?(_(constraint|match|matcher|rule|config|condition)s?)?$/, oneOf('session_id', 'theme')],
  [
    /(^|_)(head(er)?s?|(http_|request_|response_)?headers?_(constraint|match|matcher|rule|config|condition|filter|action|field|param|spec|override)s?)$/,
    oneOf('X-Request-Id', 'X-Client-Version'),
  ],
  [/(^|_)(env(ironment)?_?vars?|environment_?variables?)$/, environmentVariable],
]

const writerFor = memoizeNames(
  (owner: string): WriteText | undefined => nameByOwner.find(([pattern]) => pattern.test(owner))?.[1],
)
