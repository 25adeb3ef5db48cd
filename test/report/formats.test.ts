/**
 * The formats of a coverage report: what each shows for a small report, and that names are always escaped.
 */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { textWidth } from '../../src/contract/values/text-width.ts'
import type { CoverageReport } from '../../src/control/actions/report-coverage.ts'
import { UsageError } from '../../src/errors.ts'
import { formatTerminal } from '../../src/report/format-terminal.ts'
import type { Gate } from '../../src/report/gate.ts'
import { formatReport, reportFormatOf } from '../../src/report/write-report.ts'
import { createStandin } from '../../src/standin.ts'
import { createReport, createReportNamed, hostileNames, sampleReport } from '../support/coverage-reports.ts'
import { parseXml, type XmlElement } from '../support/parse-xml.ts'

const keep = (text: string): string => text
const plain = { bold: keep, dim: keep, green: keep, red: keep }

const nameArbitrary = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'<>&"\'|\\`*_[]#~$ \n\r\t\u0000\u001b\ud800\udc00-!/{}') }),
)

/** First each hostile name, then arbitrary ones. */
const forEachName = (check: (name: string) => void): void => {
  for (const name of hostileNames) check(name)
  fc.assert(fc.property(nameArbitrary, check), { seed: 1 })
}

describe('the table for a terminal', () => {
  it('shows operations, statuses, missing statuses and the percentage', () =>
    expect(formatTerminal(sampleReport, plain)).toEqual([
      'store  66.6 %',
      '',
      '  Operation  Calls  Covered  Statuses',
      '  GET /pets      6      2/3  ✓ 200 ×4  ✓ 401 ×1  ✗ 404  418 ×1 undocumented',
      '',
      'messages  50 %',
      '',
      '  Operation                       Calls  Covered  Statuses',
      '  POST /v1/messages (deprecated)      2      1/2  ✓ 201 ×2  ✗ 400',
      '',
      'Missing',
      '',
      '  GET /pets: 404',
      '  POST /v1/messages: 400',
      '',
      '60 %: 3 of 5 documented operation/status pairs covered',
    ]))

  it('uses the given colours', () => {
    const marked = { bold: keep, dim: keep, green: (text: string) => `+${text}+`, red: (text: string) => `-${text}-` }
    const text = formatTerminal(sampleReport, marked).join('\n')
    expect(text).toContain('+✓ 200 ×4+')
    expect(text).toContain('-✗ 404-')
  })

  it('of a report without operations contains a note about it', () =>
    expect(formatTerminal(createReport([]), plain)).toEqual(['no operations, nothing to cover']))

  it('removes control characters', () =>
    forEachName((name) => {
      for (const line of formatTerminal(createReportNamed(name), plain)) expect(line).not.toMatch(/\p{Cc}/u)
    }))
})

const elementsOf = (element: XmlElement): readonly XmlElement[] => [element, ...element.children.flatMap(elementsOf)]

const sumOf = (elements: readonly XmlElement[], name: string): number =>
  elements.reduce((total, { attributes }) => total + Number(attributes.get(name)), 0)

describe('the terminal', () => {
  const wide = createReportNamed('日本語の名前')
  for (const width of [60, 80, 120])
    it(`has lines of at most ${width} columns, and loses nothing`, () => {
      for (const report of [sampleReport, wide]) {
        const lines = formatTerminal(report, plain, width)
        expect(lines.filter((line) => textWidth(line) > width)).toEqual([])
        const words = (text: readonly string[]) => text.join(' ').split(/\s+/).sort()
        expect(words(lines)).toEqual(words(formatTerminal(report, plain)))
      }
    })

  it('puts each operation on its own line if the statuses have no room beside it', () =>
    expect(formatTerminal(sampleReport, plain, 40).slice(2, 6)).toEqual([
      '  Operation',
      '    Calls  Covered  Statuses',
      expect.stringMatching(/^ {2}GET \/pets/),
      expect.stringMatching(/^ {8}\d+ {6}\d\/\d {2}✓ 200/),
    ]))

  it('aligns columns after wide characters', () => {
    const lines = formatTerminal(wide, plain).filter((line) => /\d\/\d/.test(line))
    expect(lines).not.toEqual([])
    const titles = formatTerminal(wide, plain).find((line) => line.includes('Covered')) ?? ''
    for (const line of lines)
      expect(textWidth(line.slice(0, line.search(/\d\/\d/) + 3))).toBe(titles.indexOf('Covered') + 7)
  })
})

