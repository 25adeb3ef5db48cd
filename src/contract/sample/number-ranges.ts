/**
 * The ranges that people expect of numbers, by the names of properties. A table of its own, because it is long.
 */
import { createRowFinder } from './row-finder.ts'

export type Range = readonly [least: number, most: number]

/** Bytes of a file, or of its content. */
export const fileBytes: Range = [2_000, 900_000]

/** Bytes of a small picture of another one. */
export const iconBytes: Range = [1_500, 9_000]

/** Bytes of an image of software, or of a part of it. */
export const imageBytes: Range = [1_000_000, 90_000_000]

/** Bytes that an account may store, and how much of them is used. */
export const storedBytes: Range = [1_000_000_000, 50_000_000_000]
export const usedBytes: Range = [100_000_000, 900_000_000]

/** Bytes of a film. */
export const videoBytes: Range = [2_000_000, 90_000_000]

/** Numbers that come in a few sizes only. */
const usual: readonly (readonly [RegExp, readonly number[]])[] = [
  [/(^|_)(fps|frame_?rate|frames_per_second)$/, [24, 25, 30, 50, 60]],
  [/(^|_)(port|link|line|nic|interface|uplink)_?speed(_(mbps|mbits?))?$/, [1000, 10_000, 100_000]],
  [
    /(^|_)(booking|slot|appointment|reservation|availability)_?(interval|increment|step)(_(in_)?minutes)?$/,
    [15, 30, 60],
  ],
]

/** By a name in snake case. */
export const findUsual = createRowFinder(usual)

