/**
 * The JSON Schema Test Suite, run with Standin's validators: 2020-12 as in OpenAPI 3.1, draft 4 as 3.0 is
 * translated. Every case with a different result is listed below with its reason, group by group. An
 * unnecessary row fails too. The suite is in a folder next to the repository; without it, these tests are skipped.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Dialect } from '../../../src/contract/document/dialect.ts'
import type { Node } from '../../../src/contract/document/references.ts'
import {
  createSchemaCompiler,
  SchemaCompileError,
  type SchemaCompiler,
} from '../../../src/contract/schema/schema-compiler.ts'
import { parseJsonText, separateDigits } from '../../../src/contract/values/json-text.ts'
import type { Json } from '../../../src/ports.ts'

const folder = join(import.meta.dirname, '../../../../shared/json-schema-test-suite/tests')

const byPointer =
  'a $ref in an OpenAPI document is a path and a JSON pointer; $id and anchors do not move it, and an unresolved one is a finding at load and validates nothing'
const dynamic = '$dynamicRef is not followed; what it would check is not checked'
const remote = 'nothing is fetched: a $ref away from this machine is a finding at load, with nothing checked'
const asserted = 'formats are checked, as clients of OpenAPI expect; the suite takes them for annotations by default'
const unknownFormat = 'an unknown format is not validated (OpenAPI, Data Type Format)'
const looseFormat = 'ajv-formats checks the form of it with one expression, and is laxer or stricter in corners'
const evaluated =
  'Ajv: what `contains`, a failed `if` or `items` under `anyOf` has seen is counted by structure, not by value'

const lenientPattern =
  'a pattern that is invalid with the flag u is compiled without it, because documents contain such patterns'
const vocabulary = "$schema of a meta-schema of one's own is not followed; a document has one dialect"
const oneNumber = '1.0 is the integer 1, as OpenAPI 3.1 and later drafts have it'

/** Cases of a file, or of one group in it, with another result than in the suite. */
interface Difference {
  readonly file: string
  readonly group?: string
  readonly cases: number
  readonly reason: string
}

