/**
 * The id of a record of another resource: a field to search that resource, and a link to the record.
 */
import { useEffect, useId, useState } from 'preact/hooks'
import { type JsonObject, type JsonValue, parseJson, stringifyJson } from '../../../api/json.ts'
import { followPointer } from '../../../api/json-pointer.ts'
import type { Resource } from '../../../api/types.ts'
import { useConsole } from '../../../state/console-state.ts'
import type { RecordRow } from '../record-pages.ts'
import { type ControlAttributes, FieldFrame } from './field-frame.tsx'
import { useForm } from './form-context.ts'
import { readNumber, type ScalarProps } from './scalar-fields.tsx'

interface LinkFieldProps extends ScalarProps {
  /** The name of the resource. */
  readonly target: string
}

/** Number of records that are offered. */
const maxOffered = 12

/** Milliseconds after the last key. */
const searchDelay = 150

export const LinkField = ({ field, view, target }: LinkFieldProps) => {
  const { navigator } = useConsole()
  const { resources } = useForm()
  const { value } = field
  const resource = resources.find(({ name }) => name === target)
  const id = value === undefined || value === null ? '' : typeof value === 'string' ? value : stringifyJson(value)
  const open = id !== '' && (
    <a class="record-action" href={navigator.href({ path: [target, id], query: {} })}>
      open {resource?.title.toLowerCase() ?? target}
    </a>
  )
  return (
    <FieldFrame field={field} view={view} actions={open}>
      {(control) => <LinkInput control={control} field={field} id={id} target={target} resource={resource} />}
    </FieldFrame>
  )
}

interface LinkInputProps extends Pick<LinkFieldProps, 'field' | 'target'> {
  readonly control: ControlAttributes
  readonly id: string
  readonly resource: Resource | undefined
}

const LinkInput = ({ control, field: { pointer, onChange }, id, target, resource }: LinkInputProps) => {
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const offered = useOffered(target, id, isOpen)
  const listId = useId()
  const set = (text: string): void =>
    onChange(resource?.id.type === 'integer' ? readNumber(text) : text === '' ? undefined : text, pointer)
  const choose = (row: RecordRow): void => {
    set(idOf(row))
    setOpen(false)
    setActive(-1)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = offered[active]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1
      setOpen(true)
      setActive(offered.length === 0 ? -1 : (active + step + offered.length) % offered.length)
    } else if (event.key === 'Enter' && isOpen && row) choose(row)
    else if (event.key === 'Escape' && isOpen) setOpen(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const isShown = isOpen && offered.length > 0
  return (
    <span class="record-link">
      <input
        {...control}
        type="text"
        class="input"
        role="combobox"
        autocomplete="off"
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active >= 0 ? `${listId}-${active}` : undefined}
        placeholder={`search ${resource?.title.toLowerCase() ?? target}`}
        value={id}
        onInput={(event) => {
          set(event.currentTarget.value)
          setOpen(true)
          setActive(-1)
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      {isShown && (
        <div class="record-offers" id={listId} role="listbox" aria-label={resource?.title ?? target} tabIndex={-1}>
          {offered.map((row, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
            // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field chooses
            <div
              key={row.recordId}
              id={`${listId}-${index}`}
              role="option"
              class="record-offer"
              aria-selected={index === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(row)}
            >
              <b>{idOf(row)}</b> <span>{describeRecord(row.record, resource)}</span>
            </div>
          ))}
        </div>
      )}
    </span>
  )
}

const idOf = ({ recordId, parent }: RecordRow): string =>
  parent === null ? recordId : recordId.slice(recordId.lastIndexOf('/') + 1)

/** What else people know a record by. */
const describeRecord = (record: JsonObject, resource: Resource | undefined): string => {
  const texts = (resource?.columns ?? []).slice(1).flatMap(({ pointer }): string[] => {
    const value: JsonValue | undefined = followPointer(record, pointer)
    return value === undefined || value === null || typeof value === 'object' ? [] : [String(value)]
  })
  return texts.slice(0, 2).join(' · ').slice(0, 120)
}

const useOffered = (resource: string, text: string, isOpen: boolean): readonly RecordRow[] => {
  const { api, sandbox } = useConsole()
  const { id } = sandbox.value
  const [offered, setOffered] = useState<readonly RecordRow[]>([])
  useEffect(() => {
    if (!isOpen) return undefined
    const ending = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const query = { limit: maxOffered, rows: true, ...(text === '' ? {} : { q: text.slice(0, 1_000) }) }
        const response = await api.open('listRecords', { path: { id, resource }, query }, ending.signal)
        // With rows=true, the control API returns these objects.
        setOffered(parseJson(await response.text()) as readonly RecordRow[])
      } catch {
        // Nothing is offered; the id can be typed.
        setOffered([])
      }
    }, searchDelay)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [api, id, resource, text, isOpen])
  return offered
}