/** Usual ranges by the name of the property in snake case. The first row whose pattern matches is used. */
const ranges: readonly (readonly [RegExp, ...Range])[] = [
  [/^(is|has|can|allows?)_/, 0, 1],
  [/^(approved|success|succeeded|successful)$/, 1, 1],
  [/(^|_)(avs|cvv2?|cvc2?|cvd|address|postal|zip|name|id)_(result|match|matched)$|_matched$/, 0, 1],
  [/(^|_)(page|paper|sheet|media_box|crop_box)_dimensions?$/, 595, 842],
  [/(^|_)learning_?rate$/, 0.001, 0.05],
  [/(^|_)population$/, 200_000, 5_000_000],
  [/(^|_)doors$/, 2, 5],
  [/(^|_)(cylinders?|gears)$/, 4, 8],
  [/(^|_)aperture$/, 2, 16],
  // What is true or not: 0 or 1.
  [
    /^(enabled|disabled|active|archived|hidden|visible|public|approved|verified|confirmed|published|blocked|locked|book_?marked|starred|pinned|muted|favou?rited|deleted|removed|trashed|suspended|banned|flagged|subscribed|read_?only|editable|deletable|searchable|sortable|filterable|downloadable|shareable|taxable|refundable|cancell?able|bookable|nullable|optional|mandatory|internal|featured|sticky)$/,
    0,
    1,
  ],
  // Most things succeed at once.
  [/(^|_)(try|attempt|retry)_?(number|no)$/, 1, 1],
  [/(^|_)interval_?count$|^(repeat|recurrence)_?interval$/, 1, 2],
  [/(^|_)(exp|expiry|expiration)_?year$/, 2031, 2034],
  [/birth_?year|year_?of_?birth/, 1956, 2004],
  [/^year_of_|^founded(_in)?$|(^|_)year_?(built|founded|established|opened)|(^|_)built_?(in|year)?$/, 1985, 2015],
  [/(^|_)year(_|$)(?!s)/, 2021, 2025],
  [/year$/, 2021, 2025],
  [/month$/, 1, 12],
  [/day_?of_?week|week_?day$/, 0, 6],
  [/(^|_)week$/, 1, 52],
  [/(^|_)day$/, 1, 28],
  [/(^|_)hour$/, 8, 18],
  [/(^|_)minute$|(^|_)second$/, 0, 59],
  [/(pension|retirement)_?age$/, 60, 68],
  [/(^|_)age$/, 18, 80],
  [/(^|_)bpm$/, 70, 180],
  [/(^|_)(sample|sampling)_?(rate|frequency)$/, 44_100, 48_000],
  [/(^|_)bit_?rate$/, 96_000, 320_000],
  [/(^|_)asn$|(^|_)as_?number$/, 64_512, 65_534],
  [/(^|_)mtu$/, 1280, 1500],
  [/(^|_)(calories|kcal|energy_?kcal)$/, 50, 800],
  [/(^|_)zoom(_?level)?$/, 1, 18],
  [/(^|_)(group|party|team|household|family)_?size$/, 1, 8],
  [/(sea_?level|atmospheric|barometric|air)_?pressure$/, 980, 1030],
  [/altitude|elevation/, 5, 400],
  [/(heading|bearing|azimuth|angle|rotation)$/, 0, 359],
  [/(^|_)(precision|recall|f1\w*|auc\w*|accuracy|iou|auroc)(_(score|macro|micro))?$/, 0.6, 0.98],
  [/(^|_)(batting_average|on_base_percentage)$/, 0.2, 0.35],
  [/(^|_)(tax|vat|gst)_?(percent|percentage|pct)$/, 5, 25],
  [/(^|_)percent(age)?(_value|_amount)?$|(^|_)(value|amount)_percent(age)?$/, 1, 40],
  [/(^|_)aspect(_ratio)?$/, 1.3, 1.8],
  // From how many words on a sentence is long.
  [/(^|_)very_long_(\w+_)?words?_?count$/, 36, 50],
  [/(^|_)(long|short)_(\w+_)?words?_?count$/, 20, 30],
  [/(^|_)words?_?count$/, 200, 2000],
  [/(^|_)(char|character)s?_?count$/, 1000, 9000],
  [/power_?factor/, 0.85, 0.99],
  [/(^|_)voltage(_|$)|(^|_)volts$/, 220, 240],
  [/cvss|^(base|exploitability)_?score$/, 1, 9.8],
  [/(^|_)font_?size$/, 10, 24],
  [/(^|_)(margin|padding|gutter|indent)_?(top|left|right|bottom|x|y|px|pixels?)$/, 5, 20],
  // Of a day.
  [/(^|_)(daily|day)_(\w+_)?(limit|max|maximum)_(in_)?minutes$/, 240, 480],
  [/(^|_)(booking|appointment|reservation)s?_?limit(_?count)?$/, 5, 20],
  [/(^|_)u_?height$|rack_units?$/, 1, 4],
  [/(^|_)mask$/, 24, 30],
  [
    /(^|_)(contribution|tax|vat|interest|discount|commission|fee|increase|decrease|margin|bonus|growth|change|bounce|error)_?(in_)?(percent|percentage|pct|ratio|rate)$/,
    1,
    15,
  ],
  [/(^|_)(max|maximum)_?(number_of_)?(attempts|retries|tries|depth|levels?)$/, 3, 10],
  [/(^|_)(goal|target|quota)(_?(amount|value|total))?$|annual_?(max|maximum|limit)/, 2_000, 9_000],
  [/(percent|percentage|ratio|(?<!in_)progress|completion|pct|share|humidity|battery_?level)$/, 1, 100],
  [/(rating|stars)$/, 1, 5],
  [/(fx|exchange|conversion)_?rate$/, 0.8, 1.3],
  [/(tax|vat|interest|discount|commission)_?rate$/, 1, 20],
  [/rate$/, 1, 100],
  [/(^|_)(score|confidence|probability)$/, 1, 100],
  [/temperature/, 5, 30],
  [/(^|_)port$/, 8000, 9000],
  [/(prefix|mask|cidr)_?len(gth)?$/, 24, 30],
  [/(status_?code|http_?(status|code)|response_?code)$/, 200, 200],
  [/pixels?_in_|total_pixels?/, 500_000, 2_000_000],
  [/^(num|number_of|n|count)_pixels?/, 10_000, 100_000],
  [/(^|_)(dpi)$/, 72, 300],
  [/(^|_)(width|height)_(px|pixels?)$/, 200, 1600],
  [/(^|_)key_bits$/, 2048, 2048],
  [/(^|_)(pixel|image|screen|video|thumbnail|photo)?_?(width|height)$|(^|_)[wh]$/, 200, 1600],
  [
    /^(total_|num_|number_of_)?((e?mails?|messages?)_)?(sent|sends|recipients?|delivered|deliveries)(_(count|total))?$|^(sent|delivered)_(e?mails?|messages?)$/,
    800,
    9_000,
  ],
  [/^(total_|unique_|num_|number_of_)*opens(_(count|total))?$/, 300, 3_000],
  [/^(unique_|total_)?reach(_(count|total))?$/, 400, 4_000],
  [/^(total_|num_)?((hard|soft)_)?bounces(_(count|total))?$/, 5, 60],
  [/^(?!cost|price|value)(\w+_)?clicks(_(count|total))?$/, 40, 500],
  [/(^|_)included_traffic$/, 5_000_000_000_000, 20_000_000_000_000],
  [/(^|_)(ingoing|outgoing|incoming|outbound|inbound|ingress|egress)_traffic$/, 1_000_000_000, 900_000_000_000],
  [
    /(^|_)(bytes|file_?size|content_?length|byte_?count|size_?in_?bytes|filesize|(full|compressed|uncompressed|blob|archive|backup|attachment)_size)$/,
    ...fileBytes,
  ],
  // Of 100 nanoseconds: minutes.
  [
    /(^|_)(run_?time|play_?(back|time)|duration|position|interval|time|time_of_day|start|end|offset|length)_ticks$/,
    600_000_000,
    36_000_000_000,
  ],
  [/(^|_)(lowest|highest|ip|packet|icmp|hop)_(ttl|limit)$/, 48, 128],
  [/(^|_)micros(_|$)/, 1_000_000, 90_000_000],
  [/(^|_)nanos$/, 1_000_000, 900_000_000],
  [/(^|_)cents$/, 500, 50_000],
  [
    /^(track|video|episode|audio|song|movie|call|recording|media|playback|play|content|clip)_?(duration|length)_(ms|millis|milliseconds)$/,
    90_000,
    600_000,
  ],
  [/(expir\w*|retention|lifetime|max_age)_(ms|millis|milliseconds)$/, 3_600_000, 86_400_000],
  [/_(ms|msecs?|millis|milliseconds)$/, 20, 900],
  [/_(kb|mb|mib|kib|gb|gib|tb)$/, 1, 64],
  [/(^|_)(speed|velocity)(_(kmh|kph|mph|km_h))?$/, 20, 90],
  [/(^|_)size$/, 1, 500],
  [
    /(duration|elapsed|timeout|interval|ttl|seconds|expires_?in|latency|runtime|wait_?time|_time)(_(s|ms|sec|seconds|in_seconds))?$/,
    10,
    600,
  ],
  [/(^|_)(minutes|mins)$/, 5, 90],
  [/(^|_)hours$/, 1, 24],
  [/(^|_)(days|weeks|months)$/, 1, 30],
  [/(^|_)years$/, 1, 10],
  [/(^|_)(adults|children|infants|(max_?)?occupancy|beds|bedrooms|bathrooms)$/, 1, 4],
  [/(max|maximum|limit|capacity|quota|cap)(_|$)/, 50, 500],
  [/(min|minimum)(_|$)/, 1, 10],
  [
    /(quantity|qty|counts?|pages?|num|nb|items|members|users|replies|comments|views|likes|followers|attempts|retries|stock|seats|guests|adults)$|^(num|number_of|n|count|cnt|no_of)_(?!pixel)/,
    1,
    20,
  ],
  [
    /(order|position|index|rank|ordinal|sequence|sort|priority|level|step|line|row|column|version|revision|attempt)(_?(number|no|index))?$/,
    1,
    9,
  ],
  // Not what is unpaid, void, valid or solid.
  [/(^|_)(id|ids|pk)$|(?<=[a-z]{3})(?<!pa|vo|val|gr|flu|sol|andro|liqu|hybr|rap|hum|sa)id$/, 1, 999_999],
  [/(annual|yearly|gross|base)_?(income|salary|pay)$|(^|_)salary$/, 30_000, 120_000],
  [/(annual|yearly)_?(revenue|turnover|sales)$|market_?cap(italization)?$/, 200_000, 5_000_000],
  [/(unit_?price|price|fee|cost)$/, 5, 200],
  [/(tax|vat|discount|shipping|tip|surcharge|commission)(_?(amount|total|cost|fee))?$/, 1, 20],
  [/(amount|total|subtotal|balance|value|payment|paid|due|revenue|salary|income|budget|spend|spent|charge)$/, 50, 500],
  [/(^|_)(status|(?<!sub_?)type|kind|format|mode|style)$/, 1, 3],
  [/(weight|mass)/, 1, 40],
  [/(distance|length|depth|radius|area|volume)/, 1, 100],
  [/(latency|delay)/, 1, 100],
  [/(hits|bandwidth|requests|impressions|clicks|visits|visitors|downloads|plays)/, 10, 5_000],
]

/** By a name in snake case. */
export const findRange = createRowFinder(ranges)
