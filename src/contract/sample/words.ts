/**
 * The words that generated values consist of. Not from a library: the usual one is larger than everything else that
 * Standin loads, and its values change from version to version.
 */

/** What somebody visits a page with. */
export interface Client {
  readonly system: string
  readonly device: string
  readonly browser: string
  readonly platform: string
  readonly agent: string
}

const split = (text: string): readonly string[] => text.trim().split(/\s*,\s*/)

export const words = {
  firstNames: split(
    'Ada, Ben, Clara, David, Elena, Farid, Grace, Hugo, Ines, Jonas, Kira, Liam, Maya, Noah, Olga, Paul, Rosa, Samir, Tara, Victor, Wendy, Yusuf',
  ),
  female: split('Ada, Clara, Elena, Grace, Ines, Kira, Maya, Olga, Rosa, Tara, Wendy'),
  lastNames: split(
    'Adams, Becker, Carter, Dubois, Evans, Fischer, Garcia, Hansen, Ivanov, Jensen, Kaur, Lopez, Meyer, Novak, Okafor, Patel, Rossi, Silva, Tanaka, Weber',
  ),
  streets: split(
    'Mill Lane, Station Road, Park Avenue, High Street, Harbour Street, Church Road, Oak Drive, Market Square',
  ),
  companies: split('Northwind, Bluepeak, Ironbridge, Lumen, Riverstone, Halcyon, Redwood, Quarry, Silverline, Harbor'),
  companySuffixes: split('Ltd, Inc, Group, Labs, Works, Partners'),
  colors: split('red, green, blue, amber, violet, teal, white, black'),
  adjectives: split(
    'amber, brisk, calm, copper, crisp, eager, gentle, golden, hollow, keen, lively, mellow, quiet, rapid, silver, steady, swift, velvet, vivid, warm',
  ),
  nouns: split(
    'anchor, beacon, bridge, canvas, cedar, compass, ember, falcon, garden, harbor, lantern, maple, meadow, orchard, pebble, river, signal, summit, timber, willow',
  ),
  jobs: split('Engineer, Designer, Analyst, Teacher, Nurse, Architect, Editor, Manager'),
  titles: split(
    'Quarterly report, Welcome guide, Spring campaign, Project plan, Weekly update, Team handbook, Site visit, Budget review, Product launch, Customer survey',
  ),
  departments: split('Sales, Support, Engineering, Marketing, Finance, Operations'),
  categories: split('general, standard, featured, seasonal, special'),
  goods: split('electronics, books, home, garden, sports, office'),
  music: split('jazz, pop, rock, classical, folk'),
  stories: split('drama, comedy, mystery, adventure'),
  tags: split('new, featured, internal, popular, seasonal, priority, archive, draft'),
  sentences: [
    'Further details are available on request.',
    'A short description of this entry.',
    'Contains the latest information.',
    'Part of the standard set.',
    'Used by several teams.',
    'The current version of this entry.',
    'Replaces the previous one.',
    'For general use.',
  ],
  clients: [
    {
      system: 'Linux',
      device: 'desktop',
      browser: 'Firefox',
      platform: 'web',
      agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
    },
    {
      system: 'macOS',
      device: 'desktop',
      browser: 'Safari',
      platform: 'web',
      agent:
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    },
    {
      system: 'Windows',
      device: 'desktop',
      browser: 'Chrome',
      platform: 'web',
      agent:
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    },
  ],
  mobileClients: [
    {
      system: 'iOS',
      device: 'mobile',
      browser: 'Safari',
      platform: 'ios',
      agent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    },
    {
      system: 'Android',
      device: 'mobile',
      browser: 'Chrome',
      platform: 'android',
      agent:
        'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
    },
  ],
} as const
