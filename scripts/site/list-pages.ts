/**
 * The pages of the documentation site: the tables of docs/README.md are its navigation, so that a new page is in both or in none.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface SiteSection {
  readonly text: string
  readonly items: readonly { readonly text: string; readonly link: string }[]
}

/** Files of the repository that are pages of the site, relative to its root. */
export const listSitePages = (): readonly string[] => [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'console/README.md',
  ...readdirSync(join(root, 'examples'))
    .map((name) => `examples/${name}/README.md`)
    .filter((page) => existsSync(join(root, page))),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => posix.join('docs', name.replaceAll('\\', '/')))
    .sort(),
]

/** `docs/README.md` is `docs/index.md`: the page that a browser gets for a folder. */
export const toSitePath = (page: string): string => page.replace(/(^|\/)README\.md$/, '$1index.md')

const titleOf = (page: string): string =>
  /^# (.+)$/m.exec(readFileSync(join(root, page), 'utf8'))?.[1]?.replaceAll('`', '') ?? page

const linkOf = (page: string): string => `/${toSitePath(page).replace(/(index)?\.md$/, '')}`

/** A section for each table of docs/README.md, and one for the decisions. */
export const createSidebar = (): readonly SiteSection[] => {
  const [, ...sections] = readFileSync(join(root, 'docs/README.md'), 'utf8').split(/^## /m)
  const named = sections.map((section) => {
    const [heading = ''] = section.split('\n')
    const pages = [...section.matchAll(/^\| \[[^\]]*\]\(([^)#]+\.md)\)/gm)].map(([, path = '']) =>
      posix.join('docs', path),
    )
    return { text: heading, items: pages.map((page) => ({ text: titleOf(page), link: linkOf(page) })) }
  })
  const decisions = listSitePages().filter((page) => page.startsWith('docs/decisions/'))
  return [
    {
      text: 'Start',
      items: [
        { text: 'Standin', link: '/' },
        { text: 'All pages', link: '/docs/' },
      ],
    },
    ...named,
    { text: 'Decisions', items: decisions.map((page) => ({ text: titleOf(page), link: linkOf(page) })) },
  ]
}
