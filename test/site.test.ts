/**
 * The navigation of the documentation site has every page, and names only pages that exist. The site itself is built by `npm run site`.
 */
import { expect, it } from 'vitest'
import { createSidebar, listSitePages, toSitePath } from '../scripts/site/list-pages.ts'

const links = createSidebar().flatMap(({ items }) => items.map(({ link }) => link))

const linkOf = (page: string): string => `/${toSitePath(page).replace(/(index)?\.md$/, '')}`

it('the navigation has each page of docs once', () => {
  const docs = listSitePages().filter((page) => page.startsWith('docs/'))
  expect(docs.length).toBeGreaterThan(60)
  expect(links.filter((link) => link.startsWith('/docs/')).sort()).toEqual(docs.map(linkOf).sort())
})

it('each link of the navigation is a page', () => {
  const known = new Set(listSitePages().map(linkOf))
  expect(links.filter((link) => !known.has(link))).toEqual([])
})

it('each entry has the title of its page', () => {
  const titles = new Map(createSidebar().flatMap(({ items }) => items.map(({ link, text }) => [link, text])))
  expect(titles.get('/docs/ci')).toBe('Use Standin in CI')
})
