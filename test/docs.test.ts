/**
 * Pages that list things are up to date: their tables are generated again and compared.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { withRoutes, writeControlRoutes } from '../scripts/control-docs.ts'
import { withTools } from '../scripts/mcp-docs.ts'
import { writeScenarioDocs } from '../scripts/scenario-docs.ts'

import { routes } from '../src/control/http/routes.ts'

const read = (name: string): string => readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8')

it('docs/scenarios.md is what `npm run docs` writes', () => expect(read('scenarios.md')).toBe(writeScenarioDocs()))

it('docs/control.md has the routes of the control API, as `npm run docs` writes them', () =>
  expect(read('control.md')).toBe(withRoutes(read('control.md'))))

it('docs/mcp.md has the tools of `standin mcp`, as `npm run docs` writes them', async () =>
  expect(read('mcp.md')).toBe(await withTools(read('mcp.md'))))

it('the control API has a route for each operation of its document, and no others', () => {
  const described = [...writeControlRoutes().matchAll(/^\| `[A-Z]+ [^`]+`/gm)].length
  expect(described).toBe(Object.keys(routes).length)
})

it('docs/headers.md explains every notice', () => {
  const source = readFileSync(new URL('../src/notices.ts', import.meta.url), 'utf8')
  const kinds = [...(/export type NoticeKind =([\s\S]*?)\n\n/.exec(source)?.[1] ?? '').matchAll(/'([\w-]+)'/g)].map(
    ([, kind]) => kind,
  )
  const listed = [...(read('headers.md').split('## Kinds of notice')[1] ?? '').matchAll(/^\| `([\w-]+)` \|/gm)].map(
    ([, kind]) => kind,
  )
  expect(kinds.length).toBeGreaterThan(3)
  expect([...kinds].sort()).toEqual([...listed].sort())
})

it('docs/console.md has each part of the console with its keys, in the order of the navigation', () => {
  const folder = new URL('../console/src/parts/', import.meta.url)
  const field = (text: string, name: string): string => new RegExp(`^  ${name}: '?([^',]+)`, 'm').exec(text)?.[1] ?? ''
  const parts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readFileSync(new URL(`${name}/part.ts`, folder), 'utf8'))
    .sort((one, other) => Number(field(one, 'order')) - Number(field(other, 'order')))
    .map((text) => `${field(text, 'title')} \`g\` \`${field(text, 'shortcut')}\``)
  const listed = [...read('console.md').matchAll(/^\| ([^|]+) \| (`g` `.`) \|/gm)].map(
    ([, title, keys]) => `${title} ${keys}`,
  )
  expect(parts.length).toBeGreaterThan(3)
  expect(listed).toEqual(parts)
})
