/**
 * Pages that list things say what is there: they are made anew and compared.
 */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { writeScenarioDocs } from '../scripts/scenario-docs.ts'

const read = (name: string): string => readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8')

it('docs/scenarios.md is what `npm run docs` writes', () => expect(read('scenarios.md')).toBe(writeScenarioDocs()))

it('docs/control.md lists every route of the control API, and no other', () => {
  const source = readFileSync(new URL('../src/control/control.ts', import.meta.url), 'utf8')
  const routes = [...source.matchAll(/router\.(get|put|post|delete)\(\s*'([^']+)'/g)].map(
    ([, method = '', path = '']) => `${method.toUpperCase()} /_sandbox${path.replace(/:(\w+)/g, '{$1}')}`,
  )
  const listed = [...read('control.md').matchAll(/^\| `([A-Z]+ [^`]+)`/gm)].map(([, route]) => route)
  expect(routes.length).toBeGreaterThan(8)
  expect([...listed].sort()).toEqual([...routes].sort())
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
