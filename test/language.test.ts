/**
 * Everything that people read is in plain English: no file of the project contains a phrase of the list in
 * support/plain-english.ts, in prose, messages, comments, names of tests or identifiers.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findPhrases, phrases } from './support/plain-english.ts'
import { projectFolder } from './support/run-command.ts'

const places = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'Dockerfile',
  'docs',
  'src',
  'scenarios',
  'spec',
  'fixtures',
  'examples',
  'scripts',
  'bench',
  'test',
]

/** Files whose words are not ours: this list itself, documents to test with. */
const excluded = [
  /^test\/language\.test\.ts$/,
  /^test\/support\/plain-english\.ts$/,
  /^test\/(documents|clients|prism\/documents)\/.*\.(ya?ml|json)$/,
]

/** What is part of the public surface, or a standard's own wording. */
const allowed: readonly (readonly [file: RegExp, phrase: RegExp, reason: string])[] = [
  [
    /^(src|test)\/control\/|^src\/client\/remote\/control-types\.ts$|^docs\/control\.md$/,
    /^refusal$/,
    'a JSON field of the control API',
  ],
]

const listFiles = (place: string): readonly string[] =>
  statSync(projectFolder + place).isDirectory()
    ? readdirSync(projectFolder + place, { recursive: true, encoding: 'utf8' }).map((name) => join(place, name))
    : [place]

const isText = (file: string): boolean =>
  /(\.(ts|js|mts|mjs|md|ya?ml)|schema\.json|Dockerfile)$/.test(file) && !file.includes('node_modules')

const files = places
  .flatMap(listFiles)
  .filter((file) => isText(file) && !excluded.some((pattern) => pattern.test(file)))

const isAllowed = (file: string, phrase: string): boolean =>
  allowed.some(([place, words]) => place.test(file) && words.test(phrase))

describe('plain English', () => {
  it('has a list of phrases', () => expect(phrases.length).toBeGreaterThanOrEqual(60))

  it('and files to look for them', () => expect(files.length).toBeGreaterThan(400))

  it('is what every file is written in', () => {
    const found = files.flatMap((file) =>
      findPhrases(readFileSync(projectFolder + file, 'utf8'))
        .filter(({ phrase }) => !isAllowed(file, phrase))
        .map(({ line, phrase, instead }) => `${file}:${line}: ${phrase} → ${instead}`),
    )
    expect(found).toEqual([])
  })
})

describe('a phrase is found', () => {
  const rows: readonly (readonly [text: string, line: number, phrase: string])[] = [
    ['It stands in for it.', 1, 'stands in for'],
    ['const toldResource = 1', 1, 'told'],
    ['/**\n * It is held\n * against the schema.\n */', 2, 'held against'],
    ["it('a bad escape', () => {})", 1, 'bad escape'],
  ]
  for (const [text, line, phrase] of rows)
    it(phrase, () => expect(findPhrases(text)).toContainEqual(expect.objectContaining({ line, phrase })))

  it('but no part of another word', () => expect(findPhrases('Standin understands the outstanding tolls.')).toEqual([]))
})
