/**
 * Strings about people and money, by the name of the property. The first row whose pattern matches is used.
 */
import { anyOf, isAbout, isDescribed, says } from './about.ts'
import { accounts } from './account-text.ts'
import { digits } from './check-digits.ts'
import { nameOfObject } from './object-names.ts'
import {
  companyOf,
  genderOf,
  moneyPlaceOf,
  namesPerson,
  personOf,
  placeOf,
  snakeCase,
  type WriteText,
} from './record-subject.ts'
import { email, hex, phone, slug, userName } from './text-by-format.ts'
import { accessRole, amount, currencyCode, fullName, objectName, oneOf, type Row, wholeNumber } from './text-writers.ts'
import { words } from './words.ts'

export const people: readonly Row[] = [
  // What a device has before anybody changes it.
  [/^(default|factory)_(user_?name|login)$/, () => 'admin'],
  [/(^|_)(user_?principal_?name|upn)$/, email],
  // A comment replies to another one.
  [
    /(^|_)reply_?to$/,
    (context) =>
      says(context, /e-?mail|reply-to/i) ||
      !(
        isDescribed(context) ||
        isAbout(context, anyOf('comment post remark tweet thread chat discussion review note score'))
      )
        ? email(context)
        : hex(context.random, 12),
  ],
  [/(^|_)e_?mails?(_?addr(ess)?(es)?|_contact)?$|(^|_)e_?mail(_\w+)?_(to|from|cc|bcc)$/, email],
  [/(first|given|fore)_?names?$/, (context) => personOf(context).first],
  [
    /(last|sur)_?names?$|(?<!(package|font|product|instance|device|model)_)family_?names?$/,
    (context) => personOf(context).last,
  ],
  [/(maiden|birth)_?(last_?|family_?)?name$/, ({ random }) => random.pick(words.lastNames)],
  [
    /middle_?names?$/,
    (context) => {
      const isFemale = genderOf(context) === 'female'
      return context.random.pick(words.firstNames.filter((name) => words.female.includes(name) === isFemale))
    },
  ],
  [/(^|_)account_?holder(_?name)?$|(^|_)name_on_(\w+_)?(card|account|cheque|check|passport|ticket)$/, fullName],
  // The holder of an account of a bank; others are called like a thing.
  [
    /(^|_)account_?name$/,
    (context) =>
      /bank|payment|payout|direct_?debit|iban|ach_/i.test(snakeCase(`${context.owner} ${context.name}`))
        ? fullName(context)
        : objectName(context),
  ],
  [/middle_?initial$|(^|_)initials?$/, (context) => [personOf(context).first.charAt(0), personOf(context).last]],
  [
    /(^|_)nick_?name$/,
    (context) =>
      context.isPerson || /user|player|person/i.test(context.owner) ? userName(context) : objectName(context),
  ],
  [
    /(user_?name|^login|screen_?name|login_?name|(user|twitter|instagram|github|social\w*|x|cash|venmo)_handle)$/,
    userName,
  ],
  // That of a product or of a file is not a person.
  [
    /(^|_)handle$/,
    (context) =>
      context.isPerson || isAbout(context, anyOf('user person member profile author contact speaker creator social'))
        ? userName(context)
        : slug(context.random),
  ],
  [
    /^full_?name$/,
    (context) => {
      const owner = snakeCase(context.owner)
      if (
        /organi[sz]ation|(^|_)orgs?(_|$)|compan|business|(^|_)(vendor|supplier|merchant|agency|agencie)s?$/.test(owner)
      )
        return companyOf(context)
      // That of a repository begins with its owner.
      if (!context.isPerson && /(^|_)(repos?|repositor(y|ies)|forks?)(_|$)/.test(owner))
        return `${slug(context.random)}/${slug(context.random)}`
      const isOfPerson =
        context.isPerson ||
        owner === '' ||
        owner.split(/(?<!^)_(?=[a-z]+$)|_/).some(namesPerson) ||
        says(context, /first|surname|person|individual|user|customer|applicant|holder|full name/i)
      return isOfPerson ? fullName(context) : objectName(context)
    },
  ],
  [
    /(full|from|reply_?to|billing|[a-z]ed_?by|admin|contact|customer|owner|author|holder|recipient|passenger|guest|person|sender|payer|payee|beneficiary|committer|approver|requester|uploader|creator|manager|cardholder|employee|patient|student|signer|reviewer|buyer|seller|real|legal_?person)_?name$/,
    fullName,
  ],
  [/^(author|owner|recipient|sender|assignee|cardholder|creator|reporter|manager|artist|attention|attn)$/, fullName],
  [
    /(^|_)(created|updated|modified|approved|reviewed|assigned|deleted|uploaded|submitted|edited|requested|signed)_?by$/,
    userName,
  ],
  [/^(user|member|employee|person|author|staff|contact)_title$/, ({ random }) => random.pick(words.jobs)],
  [/(^|_)display_?name$|^name_(address|display|full|list|sort)/, nameOfObject],
  [
    /(^|_)(contact|contact_?person)$/,
    (context) => {
      // Whom to write to about a program.
      const isOfProgram =
        context.isItem === true && isAbout({ owner: context.owner, name: '' }, anyOf('client oauth oidc'))
      if (isOfProgram || says(context, /e-?mail/i)) return email(context)
      return says(context, /phone/i) ? phone(context) : fullName(context)
    },
  ],
  [/(^|_)name_?suffix$/, oneOf('Jr.', 'III')],
  [/marital_?status$/, oneOf('single', 'married')],
  [/nationality$/, (context) => [placeOf(context).nationality, ...placeOf(context).codes]],
  [
    /(^|_)(job|role|occupation|position|profession)(_?(title|role))?$/,
    (context) => {
      const { random, owner } = context
      const snake = snakeCase(context.name)
      if (/role/.test(snake) && !/job/.test(snake)) return accessRole(context)
      // The position of a thing is a place in an order.
      const isPost =
        !/(position|(^|_)job)$/.test(snake) ||
        context.isPerson ||
        /employ|contact|person|staff|member|lead/i.test(owner)
      if (isPost || /(current|job|previous)_(title|role|position)/.test(snake)) return random.pick(words.jobs)
      // A job may be one of a machine.
      return /job$/.test(snake) ? slug(random) : wholeNumber(context)
    },
  ],
  [
    /department(_?name)?$/,
    ({ owner, random }) => {
      if (/ingredient|food|recipe|grocer/i.test(owner)) return random.pick(['Bakery', 'Dairy', 'Produce'])
      return random.pick(/product|item|shop|store/i.test(owner) ? words.goods : words.departments)
    },
  ],
  [
    /(^|_)client_name$|(company|organi[sz]ation|employer|vendor|manufacturer|publisher|merchant|supplier|(?<!_of_)business|institution|carrier|(^|_)bank)(_?name)?$/,
    companyOf,
  ],
]

