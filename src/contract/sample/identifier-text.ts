/**
 * Strings that authorities and trades define: codes of countries, banks, vehicles, securities and persons. No real one is used.
 */
import { anyOf, isAbout } from './about.ts'
import { digits } from './check-digits.ts'
import { places } from './places.ts'
import { genderOf, placeOf, type ScalarContext, snakeCase, type WriteText } from './record-subject.ts'
import { hex, slug } from './text-by-format.ts'
import { oneOf, type Row } from './text-writers.ts'

/** Without I, O and Q, which look like digits. */
const vehicleLetters = 'ABCDEFGHJKLMNPRSTUVWXYZ'

const vehicleNumber = ({ random }: ScalarContext): string =>
  `WX${random.pick([...vehicleLetters])}${random.pick([...vehicleLetters])}${digits(random, 13)}`

const diallingCodes: Readonly<Record<string, string>> = {
  US: '+1',
  CA: '+1',
  GB: '+44',
  AU: '+61',
  DE: '+49',
  FR: '+33',
  SE: '+46',
}

export const salutation = (context: ScalarContext): string => (genderOf(context) === 'female' ? 'Ms' : 'Mr')

/** Of the city of the record; a flight ends at another one. */
const airport =
  (form: 0 | 1): WriteText =>
  (context) => {
    const place = placeOf(context)
    const isEnd = /(^|_)(destination|arrival|to|arrive|dest|landing)(_|$)/.test(
      snakeCase(`${context.owner} ${context.name}`),
    )
    const other = places[(places.indexOf(place) + 5) % places.length]
    return (isEnd && other ? other : place).airport[form]
  }

export const identifiers: readonly Row[] = [
  // What is encrypted or hashed is not readable, and of what is masked only the end is.
  [
    /(^|_)(encrypted|hashed)_(?!(at|on|by|date|volume|disk|storage|type|status|key)s?(_|$))[a-z]/,
    ({ random }) => hex(random, 32),
  ],
  [
    /(^|_)(masked|truncated|obfuscated|redacted)_\w*(card|pan|number|account|iban)$/,
    ({ random }) => `****${digits(random, 4)}`,
  ],
  [/(^|_)(gender|sex)$/, (context) => [genderOf(context), genderOf(context).charAt(0).toUpperCase()]],
  [/(salutation|honorific|(^|[^e]_|[^e])name_?prefix)$/, salutation],
  [
    /(^|_)(calling|dial|dialing|dialling|isd|phone_country|country_calling|country_phone)_?(code|prefix)$/,
    (context) => diallingCodes[placeOf(context).codes[0]] ?? '+1',
  ],
  [/(^|_)area_?code$/, (context) => placeOf(context).phone.replace(/\D/g, '').slice(1, 4)],
  [
    /(^|_)((verification|security|sms|otp|one_time|two_factor|mfa|access|confirmation)_?(code|pin)|otp|pass_?code|totp)$/,
    ({ random }) => digits(random, 6),
  ],
  [/(^|_)(asset|rfid|ear|service|inventory)_?tag$/, ({ random }) => `TAG-${digits(random, 5)}`],
  [/(^|_)(exit|return)_?code$/, () => '0'],
  [/(^|_)(mcc|merchant_category_code)$/, oneOf('5411', '5812', '7995')],
  [/(^|_)(naics|sic|hs|hts|tariff|commodity|customs|postal_?tariff)_?code$/, ({ random }) => digits(random, 6)],
  [/(^|_)(bank|branch|institution|transit|clearing)_?(code|number)$/, ({ random }) => digits(random, 5)],
  [/(^|_)((airport|origin_airport|destination_airport)_?code|airport_?iata|iata(_?code)?)$/, airport(0)],
  [/(^|_)(un_?)?locode$/, (context) => `${placeOf(context).codes[0]} ${placeOf(context).airport[2]}`],
  [/(^|_)icao(_?code)?$/, airport(1)],
  [
    /(^|_)(ssn|social_?security_?(number|no))$/,
    ({ random }) => [`900-${digits(random, 2)}-${digits(random, 4)}`, `900${digits(random, 6)}`],
  ],
  [/(^|_)(vin|vehicle_identification_number)$/, vehicleNumber],
  [/(^|_)flight_?(number|no)$/, ({ random }) => `XX${random.integer(100, 999)}`],
  [/(^|_)isin$/, ({ random }) => `XX${digits(random, 10)}`],
  [/(^|_)cusip$/, ({ random }) => digits(random, 9)],
  [/(^|_)lei(_?code)?$/, ({ random }) => hex(random, 20).toUpperCase()],
  [/(^|_)blood_?(type|group)$/, oneOf('O+', 'A+', 'B-')],
  [/(^|_)(home_?town|birth_?place|place_of_birth|birth_city|city_of_birth)$/, (context) => placeOf(context).city],
  [
    /(^|_)dimensions?$/,
    (context) =>
      context.isThing === true ||
      isAbout(context, anyOf('product package parcel box item furniture luggage artwork article shipping'))
        ? `${context.random.integer(20, 60)} x ${context.random.integer(10, 40)} x ${context.random.integer(5, 30)} cm`
        : slug(context.random),
  ],
]
