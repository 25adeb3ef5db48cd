/**
 * A value of one of several kinds (oneOf, anyOf): the choice of the kind, and the field for it.
 */
import { useMemo, useState } from 'preact/hooks'
import { getOwn, isObject } from '../../../api/json-pointer.ts'
import { Select } from '../../../components/field.tsx'
import { useForm } from './form-context.ts'
import { emptyValue } from './object-field.tsx'
import type { ScalarProps } from './scalar-fields.tsx'
import { chooseVariant, findVariant, startValue, viewSchema } from './schema-view.ts'
import { ValueField } from './value-field.tsx'

export const VariantField = ({ field, view }: ScalarProps) => {
  const { root, isReadOnly } = useForm()
  const { schema, value, pointer, onChange, name } = field
  const { variants } = view
  const [chosen, setChosen] = useState<number | undefined>(undefined)
  const index = chosen ?? findVariant(root, variants, value)
  const variant = variants[index]
  const chosenSchema = useMemo(() => (variant ? chooseVariant(root, schema, variant) : true), [root, schema, variant])
  const choose = (next: number): void => {
    const other = variants[next]
    setChosen(next)
    if (other) onChange(convert(chooseVariant(root, schema, other)), pointer)
  }
  const convert = (next: typeof schema) => {
    const start = startValue(root, next) ?? emptyValue(root, next)
    if (!isObject(start) || !isObject(value)) return start
    // What both kinds have is kept, but for their fixed values.
    const { properties } = viewSchema(root, next)
    const kept = Object.entries(value).filter(([property]) => properties.has(property))
    const fixed = Object.entries(start).filter(([property]) => {
      const { values } = viewSchema(root, properties.get(property) ?? true)
      const held = getOwn(value, property)
      return held === undefined || (values !== undefined && !values.includes(held))
    })
    return Object.fromEntries([...kept, ...fixed])
  }
  return (
    <div class="record-variant">
      {!isReadOnly && (
        <Select
          label={`Kind of ${name}`}
          value={String(index)}
          options={variants.map(({ label }, at) => ({ value: String(at), label }))}
          onChange={(next) => choose(Number(next))}
        />
      )}
      <ValueField key={index} {...field} schema={chosenSchema} />
    </div>
  )
}