const parties = anyOf(
  'partner customer company supplier vendor client contact organization organisation dealer merchant',
)

/** A number of things, where pages are counted; the items of a list are called, rather than amounts. */
const amountOrCount: WriteText = (context) => {
  if (context.isItem === true) return slug(context.random)
  const isCount =
    /^total$/i.test(context.name) && isAbout(context, anyOf('page paging pagination meta count stats cursor list'))
  return isCount ? wholeNumber(context) : amount(context)
}

export const currencies: readonly Row[] = [
  [/currency_?symbol$/, (context) => moneyPlaceOf(context).currencySymbol],
  [/currency_?name$/, (context) => moneyPlaceOf(context).currencyName],
  // What is exchanged is of two currencies.
  [
    /(^|_)(target|quote|counter|destination|converted|buy)_?currency(_?code)?$/,
    (context) => (moneyPlaceOf(context).currency === 'EUR' ? 'USD' : 'EUR'),
  ],
  [/(^|_)(currency|currencies)(_?(code|id|iso|type|unit))?$/, currencyCode],
]

export const money: readonly Row[] = [
  ...currencies,
  ...accounts,
  [
    /(vat|tax)_?(number|id|no|registration.*)$|^(vat|tin|ein)$/,
    (context) => `${placeOf(context).codes[0]}${digits(context.random, 9)}`,
  ],
  // Of a company, rather than of what is sold.
  [
    /^(vat|tax)_?code$/,
    (context) =>
      context.isPlace || context.isPerson || isAbout({ owner: context.owner, name: '' }, parties)
        ? `${placeOf(context).codes[0]}${digits(context.random, 9)}`
        : [`${context.random.pick(['VAT', 'TAX'])}-${digits(context.random, 3)}`, digits(context.random, 4)],
  ],
  [/(^|_)(exp|expiry|expiration)_?month$/, ({ random }) => [String(random.integer(1, 12)).padStart(2, '0')]],
  [
    /(^|_)(exp|expiry|expiration)_?year$/,
    ({ random }) => [String(random.integer(2031, 2034)), String(random.integer(31, 34))],
  ],
  [/(^|_)(price|cost|rate|amount|fee)_per_[a-z]+$/, amount],
  [
    /(^|_)(unit_?price|price|amount|total|cost|fees?|(?<!white_)balance|revenue|proceeds|earnings|profit|turnover|salary|budget|subtotal|discount|tax|paid|net|gross)$|_due$/,
    amountOrCount,
  ],
  [/(fx|exchange|conversion)_?rate$/, ({ random }) => `1.${digits(random, 2)}`],
  [/(heart|pulse|bit|frame|sample|sampling|refresh|baud)_?rate$/, wholeNumber],
  // Of a film or of a debtor it is a word or letters.
  [
    /(^|_)(?<!(content|official|age|parental|custom|mpaa|maturity|film|movie|credit|risk|max|min|energy|tv)_)(rating|stars)$/,
    ({ random }) => `${random.integer(1, 4)}.${random.integer(0, 9)}`,
  ],
  [
    /(^|_)(percent|percentage|rate|(?<!(aspect|image|picture|thumbnail|screen|video|display|pixel)_)ratio)(_?(completed?|done|finished))?$/,
    ({ random }) => String(random.integer(1, 25)),
  ],
  [
    /(^|_)(count|quantity|qty|size|length|width|height|weight|num|limit|offset|sort_?order|duration|seconds|minutes|hours|days|years|age|score|port|(?<![a-z]_)(addition|deletion)|z_?index|rotation|depth|(up|down)?_?vote|bpm)s?$|^(rotate|left|top|bottom|credits?|pos)$|(^|_)(seconds|minutes|hours|days)_(between|before|after|until|since|per)(_|$)|(?<!last|first|recently)_(used|remaining)$|^(min|max|minimum|maximum)_?(value|length|size|number)$|^(number_of|num|no_of)_/,
    wholeNumber,
  ],
]
