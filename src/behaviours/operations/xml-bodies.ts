/**
 * Answers in XML, where the client asks for it or the document has nothing else. Behaviours write JSON; what they wrote is
 * read again and written as XML, so that only who asks for it pays for it.
 */
import { findResponse, viewResponses } from '../../contract/document/operation-view.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { chooseRecordMedia } from '../../contract/response/choose-media.ts'
import { isXmlText } from '../../contract/sample/check-body.ts'
import { createXmlWriter, type WriteXml } from '../../contract/sample/write-xml.ts'
import { parseJsonText } from '../../contract/values/json-text.ts'
import { familyOf } from '../../contract/values/media-type.ts'
import type { Behaviour } from '../behaviour.ts'
import type { BehaviourReply } from '../behaviour-reply.ts'

/** The behaviour itself where no answer of the operation has XML. */
export const writeAsXml = (behaviour: Behaviour, operation: Operation): Behaviour => {
  const { document, node } = operation
  const responses = viewResponses(document, node)
  if (!responses.some(({ content }) => content.some(({ mediaType }) => familyOf(mediaType) === 'xml'))) return behaviour
  const writers = new Map<number, WriteXml>()
  const convert = (outcome: BehaviourReply, accept: string | undefined): BehaviourReply => {
    const { status, body } = outcome
    const content = findResponse(responses, status)?.content ?? []
    const media = chooseRecordMedia(content, accept)
    if (body === undefined || !media || familyOf(media.mediaType) !== 'xml') return outcome
    const write = writers.get(status) ?? createXmlWriter(document.files, media.schema)
    writers.set(status, write)
    const value = parseJsonText(body).exact
    // An example may be XML already.
    return { ...outcome, mediaType: media.mediaType, body: isXmlText(value) ? value : write(value) }
  }
  return {
    ...behaviour,
    run: async (input, world) => {
      const outcome = await behaviour.run(input, world)
      const { accept } = input.request.headers
      return outcome.kind === 'rejected' ? outcome : convert(outcome, typeof accept === 'string' ? accept : undefined)
    },
  }
}
