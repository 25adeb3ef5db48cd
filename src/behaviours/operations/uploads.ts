/**
 * What an upload says about its file becomes part of the record: name, size, content type and digests, in the properties that
 * have such names. The bytes themselves are not stored.
 */
import { createHash } from 'node:crypto'
import { viewBody } from '../../contract/document/operation-view.ts'
import type { Node } from '../../contract/document/references.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import type { Input } from '../../contract/operation/validate-request.ts'
import { type Part, readParts } from '../../contract/request/read-parts.ts'
import { findKeyword, type PropertyView, typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import { hasRole, type Role } from '../../contract/values/conventions.ts'
import { getOwn, isJsonObject } from '../../contract/values/json-object.ts'
import { separateDigits } from '../../contract/values/json-text.ts'
import { familyOf, isStructured, parseMediaType } from '../../contract/values/media-type.ts'
import { plainName } from '../../contract/values/names.ts'
import type { Json, JsonObject } from '../../ports.ts'
import { putAt } from '../records/record-id.ts'
import type { RecordTemplate } from '../records/record-template.ts'

/** The properties of the record that the file of a request determines; undefined if the request has no file. */
export type ReadUpload = (input: Input) => Promise<JsonObject | undefined>

/** Undefined if the operation takes no files, or if its records say nothing about them. */
export const compileUpload = (template: RecordTemplate, operation: Operation): ReadUpload | undefined => {
  const media = viewBody(operation.document, operation.node, operation.pathItem)?.content ?? []
  if (!media.some(({ mediaType }) => familyOf(mediaType) === 'multipart' || !isStructured(mediaType))) return undefined
  const facts = findFacts(template)
  if (facts.length === 0) return undefined
  return async (input) => {
    const file = await readFile(input)
    return file && describeFile(template, facts, file, input.body?.exact)
  }
}

interface SentFile {
  /** The field of a form; undefined if the whole body is the file. */
  readonly field: string | undefined
  readonly name: string | undefined
  readonly type: string | undefined
  readonly bytes: Buffer
}

type FileFact = Extract<Role, `file-${string}`>

const fileFacts: readonly FileFact[] = ['file-name', 'file-size', 'file-type', 'file-md5', 'file-sha1', 'file-sha256']

/** A property that says something about a file. */
interface FactPlace {
  readonly path: readonly string[]
  readonly fact: FileFact
  readonly node: Node
}

/** Properties of the record, and of the objects in it. */
const findFacts = ({ resource: { document, schema } }: RecordTemplate): readonly FactPlace[] => {
  const { files } = document
  const views = [...viewObject(files, schema).properties.values()]
  const inside = views.flatMap(({ name, node }) =>
    typesOf(files, node).has('object') ? factsOf([...viewObject(files, node).properties.values()], [name]) : [],
  )
  return [...factsOf(views, []), ...inside]
}

const factsOf = (views: readonly PropertyView[], above: readonly string[]): readonly FactPlace[] => {
  const found = views.flatMap(({ name, node }) => {
    const fact = fileFacts.find((one) => hasRole(plainName(name), one))
    return fact ? [{ path: [...above, name], fact, node }] : []
  })
  const plain = views.find(({ name }) => plainName(name) === 'name')
  // A plain name is that of a file only if something else is about a file.
  const isNamed = found.some(({ fact }) => fact === 'file-name')
  return plain && found.length > 0 && !isNamed
    ? [...found, { path: [...above, plain.name], fact: 'file-name', node: plain.node }]
    : found
}

/** The first file of a form, or the whole body. */
const readFile = async ({ request, body }: Input): Promise<SentFile | undefined> => {
  const read = await request.readBody()
  const header = request.headers['content-type']
  const type = typeof header === 'string' ? parseMediaType(header) : undefined
  if (read.kind === 'rejected' || !type || read.bytes.length === 0) return undefined
  if (familyOf(type.essence) === 'multipart') {
    const parts = readParts(read.bytes, type.parameters.get('boundary'))
    const part = parts.kind === 'parts' ? parts.parts.find(({ fileName }) => fileName !== undefined) : undefined
    return part && fileOf(part)
  }
  // An object was sent in place of the file.
  if (isStructured(type.essence) || isJsonObject(body?.exact)) return undefined
  return { field: undefined, name: nameInHeader(request.headers), type: type.essence, bytes: read.bytes }
}

const fileOf = ({ name, fileName, headers, bytes }: Part): SentFile => ({
  field: name,
  name: fileName === '' ? undefined : fileName,
  type: parseMediaType(headers.get('content-type') ?? '')?.essence,
  bytes,
})

const nameInHeader = (headers: Input['request']['headers']): string | undefined => {
  const header = headers['content-disposition']
  return typeof header === 'string' ? /\bfilename="?([^";]+)/i.exec(header)?.[1]?.trim() : undefined
}

const describeFile = (
  template: RecordTemplate,
  facts: readonly FactPlace[],
  file: SentFile,
  sent: Json | undefined,
): JsonObject => {
  const { resource, compiler, accepted } = template
  const { files } = resource.document
  // The field of the file holds its bytes, which the record does not show.
  const named = showName(template, file)
  const isFree = ([name = '']: readonly string[]): boolean =>
    name === file.field || !accepted.has(name) || getOwn(sent, name) === undefined
  return facts.reduce<JsonObject>((described, { path, fact, node }) => {
    const isOwn = path.length === 1 || plainName(path[0] ?? '') === plainName(file.field ?? '')
    const value = isOwn && isFree(path) ? factOf(fact, file) : undefined
    if (value === undefined) return described
    const typed = typeof value === 'number' && !takesNumber(typesOf(files, node)) ? String(value) : value
    const isValid = compiler.compile(node, 'response')(separateDigits(typed)) === undefined
    return isValid && findKeyword(files, node, 'writeOnly') !== true ? putAt(described, path, typed) : described
  }, named)
}

/** A string under the name of the field is the name of the file. */
const showName = (
  { resource: { document, schema }, accepted }: RecordTemplate,
  { field = '', name }: SentFile,
): JsonObject => {
  const { files } = document
  const view = viewObject(files, schema).properties.get(field)
  if (!view || name === undefined || !accepted.has(field)) return {}
  const isText = typesOf(files, view.node).has('string') && findKeyword(files, view.node, 'format') === undefined
  return isText ? { [field]: name } : {}
}

const takesNumber = (types: ReadonlySet<string>): boolean =>
  types.size === 0 || types.has('integer') || types.has('number')

const factOf = (fact: FileFact, { name, type, bytes }: SentFile): string | number | undefined => {
  switch (fact) {
    case 'file-name':
      return name
    case 'file-size':
      return bytes.length
    case 'file-type':
      return type
    case 'file-md5':
    case 'file-sha1':
    case 'file-sha256':
      return createHash(fact.slice('file-'.length)).update(bytes).digest('hex')
  }
}