const in2020: readonly Difference[] = [
  { file: 'anchor.json', cases: 4, reason: byPointer },
  { file: 'defs.json', cases: 1, reason: remote },
  { file: 'dynamicRef.json', cases: 22, reason: dynamic },
  { file: 'format.json', cases: 15, reason: asserted },
  { file: 'optional/anchor.json', cases: 2, reason: byPointer },
  { file: 'optional/dynamicRef.json', cases: 1, reason: dynamic },
  { file: 'optional/format/date-time.json', cases: 3, reason: looseFormat },
  { file: 'optional/format/duration.json', cases: 2, reason: looseFormat },
  { file: 'optional/format/ecmascript-regex.json', cases: 1, reason: lenientPattern },
  { file: 'optional/format/email.json', cases: 5, reason: looseFormat },
  { file: 'optional/format/hostname.json', cases: 24, reason: looseFormat },
  { file: 'optional/format/idn-email.json', cases: 2, reason: unknownFormat },
  { file: 'optional/format/idn-hostname.json', cases: 54, reason: unknownFormat },
  { file: 'optional/format/iri-reference.json', cases: 2, reason: unknownFormat },
  { file: 'optional/format/iri.json', cases: 6, reason: unknownFormat },
  { file: 'optional/format/uri-reference.json', cases: 6, reason: looseFormat },
  { file: 'optional/format/uri-template.json', cases: 3, reason: looseFormat },
  { file: 'optional/format/uri.json', cases: 3, reason: looseFormat },
  { file: 'optional/format/uuid.json', cases: 1, reason: looseFormat },
  { file: 'optional/id.json', cases: 1, reason: byPointer },
  { file: 'optional/unknownKeyword.json', cases: 2, reason: byPointer },
  { file: 'ref.json', group: 'remote ref, containing refs itself', cases: 1, reason: remote },
  { file: 'ref.json', group: 'Recursive references between schemas', cases: 1, reason: byPointer },
  { file: 'ref.json', group: 'refs with relative uris and defs', cases: 2, reason: byPointer },
  { file: 'ref.json', group: 'relative refs with absolute uris and defs', cases: 2, reason: byPointer },
  {
    file: 'ref.json',
    group: '$id must be resolved against nearest parent, not just immediate parent',
    cases: 1,
    reason: byPointer,
  },
  { file: 'ref.json', group: 'order of evaluation: $id and $ref', cases: 1, reason: byPointer },
  { file: 'ref.json', group: 'order of evaluation: $id and $anchor and $ref', cases: 1, reason: byPointer },
  { file: 'ref.json', group: 'order of evaluation: $id and $ref on nested schema', cases: 1, reason: byPointer },
  { file: 'ref.json', group: 'simple URN base URI with $ref via the URN', cases: 1, reason: byPointer },
  { file: 'ref.json', group: 'URN base URI with URN and JSON pointer ref', cases: 1, reason: byPointer },
  { file: 'ref.json', group: 'URN base URI with URN and anchor ref', cases: 1, reason: byPointer },
  { file: 'ref.json', group: 'URN ref with nested pointer ref', cases: 1, reason: byPointer },
  { file: 'ref.json', group: 'ref to if', cases: 1, reason: byPointer },
  { file: 'ref.json', group: 'ref to then', cases: 1, reason: byPointer },
  { file: 'ref.json', group: 'ref to else', cases: 1, reason: byPointer },
  { file: 'ref.json', group: 'ref with absolute-path-reference', cases: 1, reason: byPointer },
  { file: 'refRemote.json', cases: 15, reason: remote },
  { file: 'unevaluatedItems.json', group: 'unevaluatedItems with nested items', cases: 2, reason: evaluated },
  { file: 'unevaluatedItems.json', group: 'unevaluatedItems with $dynamicRef', cases: 1, reason: dynamic },
  {
    file: 'unevaluatedItems.json',
    group: 'unevaluatedItems depends on adjacent contains',
    cases: 1,
    reason: evaluated,
  },
  {
    file: 'unevaluatedItems.json',
    group: 'unevaluatedItems depends on multiple nested contains',
    cases: 1,
    reason: evaluated,
  },
  {
    file: 'unevaluatedItems.json',
    group: 'unevaluatedItems and contains interact to control item dependency relationship',
    cases: 4,
    reason: evaluated,
  },
  { file: 'unevaluatedItems.json', group: 'unevaluatedItems with minContains = 0', cases: 1, reason: evaluated },
  {
    file: 'unevaluatedItems.json',
    group: 'unevaluatedItems can see annotations from if without then and else',
    cases: 1,
    reason: evaluated,
  },
  {
    file: 'unevaluatedProperties.json',
    group: 'unevaluatedProperties with if/then/else, then not defined',
    cases: 2,
    reason: evaluated,
  },
  { file: 'unevaluatedProperties.json', group: 'unevaluatedProperties with $dynamicRef', cases: 1, reason: dynamic },
  {
    file: 'unevaluatedProperties.json',
    group: 'unevaluatedProperties can see annotations from if without then and else',
    cases: 1,
    reason: evaluated,
  },
  { file: 'vocabulary.json', cases: 1, reason: vocabulary },
]

const inDraft4: readonly Difference[] = [
  { file: 'definitions.json', cases: 1, reason: remote },
  { file: 'optional/format/date-time.json', cases: 3, reason: looseFormat },
  { file: 'optional/format/hostname.json', cases: 1, reason: looseFormat },
  { file: 'optional/format/uri.json', cases: 3, reason: looseFormat },
  { file: 'optional/id.json', cases: 1, reason: byPointer },
  { file: 'optional/zeroTerminatedFloats.json', cases: 1, reason: oneNumber },
  { file: 'ref.json', group: '$ref prevents a sibling id from changing the base uri', cases: 1, reason: byPointer },
  { file: 'ref.json', group: 'remote ref, containing refs itself', cases: 1, reason: remote },
  { file: 'ref.json', group: 'Recursive references between schemas', cases: 1, reason: byPointer },
  { file: 'ref.json', group: 'Location-independent identifier', cases: 1, reason: byPointer },
  {
    file: 'ref.json',
    group: 'Location-independent identifier with base URI change in subschema',
    cases: 1,
    reason: byPointer,
  },
  {
    file: 'ref.json',
    group: 'id must be resolved against nearest parent, not just immediate parent',
    cases: 1,
    reason: byPointer,
  },
  { file: 'refRemote.json', cases: 8, reason: remote },
]