describe('gates', () => {
  const gates: readonly Gate[] = [
    { name: '--fail-on invalid', result: 'failed', message: '1 invalid request', details: ['GET /a<b → 400: "x" & y'] },
    { name: '--fail-on unmatched', result: 'skipped', message: 'no requests received', details: [] },
    { name: '--min-coverage 10', result: 'passed', message: 'coverage is 60 %', details: [] },
  ]

  it('are test cases of JUnit that pass, fail or are skipped, valid against the schema', async () => {
    const xml = formatReport(sampleReport, 'xml', gates)
    const schema = readFileSync(new URL('junit.xsd', import.meta.url), 'utf8')
    const { errors } = await validateXML({ xml: [{ fileName: 'report.xml', contents: xml }], schema: [schema] })
    expect(errors).toEqual([])
    const root = parseXml(xml)
    expect(root.attributes.get('failures')).toBe('1')
    expect(root.attributes.get('tests')).toBe('8')
    const suite = elementsOf(root).find(({ attributes }) => attributes.get('name') === 'gates')
    expect(suite?.children.map(({ attributes, children }) => [attributes.get('name'), children[0]?.name])).toEqual([
      ['--fail-on invalid', 'failure'],
      ['--fail-on unmatched', 'skipped'],
      ['--min-coverage 10', undefined],
    ])
    expect(suite?.children[0]?.children[0]?.text).toContain('GET /a<b → 400: "x" & y')
  })

  it('are a section in Markdown', () => {
    const text = formatReport(sampleReport, 'md', gates)
    expect(text).toContain('| --fail-on invalid | **failed** | 1 invalid request |')
    expect(text).toContain('- GET /a\\<b → 400: "x" \\& y')
  })

  it('are a section in HTML', () => {
    const text = formatReport(sampleReport, 'html', gates)
    expect(text).toContain('<h2 id="gates">Gates</h2>')
    expect(text).toContain('GET /a&lt;b → 400: &quot;x&quot; &amp; y')
  })

  it('are entries in JSON', () => {
    expect(JSON.parse(formatReport(sampleReport, 'json', gates)).gates).toEqual(gates)
    expect(JSON.parse(formatReport(sampleReport, 'json'))).not.toHaveProperty('gates')
  })
})

