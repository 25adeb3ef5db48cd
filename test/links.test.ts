/**
 * The Markdown pages: each page of docs is named in the README and in docs/README.md, and every link leads to a file and a
 * heading that exist.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectFolder } from './support/run-command.ts'

const listPages = (folder: string): readonly string[] =>
  readdirSync(projectFolder + folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => join(folder, name))

const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...['docs', 'spec', 'examples'].flatMap(listPages)]

const read = (page: string): string => readFileSync(projectFolder + page, 'utf8')

const withoutCode = (text: string): string => text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '')

/** The anchor that GitHub gives a heading. */
const toAnchor = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const anchorsOf = (page: string): readonly string[] =>
  [
    ...read(page)
      .replace(/^```[\s\S]*?^```$/gm, '')
      .matchAll(/^#+ (.+)$/gm),
  ].map(([, heading = '']) => toAnchor(heading))

interface Link {
  /** The target as written, and as a path relative to the project. */
  readonly target: string
  readonly path: string
  readonly anchor: string | undefined
}

const linksOf = (page: string): readonly Link[] =>
  [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    if (/^https?:/.test(target)) return []
    const [path = '', anchor] = target.split('#')
    return { target, path: path === '' ? page : normalize(join(dirname(page), path)), anchor }
  })

describe('every page of docs is named', () => {
  const named = pages.filter((page) => /^docs\/[^/]+\.md$/.test(page) && page !== 'docs/README.md')
  for (const index of ['README.md', 'docs/README.md'])
    it(`in ${index}`, () => {
      const linked = new Set(linksOf(index).map(({ path }) => path))
      expect(named.filter((page) => !linked.has(page))).toEqual([])
    })
})

describe('every link leads to a page and a heading', () => {
  for (const page of pages.filter((name) => linksOf(name).length > 0))
    it(`of ${page}`, () => {
      const broken = linksOf(page).filter(({ path, anchor }) => {
        if (!existsSync(projectFolder + path)) return true
        if (anchor === undefined || statSync(projectFolder + path).isDirectory()) return false
        return !anchorsOf(path).includes(anchor)
      })
      expect(broken.map(({ target }) => target)).toEqual([])
    })
})

describe('pictures', () => {
  /** The light one and the dark one of each `<picture>`. */
  const shown = pages.flatMap((page) =>
    [...withoutCode(read(page)).matchAll(/\bsrc(?:set)?="([^"]+)"/g)].map(([, target = '']) => ({
      page,
      file: normalize(join(dirname(page), target)),
    })),
  )

  it('are shown', () => expect(shown.length).toBeGreaterThanOrEqual(4))

  for (const { page, file } of shown)
    it(`of ${page}: ${file} exists and is small`, () =>
      expect(statSync(projectFolder + file).size).toBeLessThan(150_000))

  it('are all shown by a page', () => {
    const files = new Set(shown.map(({ file }) => file))
    const unused = readdirSync(`${projectFolder}docs/pictures`).filter((name) => !files.has(`docs/pictures/${name}`))
    expect(unused).toEqual([])
  })
})

describe('docs/architecture.md', () => {
  const text = read('docs/architecture.md')

  it('names files that exist', () => {
    const named = [...text.matchAll(/\b(?:src|test|docs|scripts|bench)\/[\w./-]*\w/g)].map(([path]) => path)
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((path) => !existsSync(projectFolder + path))).toEqual([])
  })

  it('describes every folder of src', () => {
    const rooms = readdirSync(`${projectFolder}src`, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && name.includes('/'))
      .map((name) => dirname(name).split('/').slice(0, 2).join('/'))
    const table = text.slice(text.indexOf('## Where things are'), text.indexOf('## Allowed imports'))
    expect([...new Set(rooms)].filter((room) => !table.includes(`src/${room}`))).toEqual([])
  })
})

it('CONTRIBUTING.md names test files that exist', () => {
  const named = [...read('CONTRIBUTING.md').matchAll(/\btest\/[\w/-]+(?:\.long)?\.test\.ts/g)].map(([name]) => name)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !existsSync(projectFolder + name))).toEqual([])
})
