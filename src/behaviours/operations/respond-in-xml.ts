/**
 * Responses in XML, if the client prefers it or the document has nothing else. Behaviours write JSON; it is parsed and
 * written again as XML, so that only these responses pay for it.
 */
import { findResponse, type MediaView, viewResponses } from '../../contract/document/operation-view.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import type { Input } from '../../contract/operation/validate-request.ts'
import { chooseRecordMedia } from '../../contract/response/choose-media.ts'
import { findSuccessStatus } from '../../contract/response/success-status.ts'
import { isXmlText } from '../../contract/sample/check-body.ts'
import { createXmlWriter, type WriteXml } from '../../contract/sample/write-xml.ts'
import { readXmlTags, toXmlTag } from '../../contract/values/entity-tag.ts'
import { parseJsonText } from '../../contract/values/json-text.ts'
import { familyOf } from '../../contract/values/media-type.ts'
import type { BehaviourReply } from '../behaviour-reply.ts'
import { hasCondition } from '../conditions/conditions.ts'
import type { Run } from './run-plan.ts'

/** The function itself if no response of the operation has XML. */
export const respondInXml = (run: Run, operation: Operation): Run => {
  const { document, node } = operation
  const responses = viewResponses(document, node)
  if (!responses.some(({ content }) => content.some(({ mediaType }) => familyOf(mediaType) === 'xml'))) return run
  const writers = new Map<number, WriteXml>()
  const mediaOf = (status: number, accept: string | undefined): MediaView | undefined =>
    chooseRecordMedia(findResponse(responses, status)?.content ?? [], accept)
  const convert = (reply: BehaviourReply, accept: string | undefined, isReading: boolean): BehaviourReply => {
    const { status, body } = reply
    // A 304 has the tag of the response that the client has.
    const media = mediaOf(status === 304 && isReading ? findSuccessStatus(responses) : status, accept)
    if (!media || familyOf(media.mediaType) !== 'xml') return reply
    if (body === undefined) return status === 304 ? { ...reply, headers: withXmlTag(reply.headers) } : reply
    const write = writers.get(status) ?? createXmlWriter(document.files, media.schema)
    writers.set(status, write)
    const value = parseJsonText(body).exact
    // An example may already be XML.
    const text = isXmlText(value) ? value : write(value)
    return { ...reply, mediaType: media.mediaType, body: text, headers: withXmlTag(reply.headers) }
  }
  return async (input, context) => {
    const { method, headers } = input.request
    const accept = typeof headers.accept === 'string' ? headers.accept : undefined
    const isReading = method === 'GET' || method === 'HEAD'
    const readsXml = isReading && familyOf(mediaOf(findSuccessStatus(responses), accept)?.mediaType ?? '') === 'xml'
    const result = await run(hasCondition(headers) ? withJsonTags(input, isReading, readsXml) : input, context)
    return result.kind === 'rejected' ? result : convert(result, accept, isReading)
  }
}

const withXmlTag = (headers: readonly string[] = []): readonly string[] =>
  headers.map((value, index) => (headers[index - 1] === 'ETag' && index % 2 === 1 ? toXmlTag(value) : value))

/**
 * Conditions are evaluated with the tags of JSON. A client that reads has only the representation that it reads; one that
 * changes a record may have read either.
 */
const withJsonTags = (input: Input, isReading: boolean, readsXml: boolean): Input => {
  const { 'if-match': wanted, 'if-none-match': unwanted, ...rest } = input.request.headers
  const withOther = (list: string): string => {
    const others = readXmlTags(list)
    return others === undefined || others === list ? list : `${list}, ${others}`
  }
  const ofReader = (list: string): string | undefined => (readsXml ? readXmlTags(list) : list)
  const headers = {
    ...rest,
    'if-match': wanted === undefined ? undefined : withOther(wanted.toString()),
    'if-none-match': unwanted === undefined ? undefined : (isReading ? ofReader : withOther)(unwanted.toString()),
  }
  return { ...input, request: { ...input.request, headers } }
}