it('a broken connection is not an undocumented status', async () => {
  await using standin = await createStandin({ scenario: ['connection-reset'] })
  await standin.fetch('/v1/pets', { headers: { authorization: 'Bearer sandbox-key' } }).catch(() => {})
  const report = standin.coverage()
  expect(report.operations[0]?.statuses.filter(({ documented }) => !documented)).toEqual([
    { name: 'broken connection', documented: false, count: 1 },
  ])
  for (const format of ['xml', 'md', 'html'] as const)
    expect(formatReport(report, format)).not.toMatch(/undocumented(?!')|\b0 ×/)
  const terminal = formatTerminal(report, plain).join('\n')
  expect(terminal).toContain('broken connection ×1')
  expect(terminal).not.toContain('undocumented')
})

describe('JUnit XML', () => {
  const root = parseXml(formatReport(sampleReport, 'xml'))
  const named = (name: string) => elementsOf(root).filter((element) => element.name === name)

  it('has a suite for each document', () =>
    expect(named('testsuite').map(({ attributes }) => attributes.get('name'))).toEqual(['store', 'messages']))

  it('has a case for each documented pair only', () =>
    expect(named('testcase').map(({ attributes }) => attributes.get('name'))).toEqual([
      'GET /pets 200',
      'GET /pets 401',
      'GET /pets 404',
      'POST /v1/messages 201',
      'POST /v1/messages 400',
    ]))

  it('marks pairs that did not occur as skipped', () =>
    expect(named('skipped').map(({ text }) => text)).toEqual([
      'No response of GET /pets had the status 404',
      'No response of POST /v1/messages had the status 400',
    ]))

  it('has correct totals', () => {
    expect(root.attributes.get('tests')).toBe('5')
    expect(sumOf(named('testsuite'), 'tests')).toBe(named('testcase').length)
    expect(sumOf(named('testsuite'), 'skipped')).toBe(named('skipped').length)
  })

  /**
   * The schema of the JUnit plugin of Jenkins, which other services follow; it has its source and its licence (MIT) in it.
   */
  const schema = readFileSync(new URL('junit.xsd', import.meta.url), 'utf8')
  const validateXml = async (xml: string): Promise<readonly string[]> =>
    (await validateXML({ xml: [{ fileName: 'report.xml', contents: xml }], schema: [schema] })).errors.map(
      ({ message }) => message,
    )

  const reports: readonly { readonly name: string; readonly report: CoverageReport }[] = [
    { name: 'the sample', report: sampleReport },
    { name: 'no operations', report: createReport([]) },
    ...hostileNames.map((name) => ({ name: `the name ${JSON.stringify(name)}`, report: createReportNamed(name) })),
  ]
  for (const { name, report } of reports)
    it(`is valid against its published schema: ${name}`, async () =>
      expect(await validateXml(formatReport(report, 'xml'))).toEqual([]))

  it('is invalid with an unknown result, so the tests above can fail', async () => {
    const broken = formatReport(sampleReport, 'xml').replaceAll('skipped>', 'missed>')
    expect(await validateXml(broken)).toContainEqual(expect.stringContaining('missed'))
  })

  it('is well-formed without operations', () =>
    expect(parseXml(formatReport(createReport([]), 'xml')).children).toEqual([]))

  it('is well-formed for any names, and preserves each character that XML allows', () =>
    forEachName((name) => {
      const [suite] = parseXml(formatReport(createReportNamed(name), 'xml')).children
      const legal = [...name].filter((character) =>
        /[\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(character),
      )
      expect(suite?.attributes.get('name')).toBe(legal.join(''))
    }))
})

describe('the parser of these tests', () => {
  const head = '<?xml version="1.0" encoding="UTF-8"?>'
  const wrong = [
    '<a>',
    '<a></b>',
    '<a/><a/>',
    '<a b="<"/>',
    '<a b="&"/>',
    '<a b="&x;"/>',
    '<a b="1" b="2"/>',
    '<a>x</a></b>',
    '<a>x<b/></a>',
    '<a>x & y</a>',
    '<a/>x',
    '',
  ]
  for (const text of [...wrong, '<a b="\u0001"/>'])
    it(`rejects ${JSON.stringify(text)}`, () => expect(() => parseXml(head + text)).toThrow())
})

/** The cells of a row, separated by unescaped pipes. */
const cellsOf = (row: string): readonly string[] => row.replace(/\\./g, 'x').split('|').slice(1, -1)

describe('Markdown', () => {
  const text = formatReport(sampleReport, 'md')

  it('shows the percentage and a table for each document', () =>
    expect(text).toBe(
      [
        '## Coverage: 60 %',
        '',
        '3 of 5 documented operation/status pairs covered.',
        '',
        '### store: 66.6 %',
        '',
        '| Operation | Calls | Covered | Statuses | Missing |',
        '|---|--:|--:|---|---|',
        '| GET /pets (listPets) | 6 | 2 of 3 | 200 ×4, 401 ×1, 418 ×1 *undocumented* | **404** |',
        '',
        '### messages: 50 %',
        '',
        '| Operation | Calls | Covered | Statuses | Missing |',
        '|---|--:|--:|---|---|',
        '| POST /v1/messages *deprecated* | 2 | 1 of 2 | 201 ×2 | **400** |',
        '',
      ].join('\n'),
    ))

  it('leaves each name in its cell and escapes markup', () =>
    forEachName((name) => {
      const lines = formatReport(createReportNamed(name), 'md').split('\n')
      expect(lines).toHaveLength(10)
      expect(cellsOf(lines[8] ?? '')).toHaveLength(5)
      expect((lines[4] ?? '').replace(/\\./g, '')).not.toMatch(/[<>`[\]*_|]/)
    }))
})

/** The tags in order with the names of their attributes, without text and values. */
const tagsOf = (html: string): readonly string[] =>
  [...html.matchAll(/<(\/?[a-z][a-z\d]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*>/g)].map(
    ([, name, attributes = '']) => `${name}${attributes.replace(/="[^"]*"/g, '')}`,
  )

describe('HTML', () => {
  const page = (report: CoverageReport) => formatReport(report, 'html')
  const html = page(sampleReport)

  it('has no scripts and no external resources', () => {
    expect(html).not.toMatch(/https?:|\/\/[a-z]|url\(|@import/i)
    expect(html).not.toMatch(/<(script|link|img|iframe|object|embed|base|form|svg)\b|\s(src|href|srcset|on[a-z]+)=/i)
    expect(html).toContain(`default-src 'none'`)
  })

  it('supports light and dark mode', () => expect(html).toContain('prefers-color-scheme: dark'))

  it('has a heading and a table with column headers for each document', () => {
    expect([...html.matchAll(/<h2 id="document-\d">(.*?)<\/h2>/g)].map(([, name]) => name)).toEqual([
      'store',
      'messages',
    ])
    expect(html.match(/<caption>/g)).toHaveLength(2)
    expect(html.match(/<th scope="col"/g)).toHaveLength(8)
    expect(html.match(/<th scope="row">/g)).toHaveLength(2)
  })

  it('shows percentages as bars', () =>
    expect([...html.matchAll(/style="width: ([\d.]+)%"/g)].map(([, percent]) => percent)).toEqual(['60', '66.6', '50']))

  for (const detail of ['Parameters: 1 of 2', 'Values: 0 of 1', 'Response media types: 1 of 1', 'Scenarios: 1 of 1'])
    it(`has ${detail} in its details`, () => expect(html).toContain(`<dt>${detail}</dt>`))

  it('marks in words what was not covered', () => expect(html).toMatch(/404 <span class="spoken">not covered<\/span>/))

  it('closes every tag', () => {
    const open: string[] = []
    for (const tag of tagsOf(html).map((text) => text.split(' ')[0] ?? '')) {
      if (tag === 'meta') continue
      if (tag.startsWith('/')) expect(open.pop()).toBe(tag.slice(1))
      else open.push(tag)
    }
    expect(open).toEqual([])
  })

  it('has the same tags for any names', () => {
    const tags = tagsOf(page(createReportNamed('name')))
    forEachName((name) => {
      const text = page(createReportNamed(name))
      expect(tagsOf(text)).toEqual(tags)
      // Every < begins a tag, except that of the doctype.
      expect(text.match(/</g)).toHaveLength(tags.length + 1)
      expect(text).not.toMatch(/[^\P{Cc}\n]/u)
    })
  })
})

describe('the format of a file', () => {
  const rows = [
    { file: 'a.json', kind: 'json' },
    { file: 'out/junit.xml', kind: 'xml' },
    { file: 'a.b.md', kind: 'md' },
    { file: 'A.HTML', kind: 'html' },
  ]
  for (const { file, kind } of rows) it(`of ${file} is ${kind}`, () => expect(reportFormatOf(file)).toBe(kind))

  for (const file of ['a.htm', 'a', 'json', '.json', 'a.json.gz'])
    it(`of ${file} is unknown`, () => {
      expect(() => reportFormatOf(file)).toThrow(UsageError)
      expect(() => reportFormatOf(file)).toThrow('.json, .xml (JUnit), .md or .html')
    })

  it('json is the report itself', () => expect(JSON.parse(formatReport(sampleReport, 'json'))).toEqual(sampleReport))
})
