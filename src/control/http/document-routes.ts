/**
 * The routes of the control API for the served documents.
 */
import { bundleDocument } from '../../contract/document/bundle-document.ts'
import type { Document } from '../../contract/document/document.ts'
import { suggest } from '../../contract/values/nearest.ts'
import type { Service } from '../../loading/service.ts'
import { addressOf } from '../../sandboxes/sandbox-name.ts'
import { ControlError, quote } from '../actions/control-error.ts'
import { findSandbox } from '../actions/find-sandbox.ts'
import { describeDocuments } from './describe.ts'
import { json, pathOf, queryOf, type Route } from './route.ts'

interface DocumentQuery {
  /** A sandbox whose address the document has. */
  readonly sandbox?: string
}

export const documentRoutes = {
  listDocuments: (_, { service, origin }) => json(describeDocuments(service(), origin())),
  getDocument: async (input, { service, sandboxes, origin }) => {
    const document = findDocument(service(), pathOf(input, 'document'))
    const { sandbox: id } = queryOf<DocumentQuery>(input)
    if (id !== undefined && sandboxes.needsRefresh) await sandboxes.refresh(id)
    const address = id === undefined ? '' : addressOf(findSandbox(sandboxes, id).encodedId)
    return { kind: 'text', type: 'application/json', body: bundleDocument(document, origin() + address) }
  },
} satisfies Readonly<Record<string, Route>>

/** Throws ControlError 404. */
const findDocument = ({ documents }: Service, name: string): Document => {
  const found = documents.find(({ document }) => document.name === name)
  if (found) return found.document
  const known = documents.map(({ document }) => document.name)
  throw new ControlError(404, `there is no document ${quote(name)}. ${suggest(name, known)}`)
}
