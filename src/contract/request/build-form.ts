/**
 * The value of a form out of its fields, urlencoded or multipart (OpenAPI, Encoding Object). Brackets in a name nest
 * (`a[b][0][c]=1`), as clients write them whatever the document says; `encoding` may ask for another style.
 */
import type { Json } from '../../ports.ts'
import type { Document } from '../document/document.ts'
import type { MediaView } from '../document/operation-view.ts'
import { childNode, childNodes, type Node } from '../document/references.ts'
import { typesOf, viewObject } from '../schema/schema-view.ts'
import { getOwn, getString, isJsonObject } from '../values/json-object.ts'
import { JsonTextError, parseJsonText } from '../values/json-text.ts'
import { isJson } from '../values/media-type.ts'
import { buildValue, createShape, type Leaf, maxDepth, type Shape, splitBrackets } from './build-value.ts'
import { createDecoder, type Decode } from './decode-style.ts'

/** A field as it came; `value` where it was read already, as a file or as JSON. */
export type Field = { readonly name: string; readonly text: string } | { readonly name: string; readonly value: Json }

export type Built =
  | { readonly kind: 'decoded'; readonly value: Json }
  /** `at`: the name of the field; `message` goes on after its place. */
  | { readonly kind: 'rejected'; readonly at: string; readonly message: string }

export interface Form {
  readonly build: (fields: readonly Field[]) => Built
  /** What is known of a field's value; undefined for a name that the schema does not have. */
  readonly shapeOf: (name: string) => Shape | undefined
  /** The media types that `encoding` asks for, as it writes them. */
  readonly contentTypeOf: (name: string) => string | undefined
}

export const createForm = (document: Document, media: MediaView): Form => {
  const shape = media.schema && createShape(document.files, media.schema)
  const names = media.schema ? viewObject(document.files, media.schema).properties : new Map()
  const encoding = childNode(media.node, 'encoding')
  const styled = createStyledFields(document, encoding, shape)
  const contentTypeOf = (name: string) => getString(getOwn(encoding?.value, name), 'contentType')
  const pathOf = (name: string): readonly string[] => {
    const path = names.has(name) || !name.includes('[') ? [name] : splitBrackets(name)
    return path.length === 0 ? [name] : path
  }

  const build = (fields: readonly Field[]): Built => {
    const leaves: Leaf[] = []
    const texts = new Map<StyledField, [string, string][]>()
    for (const field of fields) {
      const owner = 'text' in field ? styled.find(({ claims }) => claims(field.name)) : undefined
      if (owner && 'text' in field) {
        texts.set(owner, [...(texts.get(owner) ?? []), [field.name, field.text]])
        continue
      }
      const path = pathOf(field.name)
      if (path.length > maxDepth)
        return { kind: 'rejected', at: path[0] ?? '', message: `is nested deeper than ${maxDepth} levels` }
      const leaf = toLeaf(field, path, shape, contentTypeOf)
      if (leaf.kind === 'rejected') return leaf
      leaves.push(leaf.leaf)
    }
    const entries: [string, Json][] = []
    for (const [owner, given] of texts) {
      const decoded = owner.decode(given)
      if (decoded.kind === 'rejected') return { kind: 'rejected', at: owner.name, message: decoded.message }
      entries.push([owner.name, decoded.value])
    }
    const value = leaves.length === 0 ? {} : buildValue(shape, leaves)
    return {
      kind: 'decoded',
      value: entries.length === 0 ? value : { ...asObject(value), ...Object.fromEntries(entries) },
    }
  }
  return { build, shapeOf: (name) => shape?.property(name), contentTypeOf }
}

const asObject = (value: Json): Readonly<Record<string, Json>> => (isJsonObject(value) ? value : {})

type ReadLeaf = { readonly kind: 'leaf'; readonly leaf: Leaf } | Extract<Built, { kind: 'rejected' }>

/** A property that is an object is JSON in one text, where it is not written with brackets (OpenAPI, Encoding Object). */
const toLeaf = (
  field: Field,
  path: readonly string[],
  shape: Shape | undefined,
  contentTypeOf: (name: string) => string | undefined,
): ReadLeaf => {
  if ('value' in field) return { kind: 'leaf', leaf: { path, value: field.value } }
  const { text } = field
  const [name = ''] = path
  const leaf: ReadLeaf = { kind: 'leaf', leaf: { path, text } }
  const mayHoldJson = path.length === 1 && (text.startsWith('{') || text.startsWith('['))
  const asked = contentTypeOf(name)
  const isAsked = asked !== undefined && path.length === 1 && isJson(asked)
  if (!isAsked && !(mayHoldJson && takesJson(shape?.property(name), text))) return leaf
  try {
    return { kind: 'leaf', leaf: { path, value: parseJsonText(text).exact } }
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error
    return isAsked ? { kind: 'rejected', at: name, message: error.message } : leaf
  }
}

const takesJson = (shape: Shape | undefined, text: string): boolean => {
  if (!shape || shape.types.has('string')) return false
  if (text.startsWith('[')) return shape.types.has('array')
  return shape.types.has('object') || (shape.types.has('array') && shape.items()?.types.has('object') === true)
}

interface StyledField {
  readonly name: string
  readonly claims: (name: string) => boolean
  readonly decode: Decode
}

/** The fields that `encoding` gives a style other than brackets and repeated names, which need no telling. */
const createStyledFields = (
  document: Document,
  encoding: Node | undefined,
  shape: Shape | undefined,
): readonly StyledField[] =>
  childNodes(encoding).flatMap(([name, node]) => {
    const schema = shape?.property(name)?.node
    const given = getString(node.value, 'style')
    const explode = getOwn(node.value, 'explode')
    if (!schema || (given === undefined && typeof explode !== 'boolean') || given === 'deepObject') return []
    const style = given ?? 'form'
    const isExploded = typeof explode === 'boolean' ? explode : style === 'form'
    const isObjectByName = isExploded && typesOf(document.files, schema).has('object')
    if (isExploded && !isObjectByName) return []
    const inside = viewObject(document.files, schema).properties
    const view = { node, name, in: 'query', required: false, schema, style, explode: isExploded } as const
    return {
      name,
      claims: isObjectByName ? (given: string) => inside.has(given) : (given: string) => given === name,
      decode: createDecoder(document, { ...view, mediaType: undefined, allowEmptyValue: false }),
    }
  })
