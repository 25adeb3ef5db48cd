/**
 * How src/ is built: which folder may import which (the table in docs/architecture.md), no cycles, each engine in one
 * place, and constructs that are forbidden. All of it uses the syntax tree, not the text.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { codesIn, readTable } from './support/markdown.ts'
import { projectFolder } from './support/run-command.ts'
import { type Place, readSources, type SourceImport } from './support/sources.ts'

const { files, imports, find } = readSources()

/** Folders whose parts have rows of their own. */
const deep: ReadonlySet<string> = new Set(['contract', 'behaviours', 'control', 'webhooks'])

/** The folder of a file, or the file itself where it is at the root. */
const partOf = (file: string): string => {
  const names = file.split('/')
  return names.slice(0, deep.has(names[0] ?? '') ? 2 : 1).join('/')
}

/** The file and the folders that it is in. */
const placesOf = (file: string): readonly string[] => {
  const names = file.split('/')
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}

const arrowOf = ({ from, to }: SourceImport): string => `${from} → ${to}`

const table = readTable('docs/architecture.md', 'Allowed imports').map((row) => {
  const may = row['May import'] ?? ''
  return { from: codesIn(row.From)[0] ?? '', isEverything: may.startsWith('everything'), names: codesIn(may) }
})

const isAllowed = ({ from, to }: SourceImport): boolean => {
  if (partOf(from) === partOf(to) && from !== partOf(from)) return true
  const row = table.find((candidate) => candidate.from === partOf(from))
  if (!row) return false
  const isNamed = placesOf(to).some((place) => row.names.includes(place))
  return row.isEverything ? !isNamed : isNamed
}

const ours = imports.filter(({ isOurs }) => isOurs)

describe('the table of allowed imports', () => {
  it('has exactly one row for each folder and root file of src', () =>
    expect(table.map(({ from }) => from).sort()).toEqual([...new Set(files.map(partOf))].sort()))

  it('names what there is', () => {
    const known = new Set(files.flatMap(placesOf))
    expect(table.flatMap(({ names }) => names).filter((name) => !known.has(name))).toEqual([])
  })

  for (const part of [...new Set(files.map(partOf))].sort())
    it(`holds for ${part}`, () => {
      const forbidden = ours.filter((found) => partOf(found.from) === part && !isAllowed(found))
      expect(forbidden.map(arrowOf)).toEqual([])
    })

  it('would find an arrow that is not in it', () => {
    expect(isAllowed({ from: 'contract/operation/match.ts', to: 'handle/handle.ts', isOurs: true })).toBe(false)
    expect(isAllowed({ from: 'standin.ts', to: 'cli/run.ts', isOurs: true })).toBe(false)
    expect(isAllowed({ from: 'options/option-table.ts', to: 'contract/document/document.ts', isOurs: true })).toBe(
      false,
    )
  })
})

/** The first cycle, from a file back to itself; empty without a cycle. */
const findCircle = (graph: ReadonlyMap<string, readonly string[]>): readonly string[] => {
  const done = new Set<string>()
  const walk = (file: string, path: readonly string[]): readonly string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return []
    for (const next of graph.get(file) ?? []) {
      const circle = walk(next, [...path, file])
      if (circle.length > 0) return circle
    }
    done.add(file)
    return []
  }
  for (const file of graph.keys()) {
    const circle = walk(file, [])
    if (circle.length > 0) return circle
  }
  return []
}

const targetsOf = (file: string): readonly string[] => ours.filter(({ from }) => from === file).map(({ to }) => to)

describe('imports', () => {
  it('are read: each relative import is a file', () => {
    expect(ours.length).toBeGreaterThan(100)
    expect(ours.filter(({ to }) => !files.includes(to)).map(arrowOf)).toEqual([])
  })

  it('form no circle, types included', () =>
    expect(findCircle(new Map(files.map((file) => [file, targetsOf(file)])))).toEqual([]))

  it('would be found in a circle', () => {
    const graph = new Map([
      ['a', ['b', 'c']],
      ['b', []],
      ['c', ['d']],
      ['d', ['c']],
    ])
    expect(findCircle(graph)).toEqual(['c', 'd', 'c'])
  })
})

