/**
 * Strings about times and how often something happens, by the name of the property. The first row whose pattern matches is used.
 */
import { anyOf, isAbout, says } from './about.ts'
import { dateOf, epochUnit } from './dates.ts'
import { lasting } from './figure-text.ts'
import type { WriteText } from './record-subject.ts'
import { slug } from './text-by-format.ts'
import { type Row, time, wholeNumber } from './text-writers.ts'
import { momentFor } from './timeline.ts'

/** How long something takes, rather than when it happens. */
const takesTime =
  /(^|_)(average|avg|mean|median|total|elapsed|response|processing|execution|wait|waiting|lead|idle|cpu|load|cook|cooking|prep|preparation|ready_in|install|download|upload|transit|travel|handling|turnaround|travel|drive|driving|walking|running|work|working|spent|duration|build|run|queue|setup|down|up|dwell|watch|reading|read|viewing|talk|hold|ring|resolution|first_response|reaction|recovery|charging|over|render|rendering|query|seek|rebuffer\w*|buffering|startup|boot|flight|remaining|estimated)_time$/

/** The items of `modified` are what was modified. */
const timeUnlessListed: WriteText = (context) =>
  context.isItem === true && !/date|time|day|when|_(at|on)$/i.test(context.name) ? slug(context.random) : time(context)

const recurs = anyOf(
  'bill billing payment pay payroll report reporting recurring recurrence repeat subscription subscribe plan price pricing renewal renew backup schedule digest statement salary dividend invoice invoicing review sync budget reminder donation repayment deposit visit',
)

const signals = anyOf(
  'radio wlan wifi channel clock cpu signal antenna band audio sample gene allele word term wave sensor spectrum',
)

/** Not between two times. */
const otherIntervals = anyOf(
  'music note chord scale pitch tone chart graph axis histogram bucket confidence credible prediction reference range genome gene region sequence variant value number price level segment vector chromosome',
)

/** How often something happens; that of a signal or of a guarantee is something else. */
const recurrence: WriteText = (context) => {
  if (says(context, /\b8601\b/)) return 'P1M'
  if (/frequency$/i.test(context.name) && !isAbout(context, signals))
    return context.random.pick(['monthly', 'weekly', 'daily'])
  const isRepeated = isAbout(context, recurs) && !says(context, /\b(number|seconds|minutes|hours|days)\b/i)
  if (isRepeated || says(context, /\b(daily|weekly|monthly|how often)\b/i))
    return context.random.pick(['monthly', 'weekly', 'daily'])
  if (!/interval$/i.test(context.name) || isAbout(context, otherIntervals)) return slug(context.random)
  return says(context, /\b(number|seconds|minutes|hours|days)\b/i)
    ? wholeNumber(context)
    : context.random.pick(['1h', '1d'])
}

export const times: readonly Row[] = [
  [
    /(^|_)(time_?ago|delta_humani[sz]ed|(created|updated|changed|modified)_(at|on|date|time)_humani[sz]ed)$/,
    ({ random }) => `${random.integer(2, 20)} hours ago`,
  ],
  [takesTime, wholeNumber],
  // Of a text or of ports they are numbers.
  [
    /^(start|begin|end)$/,
    (context) =>
      isAbout(
        context,
        anyOf(
          'range substring span offset position token index page line char selection port entity mention highlight annotation',
        ),
      ) &&
      !isAbout(context, anyOf('date time period schedule')) &&
      !says(context, /\b(time|date|unix)/i)
        ? wholeNumber(context)
        : time(context),
  ],
  [/(^|_)(dob|birth_?day|born|birthdate|date_of_birth)$/, time],
  [
    /(^|_)(timestamp|epoch|created|updated|modified|(revision|creat\w*|updat\w*|modif\w*|start\w*|end\w*|expir\w*|publish\w*|sent|received|event|sync)_?(time|date))_(ms|millis(econds)?|secs?|seconds)$/,
    (context) => String(momentFor(context) / epochUnit(context.name, context.keywords)),
  ],
  [
    /_(at|on)$|(^|_)(date|time|timestamp|datetime|(?<!(maintenance|settlement|collection|rest|school|month|week|bill|billing|cycle|bill_cycle|pay|payment|due|deduction|start|recurring|anchor)_)day|when|since|until)$|((?<!to_up|vali|candi|man|consoli|liqui|accommo|anti)date|(?<!run|up|life|down|over|any|real|some|part|full|play|screen|lead|mean|air|prime|flex|sur|pas)time)(_?(utc|gmt|local|stamp))?$|^date_(?!interval|format|range|type|zone|dimension|field|style|display|pattern|mode|count|option|filter|separator|precision|key|grouping|unit)|^time_(?!spent|remaining|taken|played|elapsed|used|worked|saved|logged|tracked|invested|left|watched)(?:of_\w+|in|out|\w*(?:ed|en|nt|utc|gmt|local|start|begin|end|finish|from|to|expiry|expires|str(?:ing)?|iso))$|_ts$|_date_(utc|gmt|local|time|iso|str(ing)?|formatted|from|to)$|^timestamp_\w+$|valid_?(from|to|till|until|thru|after|before)$|^(last|first)_?(login|log_?in|seen|visit|activity|active|access(ed)?|used?|run|open|click|bounce|ping|poll|heart_?beat|check_?in|scan|crawl|backup|refresh|send|sent|contact(ed)?|viewed|played|heard|export|import|sync|synchroni[sz]ation|update|modification|reset|reboot|restart|renewal|reload|rotation|verification|attempt)$|(^|_)(ship|deliver|due|pay|complete|respond|reply)_by$|^end_of_|^eta$|^(due|started|finished|completed|ended|opened|published|submitted|registered|joined|confirmed|last_(login|seen|modified|updated))$|(^|_)(created|updated|modified|expires|expiry|expiration)(_?(on|at|date))?$/,
    timeUnlessListed,
  ],
  [
    /^(month|year)$|(^|_)year_of_|_year$|^founded(_in)?$/,
    ({ random, name: own }) =>
      /birth/i.test(own)
        ? String(random.integer(1956, 2004))
        : /year|founded/i.test(own)
          ? String(random.integer(2021, 2025))
          : String(random.integer(1, 12)).padStart(2, '0'),
  ],
  [/_day$/, ({ random }) => String(random.integer(1, 28))],
  // Periods of accounts have names of months; those of a limit or of a chart are units.
  [
    /(^|_)(financial|fiscal|accounting|post|posting|tax|pay|payroll|reporting|statement)_period$/,
    (context) => dateOf(momentFor(context)).slice(0, 7),
  ],
  [
    /(^|_)(time_?)?(volume|quota|top|usage|limit|rate|rate_limit|aggregation|summary|comparison|renewal|for|calculation|accrual)_?period(_?(unit|type))?$/,
    lasting,
  ],
  [/(^|_)(period|interval|frequency|recurrence)$/, recurrence],
]
