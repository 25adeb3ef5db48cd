/**
 * The body of a response without state: the first valid example, otherwise a value generated from the schema.
 */
import type { Json } from '../../ports.ts'
import { type BodyContext, hasSchemaBody } from './check-body.ts'
import { type ChosenExample, chooseExample } from './choose-example.ts'
import { generateValue } from './generate-value.ts'

export interface BodyOptions extends BodyContext {
  readonly seed: number
  /** Whether the body is generated even if there are examples. */
  readonly dynamic: boolean
}

export type GeneratedBody =
  | {
      readonly kind: 'generated'
      readonly source: 'example' | 'generated'
      readonly value: Json
      /** Documented examples that are not valid and were skipped: `example`, `examples.NAME`. */
      readonly invalidExamples: readonly string[]
    }
  | { readonly kind: 'failed'; readonly reason: string }

export const generateBody = async (options: BodyOptions): Promise<GeneratedBody> => {
  const { media, dynamic, operation, compiler, seed } = options
  const { example, invalidExamples } = dynamic ? noExample : chooseExample(media, options)
  if (example !== undefined) return { kind: 'generated', source: 'example', value: example, invalidExamples }
  const isValidated = hasSchemaBody(media.mediaType)
  if (!media.schema) return { kind: 'generated', source: 'generated', value: isValidated ? {} : '', invalidExamples }
  const { files, dialect } = operation.document
  const generated = await generateValue({ files, dialect, compiler }, media.schema, {
    mode: 'realistic',
    seed,
    examples: !dynamic,
    outcome: operation.method === 'DELETE' ? 'removal' : 'success',
    ...(isValidated ? {} : { validate: false }),
  })
  return generated.kind === 'failed'
    ? generated
    : { kind: 'generated', source: 'generated', value: generated.value, invalidExamples }
}

const noExample: ChosenExample = { example: undefined, invalidExamples: [] }