/** Who may import each dependency: files, or folders. */
const optionalPeers = [
  '@jest/globals',
  '@modelcontextprotocol/sdk',
  '@opentelemetry/api',
  '@opentelemetry/sdk-node',
  '@playwright/test',
  'msw',
  'vitest',
]

const engines: Readonly<Record<string, readonly string[]>> = {
  // Two files parse patterns.
  '@eslint-community/regexpp': [
    'contract/patterns/pattern-program.ts',
    'contract/patterns/pattern-cost.ts',
    'contract/patterns/pattern-length.ts',
    'contract/sample/text-by-pattern.ts',
  ],
  '@koa/router': ['control'],
  '@redis/client': ['log/redis/session.ts'],
  '@stoplight/http-spec': ['mock/prism-operations.ts'],
  '@stoplight/prism-core': ['mock/prism-engine.ts'],
  '@stoplight/prism-http': ['mock/prism-engine.ts'],
  '@stoplight/types': ['mock/prism-engine.ts'],
  ajv: ['contract/schema/create-ajv.ts', 'contract/schema/defer-references.ts', 'contract/schema/validator.ts'],
  'ajv-formats': ['contract/schema/create-ajv.ts'],
  chokidar: ['loading/watch.ts'],
  'content-type': ['contract/values/media-type.ts'],
  cookie: ['contract/values/cookies.ts'],
  'cross-spawn': ['cli/run-child.ts'],
  'fastest-levenshtein': ['contract/operation/nearest-path.ts', 'contract/values/nearest.ts'],
  'js-yaml': ['contract/document/source.ts', 'contract/document/locate.ts'],
  jose: ['tokens/signing.ts'],
  'json-schema-faker': ['contract/sample/generate-random.ts'],
  'json-p3': ['contract/document/json-path.ts'],
  // The wiring names the type of a middleware.
  koa: ['http', 'control', 'console', 'standin.ts'],
  'lossless-json': ['contract/values/json-text.ts'],
  lowdb: ['loading/fixture-file.ts'],
  'node-sqlite3-wasm': ['log/file/database.ts'],
  // Media types, and the content codings of the console's files.
  negotiator: ['contract/values/media-type.ts', 'console/serve-console.ts'],
  picocolors: ['cli/colors.ts'],
  pino: ['cli/request-log.ts'],
  rou3: ['contract/operation/match.ts'],
  sax: ['contract/request/read-xml.ts'],
  // The library requires the polyfill.
  '@peculiar/x509': ['tls/create-certificate.ts'],
  'reflect-metadata': ['tls/create-certificate.ts'],
  undici: ['http-client/load-undici.ts', 'proxy/upstream-client.ts'],
  'sorted-btree': ['store/indexes.ts'],
  'fast-string-width': ['contract/values/text-width.ts'],
  // Positions of findings, the digits of long integers in fixtures, and files that are written.
  yaml: ['contract/document/source.ts', 'init/format-fixtures.ts', 'control/actions/write-scenario.ts'],
  // Optional peers: only who imports the adapter of a test framework, or runs standin mcp, has them.
  '@modelcontextprotocol/sdk': ['mcp/serve-mcp.ts'],
  '@opentelemetry/api': ['opentelemetry/open-spans.ts'],
  '@opentelemetry/sdk-node': ['opentelemetry/open-spans.ts'],
  '@jest/globals': ['testing/jest.ts'],
  '@playwright/test': ['testing/playwright.ts'],
  msw: ['testing/msw.ts'],
  vitest: ['testing/vitest.ts'],
  yargs: ['cli/parse-arguments.ts'],
}

/** The package of an import: `@stoplight/types` of `@stoplight/types/dist/index.js`. */
const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')

const foreign = imports.filter(({ isOurs, to }) => !isOurs && !to.startsWith('node:'))

