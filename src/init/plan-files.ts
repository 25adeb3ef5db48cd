/**
 * Plans the files that `standin init` writes, so that `standin` without arguments serves the folder. Nothing is written
 * here.
 */
import { basename, dirname, isAbsolute, join, posix, relative, resolve } from 'node:path'
import { generateAll } from '../behaviours/records/generate-all.ts'
import type { Resource } from '../behaviours/records/resource.ts'
import { isDataFile } from '../contract/document/data-file.ts'
import type { Document } from '../contract/document/document.ts'
import { loadFaker } from '../contract/sample/generate-random.ts'
import { isAddress } from '../contract/values/address.ts'
import { UsageError } from '../errors.ts'
import { reservedNames } from '../loading/fixture-names.ts'
import { findRecordExamples } from '../loading/record-examples.ts'
import type { ServedDocument, Service } from '../loading/service.ts'
import { formatFixtures, formatKeys } from './format-fixtures.ts'
import { formatOverlay } from './format-overlay.ts'
import { formatScenarios } from './format-scenarios.ts'

export interface PlannedFile {
  /** Relative to the target folder. */
  readonly path: string
  /** A text, or the file to copy. */
  readonly content: { readonly kind: 'text'; readonly text: string } | { readonly kind: 'copy'; readonly from: string }
}

export interface InitParts {
  readonly service: Service
  /** The target folder. */
  readonly folder: string
  /** Number of records for each resource. */
  readonly count: number
  readonly seed: number
}

/** In reading order: documents, overlays, fixtures, scenarios. Throws UsageError if a document cannot be copied. */
export const planFiles = async (parts: InitParts): Promise<readonly PlannedFile[]> => {
  const { service, folder } = parts
  return [
    ...withoutRepetitions(service.documents.flatMap(({ document }) => planCopies(document, folder))),
    ...service.documents.flatMap((served) => planOverlay(served, service, folder)),
    ...(await planFixtures(parts)),
    ...formatScenarios(service).map(({ name, text }) => toText(join('scenarios', `${name}.yaml`), text)),
  ]
}

/** Documents can refer to the same file, or one to another. Different files with one path remain. */
const withoutRepetitions = (files: readonly PlannedFile[]): readonly PlannedFile[] => [
  ...new Map(files.map((file) => [JSON.stringify(file), file])).values(),
]

const toText = (path: string, text: string): PlannedFile => ({ path, content: { kind: 'text', text } })

/** The document and the files that it refers to; none if it is in ./spec already. */
const planCopies = (document: Document, folder: string): readonly PlannedFile[] => {
  const { path, files } = document
  if (isAddress(path)) return planDownloads(document)
  const spec = resolve(folder, 'spec')
  if (dirname(path) === spec) return []
  return [...files.keys()].map((file) => {
    if (file === path && !isDataFile(path)) return toText(join('spec', fileNameOf(document)), document.source.text)
    const inside = relative(dirname(path), file)
    if (inside.startsWith('..') || isAbsolute(inside))
      throw new UsageError(
        `${path} refers to ${file}, which is outside its folder; copy both into ./spec yourself, and pass the document in ./spec`,
      )
    return { path: join('spec', inside), content: { kind: 'copy', from: file } }
  })
}

/** What was read from an address is written as it was. */
const planDownloads = (document: Document): readonly PlannedFile[] =>
  [...document.sources].map(([file, { text }]) => {
    const inside =
      file === document.path
        ? fileNameOf(document)
        : posix.relative(posix.dirname(new URL(document.path).pathname), new URL(file).pathname)
    if (inside.startsWith('..'))
      throw new UsageError(
        `${document.path} refers to ${file}, which is outside its folder; download both into ./spec yourself, and pass the document in ./spec`,
      )
    return toText(join('spec', inside), text)
  })

/**
 * The file of a document in ./spec, with a name that is found there. An address need not end with an extension, and neither need a
 * file that is named: a pipe has none.
 */
const fileNameOf = ({ name, path, source }: Document): string => {
  if (!isAddress(path) && isDataFile(path)) return basename(path)
  const [extension = source.text.trimStart().startsWith('{') ? '.json' : '.yaml'] = /\.(ya?ml|json)$/.exec(path) ?? []
  return name.replace(/^\.+/, '') + extension
}

/** An existing overlay is copied; otherwise a new one is generated. */
const planOverlay = (served: ServedDocument, service: Service, folder: string): readonly PlannedFile[] => {
  const { path, overlay } = served.document
  const isInSpec = dirname(path) === resolve(folder, 'spec')
  if (overlay !== undefined)
    return isInSpec ? [] : [{ path: join('spec', basename(overlay)), content: { kind: 'copy', from: overlay } }]
  const file = fileNameOf(served.document)
  const name = file.replace(/\.[^.]+$/, '.overlay.yaml')
  return [toText(join('spec', name), formatOverlay(served, service, file))]
}

/** A resource with a reserved name is stored in a folder named after its document. */
const fileOf = ({ key, name, document }: Resource): string => (reservedNames.has(key) ? join(document.name, name) : key)

const planFixtures = async ({ service, count, seed }: InitParts): Promise<readonly PlannedFile[]> => {
  const files: PlannedFile[] = []
  const { resources, owners, linksOf } = service
  const compilerOf = (resource: Resource) => service.of(resource.document).compiler
  const faker = await loadFaker()
  const examplesOf = (resource: Resource) => findRecordExamples(resource, service.decisions.values(), count)
  const options = { known: () => undefined, count, seed, examplesOf }
  const generated = generateAll({ faker, resources, owners, linksOf, compilerOf, ...options })
  for (const [resource, records] of generated) {
    if (records.length > 0)
      files.push(toText(join('fixtures', 'default', `${fileOf(resource)}.yaml`), formatFixtures(resource, records)))
  }
  const keys = formatKeys(service)
  return keys === undefined ? files : [...files, toText(join('fixtures', 'default', 'keys.yaml'), keys)]
}
