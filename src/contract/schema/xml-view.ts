/**
 * The XML settings of a schema (OpenAPI, XML Object): the name of its element or attribute, and whether a list has a
 * wrapping element.
 */
import type { Files, Node } from '../document/references.ts'
import { getString, isJsonObject } from '../values/json-object.ts'
import { findKeyword } from './schema-view.ts'

export interface XmlView {
  readonly name: string | undefined
  readonly prefix: string | undefined
  readonly namespace: string | undefined
  readonly isAttribute: boolean
  readonly isWrapped: boolean
}

/** In 3.2, nodeType replaces attribute and wrapped. */
export const viewXml = (files: Files, node: Node): XmlView => {
  const found = findKeyword(files, node, 'xml')
  const xml = isJsonObject(found) ? found : {}
  return {
    name: getString(xml, 'name'),
    prefix: getString(xml, 'prefix'),
    namespace: getString(xml, 'namespace'),
    isAttribute: xml.attribute === true || xml.nodeType === 'attribute',
    isWrapped: xml.wrapped === true || xml.nodeType === 'element',
  }
}
