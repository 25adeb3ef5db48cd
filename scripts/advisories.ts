/**
 * docs/advisories.md: the packages that are installed with Standin or built into it, with their versions, dates and known
 * advisories. Names and versions come from the lock file. Dates and advisories were looked up by hand: `npm audit` needs a
 * service that not every registry has.
 */
import { readFileSync } from 'node:fs'

export interface Advisory {
  readonly package: string
  readonly id: string
  readonly what: string
  readonly affected: string
  readonly fixed: string
  /** How a version that is affected is used here; empty: no version here is affected. */
  readonly here: string
}

interface Locked {
  readonly name?: string
  readonly version?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly peer?: boolean
}

const read = <Value>(file: string): Value =>
  JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')) as Value

export const knownAdvisories = read<readonly Advisory[]>('scripts/advisories/known.json')
/** Dates by `name@version`. */
const published = read<Readonly<Record<string, string>>>('scripts/advisories/published.json')

/** `name@version` of each package that npm installs with Standin. */
export const readInstalled = (): ReadonlySet<string> => {
  const { packages } = read<{ packages: Readonly<Record<string, Locked>> }>('package-lock.json')
  return new Set(
    Object.entries(packages).flatMap(([path, { name, version, dev, devOptional, peer }]) =>
      path === '' || dev || devOptional || peer ? [] : [`${name ?? path.split('node_modules/').at(-1)}@${version}`],
    ),
  )
}

const splitId = (id: string): readonly [name: string, version: string] => {
  const at = id.lastIndexOf('@')
  return [id.slice(0, at), id.slice(at + 1)]
}

/** The advisories of a package, in the version that is used. */
const describeAdvisories = (name: string): string => {
  const known = knownAdvisories.filter((advisory) => advisory.package === name)
  if (known.length === 0) return 'none known'
  return known.map(({ id, fixed, here }) => (here === '' ? `${id}, fixed in ${fixed}` : `**${id}**`)).join('; ')
}

const cell = (text: string): string => text.replaceAll('|', '\\|')

/** `## Packages`: the rows of those in the list of dates, which a test compares with the lock file and the build. */
const writePackages = (installed: ReadonlySet<string>): string => {
  const rows = Object.entries(published).map(([id, date]) => {
    const [name, version] = splitId(id)
    const where = installed.has(id) ? 'installed' : 'built in'
    return `| ${name} | ${version} | ${date} | ${where} | ${describeAdvisories(name)} |`
  })
  return ['| package | version | published | where | advisories |', '|---|---|---|---|---|', ...rows].join('\n')
}

const writeAdvisories = (all: readonly Advisory[]): string =>
  [
    '| package | advisory | what | affected versions | fixed in | here |',
    '|---|---|---|---|---|---|',
    ...all.map((advisory) => {
      const { id, what, affected, fixed, here } = advisory
      return `| ${[advisory.package, id, what, affected, fixed, here].map(cell).join(' | ')} |`
    }),
  ].join('\n')

export const writeAdvisoriesPage = (): string => `# Advisories

Packages that are installed with Standin or built into its files, and the security advisories about them that were known on
22 November 2026. \`npm audit\` finds later ones. This page is generated (\`npm run docs\`) from package-lock.json, \`scripts/advisories/known.json\`
and \`scripts/advisories/published.json\`. A test compares it with the lock file and with \`dist/sbom.cdx.json\`.

Advisories were looked up by hand in the threads of the GitHub Advisory Database and of the packages. Dates are those of the registry that
the lock file was made with. It has no dates before February 2024: older versions have the day on which it stored them.

## Versions that are affected

${writeAdvisories(knownAdvisories.filter(({ here }) => here !== ''))}

All of them are dependencies of Prism, which only \`standin mock\` loads. Prism 5.12.0 is the last that runs on Node 20 and 22.

## Packages

${writePackages(readInstalled())}
`
