/**
 * The words that generated values consist of. Not from a library: the usual one is larger than everything else that
 * Standin loads, and its values change from version to version.
 */

const split = (text: string): readonly string[] => text.trim().split(/\s*,\s*/)

export const words = {
  firstNames: split(
    'Ada, Ben, Clara, David, Elena, Farid, Grace, Hugo, Ines, Jonas, Kira, Liam, Maya, Noah, Olga, Paul, Rosa, Samir, Tara, Victor, Wendy, Yusuf',
  ),
  lastNames: split(
    'Adams, Becker, Carter, Dubois, Evans, Fischer, Garcia, Hansen, Ivanov, Jensen, Kaur, Lopez, Meyer, Novak, Okafor, Patel, Rossi, Silva, Tanaka, Weber',
  ),
  cities: split(
    'Amsterdam, Bergen, Chicago, Dublin, Edinburgh, Florence, Geneva, Hamburg, Istanbul, Krakow, Lisbon, Madrid, Nairobi, Osaka, Porto, Quito, Riga, Seville, Toronto, Vienna',
  ),
  streets: split(
    'Mill Lane, Station Road, Park Avenue, High Street, Harbour Street, Church Road, Oak Drive, Market Square',
  ),
  countries: split('Austria, Brazil, Canada, Denmark, France, Germany, India, Japan, Kenya, Norway, Portugal, Spain'),
  countryCodes: split('AT, BR, CA, DK, FR, DE, IN, JP, KE, NO, PT, ES, US, GB'),
  states: split('Bavaria, California, Ontario, Tuscany, Victoria, Andalusia, Oregon, Quebec'),
  currencies: split('EUR, USD, GBP, CHF, JPY, CAD, SEK'),
  languages: split('en, de, fr, es, it, pt, nl, sv'),
  timeZones: split('Europe/Berlin, Europe/London, America/New_York, Asia/Tokyo, Australia/Sydney'),
  companies: split('Northwind, Bluepeak, Ironbridge, Lumen, Riverstone, Halcyon, Redwood, Quarry, Silverline, Harbor'),
  companySuffixes: split('Ltd, Inc, GmbH, Group, Labs, Works'),
  colors: split('red, green, blue, amber, violet, teal, white, black'),
  adjectives: split(
    'amber, brisk, calm, copper, crisp, eager, gentle, golden, hollow, keen, lively, mellow, quiet, rapid, silver, steady, swift, velvet, vivid, warm',
  ),
  nouns: split(
    'anchor, beacon, bridge, canvas, cedar, compass, ember, falcon, garden, harbor, lantern, maple, meadow, orchard, pebble, river, signal, summit, timber, willow',
  ),
  jobs: split('Engineer, Designer, Analyst, Teacher, Nurse, Architect, Editor, Manager'),
} as const
