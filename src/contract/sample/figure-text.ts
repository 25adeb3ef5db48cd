/**
 * Strings that are numbers, amounts, units or periods, by the name of the property: `max_sessions: "25"`. They are tried before the
 * general words of other tables.
 */
import { anyOf, isAbout, says } from './about.ts'
import { placeOf, type ScalarContext, snakeCase, titleOf, type WriteText } from './record-subject.ts'
import { slug } from './text-by-format.ts'
import { amount, oneOf, type Row, wholeNumber } from './text-writers.ts'

/** The items of a list are called, rather than counted. */
const unlessListed =
  (write: WriteText): WriteText =>
  (context) =>
    context.isItem === true ? slug(context.random) : write(context)

/** Not what the most of something is called: `max_flavor`, `total_in_words`. */
const otherEnding =
  '(?!\\w*_?(name|type|mode|policy|format|formatted|formated|class|flavor|layout|platform|os|level|tier|role|key|id|guard|staleness|criteria|words|accuracy|version|date|time|at|on|unit|currency|code|color|text|label|description|status|url|rating|severity|priority|position|place|address|size_class|tls|ssl|protocol|quality|visibility|clearance|encryption|confidence)$)'

const money =
  /(^|_)(amt|amounts?|values?|costs?|prices?|fees?|charges?|tax(es)?|vat|penalt(y|ies)|revenue|spent|supply|purse|cashback|credit|debit|cpc|cpm|ecpm|rpm|saved|savings|income|salary|recovery|due|profit|earnings|balance|worth)(_|$)/

const numberOrAmount: WriteText = (context) =>
  money.test(snakeCase(context.name)) ? amount(context) : wholeNumber(context)

/** Of a year, or of what a household has. */
const thousands: WriteText = ({ random }) => `${random.integer(30, 95)}000`

export const lasting = oneOf('day', 'week', 'month')

export const figures: readonly Row[] = [
  [/(^|_)amt$/, amount],
  [
    /(^|_)((household|annual|yearly|gross|net|personal|family|taxable)_income|income|net_worth|(home|house|property|estate)_market_value|wages?)$/,
    thousands,
  ],
  [
    /(annual|yearly)_?(revenue|turnover|sales)$|market_?cap(itali[sz]ation)?$/,
    ({ random }) => `${random.integer(2, 90)}00000`,
  ],
  [
    /^assets$/,
    (context) =>
      isAbout(context, anyOf('member investor client lead person household portfolio wealth'))
        ? thousands(context)
        : slug(context.random),
  ],
  [/(^|_)quotas?$/, unlessListed(wholeNumber)],
  [
    /(^|_)(time|data|traffic|trading|trade|sales|call|message|search|order|transaction|transfer|shipping|daily|hourly|weekly|monthly|average|avg)_volumes?$/,
    unlessListed(numberOrAmount),
  ],
  [
    /(^|_)(input|output|playback|audio|video|analog|digital|ethernet|network|usb|recording|max|number_of)_(channels|ports|inputs|outputs|streams|slots)$/,
    unlessListed(({ random }) => String(random.pick([2, 4, 8, 16]))),
  ],
  [new RegExp(`^(max|min|maximum|minimum|total)_${otherEnding}[a-z]`), unlessListed(numberOrAmount)],
  [/^(ranking|z_order)$|(^|_)(crop|dist|distance|pos|offset|grid|tile|map)_[xyz]$/, unlessListed(wholeNumber)],
  // A part of a city, too.
  [
    /^quarter$|(^|_)(fiscal|calendar|business)_quarter$/,
    (context) =>
      context.isPlace || isAbout(context, /address/) ? placeOf(context).city : `Q${context.random.integer(1, 4)}`,
  ],
  [/(^|_)age_?(group|range|bracket|band)$/, oneOf('18-24', '25-34', '35-44')],
  [
    /(^|_)retention$/,
    (context) => (says(context, /\b(if|whether|true)\b/i) ? 'true' : context.random.pick(['7d', '30d', '90d'])),
  ],
  [/(^|_)(period|duration|frequency|recurrence)_?type$|(^|_)granularity$/, lasting],
  [
    /^abb?r(ev(iation)?)?$|(^|_)(abbreviation|abbrev|acronym)$/,
    (context) =>
      shortOf(context) ??
      titleOf(context)
        .map((word) => word.charAt(0).toUpperCase())
        .join(''),
  ],
  [/^p_?o_?box(_?(number|no))?$|(^|_)post_office_box$/, ({ random }) => `PO Box ${random.integer(10, 900)}`],
  [/(^|_)(urgency|criticality)$/, oneOf('low', 'medium', 'high')],
]

/** What is short for a state, a unit or a time zone. */
const shortOf = (context: ScalarContext): string | readonly string[] | undefined => {
  if (isAbout(context, anyOf('state province region county'))) return placeOf(context).stateCode
  if (isAbout(context, anyOf('country nation'))) return placeOf(context).codes[0]
  if (isAbout(context, anyOf('timezone time_zone tz'))) return 'UTC'
  return isAbout(context, anyOf('unit measure uom')) ? 'pcs' : undefined
}
