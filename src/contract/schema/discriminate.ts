/**
 * A discriminator as a validator takes it: the property's value chooses the one schema that is held against the rest, so
 * that what is wrong is told of that form alone. JSON Schema has no such keyword; Ajv has, for constants written out.
 */
import type { Json, JsonObject } from '../../ports.ts'
import { itemsOf } from '../values/json-object.ts'
import type { Variant, Variants } from './variants.ts'

type Schema = JsonObject

/** What a discriminator chooses from. */
export interface DiscriminatedVariants extends Pick<Variants, 'property' | 'isListed' | 'takesNull' | 'isRequired'> {
  readonly forms: readonly WrittenVariant[]
  /** How a value that names no form is written; undefined where it has to name one. */
  readonly fallback: Schema | undefined
}

/** `schema`: a form as a schema of the document; `component`: as the validator knows it already. */
export type WrittenVariant = Pick<Variant, 'names' | 'told' | 'isBase'> &
  ({ readonly schema: unknown } | { readonly component: string })

/** `base` is the schema as it is without a discriminator. */
export const discriminate = (
  base: Schema,
  choice: DiscriminatedVariants,
  translate: (schema: unknown) => Schema | boolean,
): Record<string, Json> => {
  const { property, forms, isListed, isRequired, takesNull, fallback } = choice
  const write = (form: WrittenVariant): Schema | boolean => {
    if (form.isBase) return base
    return 'component' in form ? { $ref: form.component } : translate(form.schema)
  }
  const chosen = {
    type: takesNull ? ['object', 'null'] : 'object',
    required: [property],
    discriminator: { propertyName: property, told: forms.flatMap(({ told }) => told) },
    oneOf: forms.map((form) => ({ properties: { [property]: { enum: form.names } }, allOf: [write(form)] })),
  }
  const { oneOf, anyOf, ...rest } = base
  const plain = isListed ? { ...(oneOf ? { oneOf } : {}), ...(anyOf ? { anyOf } : {}) } : base
  const part = isRequired && !fallback ? chosen : whereNamed(choice, chosen, fallback ?? plain)
  if (!isListed) return part
  // Of the two lists the first is the one that the discriminator is about.
  const kept = oneOf && anyOf ? { ...rest, anyOf } : rest
  return {
    ...kept,
    ...(rest.required ? { required: itemsOf(rest.required).filter((name) => name !== property || fallback) } : {}),
    allOf: [...itemsOf(rest.allOf), part],
  }
}

/** A value that has not the property, or names a form that there is not where there is one for that, is held against another schema. */
const whereNamed = ({ property, forms, fallback }: DiscriminatedVariants, chosen: Schema, otherwise: Schema) => ({
  if: {
    type: 'object',
    required: [property],
    ...(fallback ? { properties: { [property]: { enum: forms.flatMap(({ names }) => names) } } } : {}),
  },
  // biome-ignore lint/suspicious/noThenProperty: it is JSON Schema's.
  then: chosen,
  else: otherwise,
})
