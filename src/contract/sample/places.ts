/**
 * Cities with what belongs to them, so that the city, country, currency, time zone and phone number of one record agree. The
 * phone numbers are in ranges that are reserved for fiction.
 */

export interface Place {
  readonly city: string
  readonly state: string
  readonly stateCode: string
  readonly country: string
  /** ISO 3166-1: two and three letters, and the number. */
  readonly codes: readonly [two: string, three: string, number: string]
  readonly nationality: string
  /** ISO 4217. */
  readonly currency: string
  readonly currencyName: string
  readonly currencySymbol: string
  readonly language: string
  readonly languageName: string
  readonly timeZone: string
  /** Hours, in winter. */
  readonly utcOffset: number
  /** `#` is any digit. */
  readonly postalCode: string
  readonly phone: string
  readonly latitude: number
  readonly longitude: number
  /** The codes of its airport, and of itself in UN/LOCODE without the country. */
  readonly airport: readonly [iata: string, icao: string, locode: string]
}

type Country = Pick<
  Place,
  'country' | 'codes' | 'nationality' | 'currency' | 'currencyName' | 'currencySymbol' | 'language' | 'languageName'
>

const unitedStates: Country = {
  country: 'United States',
  codes: ['US', 'USA', '840'],
  nationality: 'American',
  currency: 'USD',
  currencyName: 'US dollar',
  currencySymbol: '$',
  language: 'en',
  languageName: 'English',
}
const canada: Country = {
  ...unitedStates,
  country: 'Canada',
  codes: ['CA', 'CAN', '124'],
  nationality: 'Canadian',
  currency: 'CAD',
  currencyName: 'Canadian dollar',
}
const unitedKingdom: Country = {
  ...unitedStates,
  country: 'United Kingdom',
  codes: ['GB', 'GBR', '826'],
  nationality: 'British',
  currency: 'GBP',
  currencyName: 'Pound sterling',
  currencySymbol: '£',
}
const australia: Country = {
  ...unitedStates,
  country: 'Australia',
  codes: ['AU', 'AUS', '036'],
  nationality: 'Australian',
  currency: 'AUD',
  currencyName: 'Australian dollar',
}
const germany: Country = {
  country: 'Germany',
  codes: ['DE', 'DEU', '276'],
  nationality: 'German',
  currency: 'EUR',
  currencyName: 'Euro',
  currencySymbol: '€',
  language: 'de',
  languageName: 'German',
}
const france: Country = {
  ...germany,
  country: 'France',
  codes: ['FR', 'FRA', '250'],
  nationality: 'French',
  language: 'fr',
  languageName: 'French',
}
const sweden: Country = {
  country: 'Sweden',
  codes: ['SE', 'SWE', '752'],
  nationality: 'Swedish',
  currency: 'SEK',
  currencyName: 'Swedish krona',
  currencySymbol: 'kr',
  language: 'sv',
  languageName: 'Swedish',
}

type City = readonly [
  country: Country,
  city: string,
  state: string,
  stateCode: string,
  timeZone: string,
  postalCode: string,
  phone: string,
  latitude: number,
  longitude: number,
]

const cities: readonly City[] = [
  [unitedStates, 'Chicago', 'Illinois', 'IL', 'America/Chicago', '606##', '+131255501##', 41.8781, -87.6298],
  [unitedStates, 'Portland', 'Oregon', 'OR', 'America/Los_Angeles', '972##', '+150355501##', 45.5152, -122.6784],
  [unitedStates, 'Boston', 'Massachusetts', 'MA', 'America/New_York', '021##', '+161755501##', 42.3601, -71.0589],
  [canada, 'Toronto', 'Ontario', 'ON', 'America/Toronto', 'M5V #A#', '+141655501##', 43.6532, -79.3832],
  [unitedKingdom, 'London', 'England', 'ENG', 'Europe/London', 'SW1A #AA', '+442079460###', 51.5072, -0.1276],
  [unitedKingdom, 'Leeds', 'England', 'ENG', 'Europe/London', 'LS1 #AB', '+441134960###', 53.8008, -1.5491],
  [australia, 'Sydney', 'New South Wales', 'NSW', 'Australia/Sydney', '20##', '+61255501###', -33.8688, 151.2093],
  [australia, 'Melbourne', 'Victoria', 'VIC', 'Australia/Melbourne', '30##', '+61355501###', -37.8136, 144.9631],
  [germany, 'Berlin', 'Berlin', 'BE', 'Europe/Berlin', '101##', '+493023125###', 52.52, 13.405],
  [germany, 'Hamburg', 'Hamburg', 'HH', 'Europe/Berlin', '200##', '+494066969###', 53.5511, 9.9937],
  [france, 'Paris', 'Île-de-France', 'IDF', 'Europe/Paris', '750##', '+3319900####', 48.8566, 2.3522],
  [france, 'Lyon', 'Auvergne-Rhône-Alpes', 'ARA', 'Europe/Paris', '690##', '+3346571####', 45.764, 4.8357],
  [sweden, 'Stockholm', 'Stockholm', 'AB', 'Europe/Stockholm', '11# ##', '+46846500###', 59.3293, 18.0686],
]

const utcOffsets: Readonly<Record<string, number>> = {
  'America/Chicago': -6,
  'America/Los_Angeles': -8,
  'America/New_York': -5,
  'America/Toronto': -5,
  'Europe/London': 0,
  'Australia/Sydney': 10,
  'Australia/Melbourne': 10,
}

/** IATA, ICAO and UN/LOCODE. */
const airports: Readonly<Record<string, Place['airport']>> = {
  Chicago: ['ORD', 'KORD', 'CHI'],
  Portland: ['PDX', 'KPDX', 'PDX'],
  Boston: ['BOS', 'KBOS', 'BOS'],
  Toronto: ['YYZ', 'CYYZ', 'TOR'],
  London: ['LHR', 'EGLL', 'LON'],
  Leeds: ['LBA', 'EGNM', 'LDS'],
  Sydney: ['SYD', 'YSSY', 'SYD'],
  Melbourne: ['MEL', 'YMML', 'MEL'],
  Berlin: ['BER', 'EDDB', 'BER'],
  Hamburg: ['HAM', 'EDDH', 'HAM'],
  Paris: ['CDG', 'LFPG', 'PAR'],
  Lyon: ['LYS', 'LFLL', 'LIO'],
  Stockholm: ['ARN', 'ESSA', 'STO'],
}

export const places: readonly Place[] = cities.map(
  ([country, city, state, stateCode, timeZone, postalCode, phone, latitude, longitude]) => ({
    ...country,
    city,
    state,
    stateCode,
    timeZone,
    utcOffset: utcOffsets[timeZone] ?? 1,
    postalCode,
    phone,
    latitude,
    longitude,
    airport: airports[city] ?? ['ORD', 'KORD', 'CHI'],
  }),
)