describe('each engine is known in one place', () => {
  it('and every dependency has its place', () =>
    expect(Object.keys(engines)).toEqual(
      expect.arrayContaining([...Object.keys(manifest.dependencies), ...optionalPeers]),
    ))

  it('and all others are built in: development dependencies', () => {
    const installed: readonly string[] = [...Object.keys(manifest.dependencies), ...optionalPeers]
    expect(Object.keys(manifest.devDependencies)).toEqual(
      expect.arrayContaining(Object.keys(engines).filter((name) => !installed.includes(name))),
    )
  })

  for (const [name, places] of Object.entries(engines))
    it(`${name} in ${places.join(', ')}`, () => {
      const users = [...new Set(foreign.filter(({ to }) => packageOf(to) === name).map(({ from }) => from))]
      expect(users).not.toEqual([])
      expect(users.filter((file) => !placesOf(file).some((place) => places.includes(place)))).toEqual([])
    })

  it('and nothing else is imported, not even of Node without node:', () =>
    expect(foreign.filter(({ to }) => !Object.hasOwn(engines, packageOf(to))).map(arrowOf)).toEqual([]))
})

const isDefaultExport = (node: ts.Node): boolean =>
  ts.isExportAssignment(node) ||
  (ts.isExportSpecifier(node) && node.name.text === 'default') ||
  node.kind === ts.SyntaxKind.DefaultKeyword

/** `value!`, and `name!: Type`, which says the same of a variable or property. */
const isNonNull = (node: ts.Node): boolean =>
  ts.isNonNullExpression(node) ||
  ((ts.isPropertyDeclaration(node) || ts.isVariableDeclaration(node)) && node.exclamationToken !== undefined)

/** Whether a name is not a variable: a property, or what is imported under another name. */
const isPropertyName = (node: ts.Identifier): boolean => {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node
  return (ts.isBindingElement(parent) || ts.isImportSpecifier(parent)) && parent.propertyName === node
}

/** Node's process, not a variable with the same name. Here, no file of types declares it. */
const isGlobalProcess = (node: ts.Node, checker: ts.TypeChecker): boolean =>
  ts.isIdentifier(node) &&
  node.text === 'process' &&
  !isPropertyName(node) &&
  checker.getSymbolAtLocation(node) === undefined

/** The text of a token, without comments. */
const textOf = (node: ts.Node): string =>
  ts.isIdentifier(node) ||
  ts.isLiteralExpression(node) ||
  ts.isTemplateMiddleOrTemplateTail(node) ||
  ts.isTemplateHead(node)
    ? node.text
    : ''

interface Rule {
  readonly name: string
  readonly test: (node: ts.Node, checker: ts.TypeChecker) => boolean
  /** Files in which it may be. */
  readonly except?: readonly string[]
}

const rules: readonly Rule[] = [
  { name: 'no type any', test: (node) => node.kind === ts.SyntaxKind.AnyKeyword },
  { name: 'no non-null !', test: isNonNull },
  {
    name: 'no plain Error: errors.ts has the kinds of error',
    test: (node) =>
      (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === 'Error',
  },
  { name: 'no export default', test: isDefaultExport },
  {
    name: 'no name of the interface that ships: it is one case of any',
    test: (node) => /\b(pets?|animals?|petId|categoryId|sendMessage)\b/i.test(textOf(node)),
  },
  { name: 'no process but in main.ts', test: isGlobalProcess, except: ['main.ts'] },
]

const formatPlace = ({ file, line }: Place): string => `src/${file}:${line}`

describe('the code does not use', () => {
  it('names of the interface that ships in the control document, too', () => {
    const text = readFileSync(join(projectFolder, 'src/control/openapi.yaml'), 'utf8').replace(/#.*$/gm, '')
    expect(text.match(/\b(pets?|animals?|petId|categoryId|sendMessage)\b/gi)).toBe(null)
  })

  for (const { name, test, except = [] } of rules)
    it(name, () => {
      const found = find(test)
      expect(found.filter(({ file }) => !except.includes(file)).map(formatPlace)).toEqual([])
      // An exception that nobody needs any more goes.
      expect(except.filter((file) => !found.some((place) => place.file === file))).toEqual([])
    })
})
