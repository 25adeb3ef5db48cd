/**
 * Entity tags of whole answers, for lists whose document has them: made of the body and its headers, whatever is in it.
 */
import { namesTag } from '../../contract/values/entity-tag.ts'
import type { Behaviour } from '../behaviour.ts'
import { notModified, readHeader, tagOfText } from './conditions.ts'

export const tagBodies = (behaviour: Behaviour): Behaviour => ({
  ...behaviour,
  run: async (input, world) => {
    const outcome = await behaviour.run(input, world)
    if (outcome.kind === 'rejected') return outcome
    const { headers = [], body = '' } = outcome
    const tag = tagOfText([...headers, body].join('\n'))
    const known = readHeader(input.request.headers, 'if-none-match')
    if (known !== undefined && namesTag(known, tag, 'weak')) return notModified(tag)
    return { ...outcome, headers: [...headers, 'ETag', tag] }
  },
})
