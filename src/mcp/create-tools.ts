/**
 * All tools of `standin mcp`, and what a client is shown about them as a whole.
 */
import { loadDocument } from '../contract/document/document.ts'
import { findControlDescription } from '../package-folder.ts'
import { createControlTools } from './control-tools.ts'
import { documentTools } from './document-tools.ts'
import type { Tool } from './tool.ts'

/** The tools are the same for every server. */
export const createTools = async (): Promise<readonly Tool[]> => {
  const { root } = await loadDocument(findControlDescription(), { isOwn: true })
  return [...documentTools, ...createControlTools(root.value)]
}

export const instructions = `Standin is a stateful mock server for the HTTP APIs of OpenAPI documents. list_documents has the addresses of the APIs and a request that succeeds; clients under test use these addresses. list_operations and describe_operation say what the APIs offer, send_request calls them. Sandboxes isolate records, clock and scenario: create one for each task, and pass its id as sandbox; without it, calls use the sandbox named default. set_scenario forces failures, set_clock and advance_clock change the time. When a response is not what you expect, explain_exchange says why. Long lists are shortened; use limit, offset and filters.`
