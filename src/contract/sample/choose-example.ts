/**
 * The documented example that a response body is: the first one that is valid. Invalid ones are skipped and reported.
 */
import type { Json } from '../../ports.ts'
import type { MediaView } from '../document/operation-view.ts'
import { memoize } from '../values/memoize.ts'
import { type BodyContext, isValidBody } from './check-body.ts'
import { type Example, mediaExamples, schemaExamples } from './examples.ts'

export interface ChosenExample {
  /** Undefined if no example is valid. */
  readonly example: Json | undefined
  /** Examples that are not valid and were skipped: `example`, `examples.NAME`, `schema.example`. */
  readonly invalidExamples: readonly string[]
}

/** Of the media type, otherwise of its schema. Documents do not change, so examples are validated once. */
export const chooseExample = memoize((media: MediaView, context: BodyContext): ChosenExample => {
  const { document } = context.operation
  const inner = media.schema ? schemaExamples(document.files, media.schema) : []
  return chooseValid(context, [
    ...mediaExamples(document, media),
    ...inner.map((value) => ({ label: 'schema.example', value })),
  ])
})

/** Of the media type only: an example of a schema may be meant for another response. */
export const findMediaExample = (context: BodyContext): Json | undefined =>
  chooseValid(context, mediaExamples(context.operation.document, context.media)).example

const chooseValid = (context: BodyContext, examples: readonly Example[]): ChosenExample => {
  const invalidExamples: string[] = []
  for (const { label, value } of examples) {
    if (isValidBody(context, value)) return { example: value, invalidExamples }
    invalidExamples.push(label)
  }
  return { example: undefined, invalidExamples }
}
