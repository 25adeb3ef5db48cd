/**
 * The routes of the control API for the served documents.
 */
import { bundleDocument } from '../../contract/document/bundle-document.ts'
import type { Document } from '../../contract/document/document.ts'
import type { Input } from '../../contract/operation/validate-request.ts'
import { suggest } from '../../contract/values/nearest.ts'
import type { Service } from '../../loading/service.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import { addressOf } from '../../sandboxes/sandbox-name.ts'
import { ControlError, quote } from '../actions/control-error.ts'
import { findSandbox } from '../actions/find-sandbox.ts'
import { describeDocuments } from './describe.ts'
import { type ControlDeps, json, pathOf, queryOf, type Route } from './route.ts'

interface DocumentQuery {
  /** A sandbox whose addresses the documents have. */
  readonly sandbox?: string
}

export const documentRoutes = {
  listDocuments: async (input, deps) => {
    const sandbox = await findNamed(input, deps)
    const address = deps.origin() + (sandbox ? addressOf(sandbox.encodedId) : '')
    return json(await describeDocuments(deps.service(), sandbox ?? deps.sandboxes.default, address))
  },
  getDocument: async (input, deps) => {
    const document = findDocument(deps.service(), pathOf(input, 'document'))
    const sandbox = await findNamed(input, deps)
    const address = deps.origin() + (sandbox ? addressOf(sandbox.encodedId) : '')
    return { kind: 'text', type: 'application/json', body: bundleDocument(document, address) }
  },
} satisfies Readonly<Record<string, Route>>

/** The sandbox that the query names; undefined if it names none. Throws ControlError 404. */
const findNamed = async (input: Input, { sandboxes }: ControlDeps): Promise<Sandbox | undefined> => {
  const { sandbox: id } = queryOf<DocumentQuery>(input)
  if (id === undefined) return undefined
  if (sandboxes.needsRefresh) await sandboxes.refresh(id)
  return findSandbox(sandboxes, id)
}

/** Throws ControlError 404. */
const findDocument = ({ documents }: Service, name: string): Document => {
  const found = documents.find(({ document }) => document.name === name)
  if (found) return found.document
  const known = documents.map(({ document }) => document.name)
  throw new ControlError(404, `there is no document ${quote(name)}. ${suggest(name, known)}`)
}
