/**
 * The properties of an object: those of its schema, and others that it has or may have.
 */
import { useState } from 'preact/hooks'
import type { JsonObject, JsonValue } from '../../../api/json.ts'
import { appendPointer, getOwn, isObject } from '../../../api/json-pointer.ts'
import { Button } from '../../../components/button.tsx'
import { PlusIcon } from '../../../components/icons.tsx'
import { FieldActions, Marks, Problems } from './field-frame.tsx'
import { focusField, type OnChange, useForm } from './form-context.ts'
import { setProperty } from './json-place.ts'
import type { ScalarProps } from './scalar-fields.tsx'
import { type SchemaView, startValue, viewSchema } from './schema-view.ts'
import { ValueField } from './value-field.tsx'

export const ObjectField = ({ field, view }: ScalarProps) => {
  const { root, isReadOnly } = useForm()
  const { name, pointer, value, schema, onChange, depth } = field
  const add = (): void => {
    onChange(startValue(root, schema) ?? {}, pointer)
    focusField(pointer)
  }
  return (
    <fieldset class="record-group" data-pointer={pointer}>
      <legend class="record-group-legend">
        <span class="record-field-name">{name}</span>{' '}
        <Marks view={view} isRequired={field.isRequired} pointer={pointer} />
      </legend>
      {!isReadOnly && (
        <div class="record-group-actions">
          <FieldActions field={field} view={view} />
        </div>
      )}
      {view.description && <p class="record-field-hint">{view.description.slice(0, 400)}</p>}
      <Problems pointer={pointer} />
      {isObject(value) ? (
        <Properties view={view} value={value} pointer={pointer} onChange={onChange} depth={depth} />
      ) : (
        <AddButton label={`Add ${name}`} onClick={add} />
      )}
    </fieldset>
  )
}

export const AddButton = ({ label, onClick }: { readonly label: string; readonly onClick: () => void }) =>
  useForm().isReadOnly ? (
    <p class="records-muted">not set</p>
  ) : (
    <Button size="small" icon={PlusIcon} onClick={onClick}>
      {label}
    </Button>
  )

interface PropertiesProps {
  readonly view: SchemaView
  readonly value: JsonObject
  readonly pointer: string
  readonly onChange: OnChange
  readonly depth: number
}

/** With more, those that are not set are hidden at first. */
const manyProperties = 24

export const Properties = ({ view, value, pointer, onChange, depth }: PropertiesProps) => {
  const { isReadOnly, resource } = useForm()
  const [showsAll, setShowsAll] = useState(false)
  const ids = pointer === '' ? resource.id.parts : []
  // The id comes first, wherever the schema has it.
  const names = [...view.properties.keys()].sort(
    (one, other) => Number(ids.includes(other)) - Number(ids.includes(one)),
  )
  const isLong = names.length > manyProperties || depth > 2
  const isShown = (name: string): boolean =>
    showsAll || !isLong || view.required.has(name) || Object.hasOwn(value, name)
  const shown = names.filter(isShown)
  const others = Object.keys(value).filter((name) => !view.properties.has(name))
  const field = (name: string, schema: JsonValue) => (
    <ValueField
      key={name}
      name={name}
      pointer={appendPointer(pointer, name)}
      schema={schema}
      value={getOwn(value, name)}
      isRequired={view.required.has(name)}
      depth={depth + 1}
      onChange={(next, place) => onChange(setProperty(value, name, next), place)}
    />
  )
  const hidden = names.length - shown.length
  const allowsOthers = view.additional !== false
  return (
    <div class="record-properties">
      {shown.map((name) => field(name, view.properties.get(name) ?? true))}
      {others.map((name) => field(name, allowsOthers ? view.additional : true))}
      {hidden > 0 && (
        <Button size="small" tone="quiet" onClick={() => setShowsAll(true)}>
          Show {hidden} more {hidden === 1 ? 'property' : 'properties'}
        </Button>
      )}
      {allowsOthers && !isReadOnly && (isObject(view.additional) || names.length === 0) && (
        <AddProperty value={value} schema={view.additional} pointer={pointer} onChange={onChange} />
      )}
    </div>
  )
}

interface AddPropertyProps extends Pick<PropertiesProps, 'value' | 'pointer' | 'onChange'> {
  readonly schema: JsonValue
}

const AddProperty = ({ value, schema, pointer, onChange }: AddPropertyProps) => {
  const { root } = useForm()
  const [name, setName] = useState('')
  const isTaken = Object.hasOwn(value, name)
  const add = (): void => {
    const place = appendPointer(pointer, name)
    onChange(setProperty(value, name, startValue(root, schema) ?? emptyValue(root, schema)), place)
    setName('')
    focusField(place)
  }
  const label = pointer === '' ? 'Name of another property' : `Name of another property of ${pointer.slice(1)}`
  return (
    <div class="record-add-property">
      <input
        type="text"
        class="input"
        aria-label={label}
        placeholder="another property"
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (name !== '' && !isTaken) add()
        }}
      />
      <Button size="small" icon={PlusIcon} disabled={name === '' || isTaken} onClick={add}>
        Add property
      </Button>
    </div>
  )
}

/** A property must have a value. */
export const emptyValue = (root: JsonValue, schema: JsonValue): JsonValue => {
  const { types, values, isNullable } = viewSchema(root, schema)
  const [first] = values ?? []
  if (first !== undefined) return first
  if (types.has('boolean')) return false
  if (types.has('integer') || types.has('number')) return 0
  return types.size > 0 && !types.has('string') && isNullable ? null : ''
}
