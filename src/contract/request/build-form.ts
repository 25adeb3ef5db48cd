/**
 * Builds the value of a form, urlencoded or multipart, from its fields (OpenAPI, Encoding Object). Brackets in a name are
 * nesting (`a[b][0][c]=1`), since clients write them whatever the document says; `encoding` may define another style.
 */
import type { Json, JsonObject } from '../../ports.ts'
import type { Document } from '../document/document.ts'
import type { MediaView } from '../document/operation-view.ts'
import { childNode, childNodes, type Node } from '../document/references.ts'
import { typesOf, viewObject } from '../schema/schema-view.ts'
import { getOwn, getString, isJsonObject } from '../values/json-object.ts'
import { JsonTextError, parseSentJson } from '../values/json-text.ts'
import { isJson } from '../values/media-type.ts'
import {
  buildValue,
  createValueSchema,
  type FlatEntry,
  isIndex,
  maxDepth,
  splitBrackets,
  type ValueSchema,
} from './build-value.ts'
import { createDecoder, type Decode } from './decode-style.ts'

/** A field of a request; `value` if it is already parsed, as a file or as JSON. */
export type Field = { readonly name: string; readonly text: string } | { readonly name: string; readonly value: Json }

export type BuiltForm =
  | { readonly kind: 'decoded'; readonly value: Json }
  /** `at` is the name of the field; `message` follows it. */
  | { readonly kind: 'rejected'; readonly at: string; readonly message: string }

export interface Form {
  readonly build: (fields: readonly Field[]) => BuiltForm
  /** The schema of a field, also of an item (`files[]`); undefined for a name that the schema does not define. */
  readonly schemaOf: (name: string) => ValueSchema | undefined
  /** The media types that `encoding` requires for a field, as written in the document. */
  readonly contentTypeOf: (name: string) => string | undefined
}

export const createForm = (document: Document, media: MediaView): Form => {
  const schema = media.schema && createValueSchema(document.files, media.schema)
  const names = media.schema ? viewObject(document.files, media.schema).properties : new Map()
  const encoding = childNode(media.node, 'encoding')
  const styled = createStyledFields(document, encoding, schema)
  const contentTypeOf = (name: string) => getString(getOwn(encoding?.value, name), 'contentType')
  const pathOf = (name: string): readonly string[] => {
    const path = names.has(name) || !name.includes('[') ? [name] : splitBrackets(name)
    return path.length === 0 ? [name] : path
  }

  const build = (fields: readonly Field[]): BuiltForm => {
    const flatEntries: FlatEntry[] = []
    const strings = new Map<StyledField, [string, string][]>()
    for (const field of fields) {
      const owner = 'text' in field ? styled.find(({ claims }) => claims(field.name)) : undefined
      if (owner && 'text' in field) {
        const sent = strings.get(owner)
        if (sent) sent.push([field.name, field.text])
        else strings.set(owner, [[field.name, field.text]])
        continue
      }
      const path = pathOf(field.name)
      if (path.length > maxDepth)
        return { kind: 'rejected', at: path[0] ?? '', message: `is nested deeper than ${maxDepth} levels` }
      const flat = toFlatEntry(field, path, schema, contentTypeOf)
      if (flat.kind === 'rejected') return flat
      flatEntries.push(flat.entry)
    }
    const entries: [string, Json][] = []
    for (const [owner, sent] of strings) {
      const decoded = owner.decode(sent)
      if (decoded.kind === 'rejected') return { kind: 'rejected', at: owner.name, message: decoded.message }
      entries.push([owner.name, decoded.value])
    }
    const value = flatEntries.length === 0 ? {} : buildValue(schema, flatEntries)
    return {
      kind: 'decoded',
      value: entries.length === 0 ? value : { ...asObject(value), ...Object.fromEntries(entries) },
    }
  }
  /** The name of the list if a field is one of its items. */
  const listOf = (name: string): string => {
    const [list = name, index, ...rest] = pathOf(name)
    return isIndex(index) && rest.length === 0 ? list : name
  }
  return {
    build,
    schemaOf: (name) => schema?.property(listOf(name)),
    contentTypeOf: (name) => contentTypeOf(listOf(name)),
  }
}

const asObject = (value: Json): JsonObject => (isJsonObject(value) ? value : {})

type ReadEntry = { readonly kind: 'entry'; readonly entry: FlatEntry } | Extract<BuiltForm, { kind: 'rejected' }>

/** A field for an object is JSON, unless its name has brackets (OpenAPI, Encoding Object). */
const toFlatEntry = (
  field: Field,
  path: readonly string[],
  schema: ValueSchema | undefined,
  contentTypeOf: (name: string) => string | undefined,
): ReadEntry => {
  if ('value' in field) return { kind: 'entry', entry: { path, value: field.value } }
  const { text } = field
  const [name = ''] = path
  const flat: ReadEntry = { kind: 'entry', entry: { path, text } }
  const mayHoldJson = path.length === 1 && (text.startsWith('{') || text.startsWith('['))
  const contentType = contentTypeOf(name)
  const isRequired = contentType !== undefined && path.length === 1 && isJson(contentType)
  if (!isRequired && !(mayHoldJson && allowsJson(schema?.property(name), text))) return flat
  try {
    return { kind: 'entry', entry: { path, value: parseSentJson(text).exact } }
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error
    return isRequired ? { kind: 'rejected', at: name, message: error.message } : flat
  }
}

const allowsJson = (schema: ValueSchema | undefined, text: string): boolean => {
  if (!schema || schema.types.has('string')) return false
  if (text.startsWith('[')) return schema.types.has('array')
  return schema.types.has('object') || (schema.types.has('array') && schema.items()?.types.has('object') === true)
}

interface StyledField {
  readonly name: string
  readonly claims: (name: string) => boolean
  readonly decode: Decode
}

/** The fields for which `encoding` defines a style other than brackets and repeated names, which are always supported. */
const createStyledFields = (
  document: Document,
  encoding: Node | undefined,
  formSchema: ValueSchema | undefined,
): readonly StyledField[] =>
  childNodes(encoding).flatMap(([name, node]) => {
    const schema = formSchema?.property(name)?.node
    const ownStyle = getString(node.value, 'style')
    const explode = getOwn(node.value, 'explode')
    if (!schema || (ownStyle === undefined && typeof explode !== 'boolean') || ownStyle === 'deepObject') return []
    const style = ownStyle ?? 'form'
    const isExploded = typeof explode === 'boolean' ? explode : style === 'form'
    const isObjectByName = isExploded && typesOf(document.files, schema).has('object')
    if (isExploded && !isObjectByName) return []
    const inside = viewObject(document.files, schema).properties
    const view = { node, name, in: 'query', required: false, schema, style, explode: isExploded } as const
    return {
      name,
      claims: isObjectByName ? (sent: string) => inside.has(sent) : (sent: string) => sent === name,
      decode: createDecoder(document, { ...view, mediaType: undefined, allowEmptyValue: false }),
    }
  })
