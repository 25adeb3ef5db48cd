/**
 * Responses in XML, if the client prefers it or the document has nothing else. Behaviours write JSON; it is parsed and
 * written again as XML, so that only these responses pay for it.
 */
import { findResponse, viewResponses } from '../../contract/document/operation-view.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { chooseRecordMedia } from '../../contract/response/choose-media.ts'
import { isXmlText } from '../../contract/sample/check-body.ts'
import { createXmlWriter, type WriteXml } from '../../contract/sample/write-xml.ts'
import { parseJsonText } from '../../contract/values/json-text.ts'
import { familyOf } from '../../contract/values/media-type.ts'
import type { BehaviourReply } from '../behaviour-reply.ts'
import type { Run } from './run-plan.ts'

/** The function itself if no response of the operation has XML. */
export const respondInXml = (run: Run, operation: Operation): Run => {
  const { document, node } = operation
  const responses = viewResponses(document, node)
  if (!responses.some(({ content }) => content.some(({ mediaType }) => familyOf(mediaType) === 'xml'))) return run
  const writers = new Map<number, WriteXml>()
  const convert = (reply: BehaviourReply, accept: string | undefined): BehaviourReply => {
    const { status, body } = reply
    const content = findResponse(responses, status)?.content ?? []
    const media = chooseRecordMedia(content, accept)
    if (body === undefined || !media || familyOf(media.mediaType) !== 'xml') return reply
    const write = writers.get(status) ?? createXmlWriter(document.files, media.schema)
    writers.set(status, write)
    const value = parseJsonText(body).exact
    // An example may already be XML.
    return { ...reply, mediaType: media.mediaType, body: isXmlText(value) ? value : write(value) }
  }
  return async (input, context) => {
    const result = await run(input, context)
    const { accept } = input.request.headers
    return result.kind === 'rejected' ? result : convert(result, typeof accept === 'string' ? accept : undefined)
  }
}
