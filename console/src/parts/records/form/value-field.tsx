/**
 * The field for a value: which one it is depends on its schema, and on the value if that is of another type.
 */
import { useMemo } from 'preact/hooks'
import { stringifyJson } from '../../../api/json.ts'
import { isArray, isObject } from '../../../api/json-pointer.ts'
import { ArrayField } from './array-field.tsx'
import { FieldFrame } from './field-frame.tsx'
import { type FieldProps, focusField, useForm } from './form-context.ts'
import { JsonField } from './json-field.tsx'
import { LinkField } from './link-field.tsx'
import { emptyValue, ObjectField } from './object-field.tsx'
import { BooleanField, EnumField, NumberField, StringField } from './scalar-fields.tsx'
import { hasType, type SchemaView, startValue, typeOf, viewSchema } from './schema-view.ts'
import { VariantField } from './variant-field.tsx'

/** Deeper values are edited as JSON. */
const maxDepth = 8

export const ValueField = (field: FieldProps) => {
  const { root, isNew, isReadOnly, fixed, resource } = useForm()
  const { schema, pointer, value, depth } = field
  const view = useMemo(() => viewSchema(root, schema), [root, schema])
  const shared = { field, view }
  const isFixed = isReadOnly || fixed.has(pointer) || (view.isReadOnly && !isNew)
  if (isFixed && !isObject(value) && !isArray(value)) return <FixedField {...shared} />
  if (value === null && view.isNullable) return <NullField {...shared} />
  if (view.variants.length > 1) return <VariantField {...shared} />
  const link = resource.links.find(({ property, list }) => linkPlace(pointer, list) === property)
  if (link && depth <= 2 && !isObject(value) && !isArray(value) && !(link.list && depth === 1))
    return <LinkField {...shared} target={link.resource} />
  if (view.values && !isObject(value) && !isArray(value)) return <EnumField {...shared} />
  switch (kindOf(view, field)) {
    case 'object':
      return depth > maxDepth ? <JsonField {...shared} /> : <ObjectField {...shared} />
    case 'array':
      return depth > maxDepth ? <JsonField {...shared} /> : <ArrayField {...shared} />
    case 'string':
      return <StringField {...shared} />
    case 'number':
      return <NumberField {...shared} />
    case 'boolean':
      return <BooleanField {...shared} />
    case 'json':
      return <JsonField {...shared} />
  }
}

/** The property that a pointer names, also of an item if the property is a list. */
const linkPlace = (pointer: string, isList: boolean): string | undefined =>
  (isList ? /^\/([^/]+)(?:\/\d+)?$/ : /^\/([^/]+)$/).exec(pointer)?.[1]?.replaceAll('~1', '/').replaceAll('~0', '~')

type Kind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'json'

const kinds: Readonly<Record<string, Kind>> = {
  object: 'object',
  array: 'array',
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
}

const kindOf = (view: SchemaView, { value }: FieldProps): Kind => {
  const expected = new Set([...view.types].map((type) => kinds[type] ?? 'json'))
  const [only] = expected
  const isScalar = !isObject(value) && !isArray(value)
  if (value === undefined || (isScalar && expected.size === 1 && !hasType(view, value)))
    return expected.size === 1 && only !== undefined ? scalarKind(only, value) : 'json'
  const held = kinds[typeOf(value)] ?? 'json'
  return expected.size === 0 || expected.has(held) ? held : 'json'
}

/** A text in the place of a number is shown in the number's field, but not in that of an object. */
const scalarKind = (kind: Kind, value: FieldProps['value']): Kind =>
  value !== undefined && (kind === 'object' || kind === 'array') ? 'json' : kind

interface ShownProps {
  readonly field: FieldProps
  readonly view: SchemaView
}

const FixedField = ({ field, view }: ShownProps) => {
  const { value } = field
  const text = value === undefined ? 'not set' : typeof value === 'string' ? value : stringifyJson(value)
  return (
    <FieldFrame field={field} view={view}>
      {(control) => (
        <output id={control.id} class={`record-fixed ${value === undefined ? 'records-muted' : ''}`}>
          {text}
        </output>
      )}
    </FieldFrame>
  )
}

const NullField = ({ field, view }: ShownProps) => {
  const { root } = useForm()
  const { name, pointer, schema, onChange } = field
  const setValue = (): void => {
    onChange(startValue(root, schema) ?? emptyValue(root, schema), pointer)
    focusField(pointer)
  }
  return (
    <FieldFrame field={field} view={view}>
      {(control) => (
        <span class="record-null">
          <code>null</code>
          <button
            type="button"
            id={control.id}
            class="record-action"
            aria-label={`Set a value of ${name}`}
            onClick={setValue}
          >
            set a value
          </button>
        </span>
      )}
    </FieldFrame>
  )
}