interface Case {
  readonly file: string
  readonly group: string
  readonly agrees: boolean
}

/** Schemas are read like documents, values with every digit. One compiler for all; each schema is a separate file. */
const runDraft = (draft: string, dialect: Dialect): readonly Case[] => {
  const groups = readdirSync(join(folder, draft), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readGroups(draft, name))
  const files = new Map(groups.map(({ node }) => [node.file, node.value]))
  const compiler = createSchemaCompiler(files, dialect)
  return groups.flatMap(({ file, group, node, tests }) => {
    const isValid = compileSchema(compiler, node)
    return tests.map(({ data, valid }) => ({ file, group, agrees: isValid(data) === valid }))
  })
}

const readGroups = (draft: string, name: string) => {
  const text = readFileSync(join(folder, draft, name), 'utf8')
  const exact = parseGroups(parseJsonText(text).exact)
  return parseGroups(JSON.parse(text)).map(({ schema, description }, index) => ({
    file: name.replaceAll('\\', '/'),
    group: description,
    node: { file: `/suite/${index}/${name}`, pointer: '', value: schema },
    tests: exact[index]?.tests ?? [],
  }))
}

interface Group {
  readonly description: string
  readonly schema: Json
  readonly tests: readonly { readonly data: Json; readonly valid: boolean }[]
}

/** The format of the suite, which its own schema guarantees. */
const parseGroups = (value: unknown): readonly Group[] => value as readonly Group[]

/** Whether a value is valid; undefined if the schema does not compile. */
const compileSchema = (compiler: SchemaCompiler, node: Node): ((data: Json) => boolean | undefined) => {
  try {
    const validate = compiler.compile(node, 'request')
    return (data) => validate(separateDigits(data)) === undefined
  } catch (error) {
    if (error instanceof SchemaCompileError) return () => undefined
    throw error
  }
}

const isThere = existsSync(folder)

describe.skipIf(!isThere)('the JSON Schema Test Suite', () => {
  const drafts: readonly (readonly [string, Dialect, readonly Difference[]])[] = [
    ['draft2020-12', '3.1', in2020],
    ['draft4', '3.0', inDraft4],
    ['draft4', '2.0', inDraft4],
  ]
  for (const [draft, dialect, differences] of drafts)
    it(`${draft} as OpenAPI ${dialect}`, () => {
      const cases = runDraft(draft, dialect)
      expect(cases.length).toBeGreaterThan(900)
      const found = new Map<string, number>()
      const rowOf = ({ file, group }: { file: string; group?: string }): string =>
        differences.some((row) => row.file === file && row.group === group)
          ? `${file}: ${group ?? 'all'}`
          : `${file}: all`
      for (const one of cases.filter(({ agrees }) => !agrees)) {
        const isNamed = differences.some((row) => row.file === one.file && (row.group ?? one.group) === one.group)
        const row = isNamed ? rowOf(one) : `${one.file}: ${one.group} (not named)`
        found.set(row, (found.get(row) ?? 0) + 1)
      }
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(differences.map((row) => [rowOf(row), row.cases])))
    })
})

it.runIf(!isThere)('is skipped because the suite is missing', () => {
  process.stderr.write(`The JSON Schema Test Suite is not at ${folder}; its cases were not run.\n`)
  expect(isThere).toBe(false)
})
