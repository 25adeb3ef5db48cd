/**
 * A discriminator as JSON Schema: the property's value selects one variant, and only that one is validated, so that errors
 * are about the variant that was meant. JSON Schema has no such keyword; Ajv has one for constants.
 */
import type { Json, JsonObject } from '../../ports.ts'
import { itemsOf } from '../values/json-object.ts'
import type { Variant, Variants } from './variants.ts'

type Schema = JsonObject

/** What a discriminator chooses from. */
export interface DiscriminatedVariants extends Pick<Variants, 'property' | 'isListed' | 'allowsNull' | 'isRequired'> {
  readonly variants: readonly WrittenVariant[]
  /** The schema for a value that names no variant; undefined if it has to name one. */
  readonly fallback: Schema | undefined
}

/** `schema`: a schema of the document, to be translated; `component`: a name that the validator knows already. */
export type WrittenVariant = Pick<Variant, 'names' | 'shown' | 'isBase'> &
  ({ readonly schema: unknown } | { readonly component: string })

/** `base` is the translated schema without its discriminator. */
export const discriminate = (
  base: Schema,
  choice: DiscriminatedVariants,
  translate: (schema: unknown) => Schema | boolean,
): Record<string, Json> => {
  const { property, variants, isListed, isRequired, allowsNull, fallback } = choice
  const write = (variant: WrittenVariant): Schema | boolean => {
    if (variant.isBase) return base
    return 'component' in variant ? { $ref: variant.component } : translate(variant.schema)
  }
  const chosen = {
    type: allowsNull ? ['object', 'null'] : 'object',
    required: [property],
    discriminator: { propertyName: property, shown: variants.flatMap(({ shown }) => shown) },
    oneOf: variants.map((variant) => ({
      properties: { [property]: { enum: variant.names } },
      allOf: [write(variant)],
    })),
  }
  const { oneOf, anyOf, ...rest } = base
  const plain = isListed ? { ...(oneOf ? { oneOf } : {}), ...(anyOf ? { anyOf } : {}) } : base
  const part = isRequired && !fallback ? chosen : ifNamed(choice, chosen, fallback ?? plain)
  if (!isListed) return part
  // With both lists, the discriminator applies to oneOf.
  const remaining = oneOf && anyOf ? { ...rest, anyOf } : rest
  return {
    ...remaining,
    ...(rest.required ? { required: itemsOf(rest.required).filter((name) => name !== property || fallback) } : {}),
    allOf: [...itemsOf(rest.allOf), part],
  }
}

/** A value without the property, or with an unknown name if there is a fallback, is validated by `otherwise`. */
const ifNamed = ({ property, variants, fallback }: DiscriminatedVariants, chosen: Schema, otherwise: Schema) => ({
  if: {
    type: 'object',
    required: [property],
    ...(fallback ? { properties: { [property]: { enum: variants.flatMap(({ names }) => names) } } } : {}),
  },
  // biome-ignore lint/suspicious/noThenProperty: it is JSON Schema's.
  then: chosen,
  else: otherwise,
})
