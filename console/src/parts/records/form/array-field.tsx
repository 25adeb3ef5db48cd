/**
 * The items of a list: add, remove, move.
 */
import { useState } from 'preact/hooks'
import { appendPointer, isArray } from '../../../api/json-pointer.ts'
import { Button, IconButton } from '../../../components/button.tsx'
import { ArrowDownIcon, ArrowUpIcon, TrashIcon } from '../../../components/icons.tsx'
import { FieldActions, Marks, Problems } from './field-frame.tsx'
import { focusField, useForm } from './form-context.ts'
import { moveItem, setItem } from './json-place.ts'
import { AddButton, emptyValue } from './object-field.tsx'
import type { ScalarProps } from './scalar-fields.tsx'
import { startValue } from './schema-view.ts'
import { ValueField } from './value-field.tsx'

/** More items are shown when wanted. */
const firstItems = 50

export const ArrayField = ({ field, view }: ScalarProps) => {
  const { root, isReadOnly } = useForm()
  const { name, pointer, value, onChange, depth } = field
  const [limit, setLimit] = useState(firstItems)
  const items = isArray(value) ? value : []
  const schemaAt = (index: number) => view.firstItems[index] ?? view.items
  const add = (): void => {
    const schema = schemaAt(items.length)
    const place = appendPointer(pointer, items.length)
    onChange([...items, startValue(root, schema) ?? emptyValue(root, schema)], place)
    focusField(place)
  }
  const remove = (index: number): void =>
    onChange(
      items.filter((_, at) => at !== index),
      pointer,
    )
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
      {items.length > 0 && (
        <ol class="record-items">
          {items.slice(0, limit).map((item, index) => (
            <li key={index} class="record-item">
              <ValueField
                name={`${name} ${index + 1}`}
                pointer={appendPointer(pointer, index)}
                schema={schemaAt(index)}
                value={item}
                isRequired
                depth={depth + 1}
                onChange={(next, place) => onChange(setItem(items, index, next ?? null), place)}
              />
              {!isReadOnly && (
                <ItemActions
                  name={`${name} ${index + 1}`}
                  isFirst={index === 0}
                  isLast={index === items.length - 1}
                  onMove={(step) => onChange(moveItem(items, index, index + step), pointer)}
                  onRemove={() => remove(index)}
                />
              )}
            </li>
          ))}
        </ol>
      )}
      {items.length > limit && (
        <Button size="small" tone="quiet" onClick={() => setLimit(limit + firstItems)}>
          Show more of {items.length} items
        </Button>
      )}
      <AddButton label={`Add to ${name}`} onClick={add} />
    </fieldset>
  )
}

interface ItemActionsProps {
  readonly name: string
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onMove: (step: number) => void
  readonly onRemove: () => void
}

const ItemActions = ({ name, isFirst, isLast, onMove, onRemove }: ItemActionsProps) => (
  <span class="record-item-actions">
    <IconButton
      size="small"
      icon={ArrowUpIcon}
      label={`Move ${name} up`}
      disabled={isFirst}
      onClick={() => onMove(-1)}
    />
    <IconButton
      size="small"
      icon={ArrowDownIcon}
      label={`Move ${name} down`}
      disabled={isLast}
      onClick={() => onMove(1)}
    />
    <IconButton size="small" icon={TrashIcon} label={`Remove ${name}`} onClick={onRemove} />
  </span>
)
