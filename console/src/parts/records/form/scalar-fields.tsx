/**
 * Fields of strings, numbers, booleans and values of a list. What does not fit is kept as it was typed, so that the server can
 * report it at its place.
 */
import { useState } from 'preact/hooks'
import { type JsonValue, stringifyJson } from '../../../api/json.ts'
import { randomUuid } from '../generate-id.ts'
import { type ControlAttributes, FieldFrame } from './field-frame.tsx'
import type { FieldProps } from './form-context.ts'
import type { SchemaView } from './schema-view.ts'

export interface ScalarProps {
  readonly field: FieldProps
  readonly view: SchemaView
}

const inputTypes: Readonly<Record<string, string>> = { email: 'email', uri: 'url', 'iri-reference': 'url', iri: 'url' }

const datePattern = /^(\d{4}-\d\d-\d\d)?$/

/** Texts from this length on get more than one line. */
const longText = 70

export const StringField = ({ field, view }: ScalarProps) => {
  const { value, pointer, onChange } = field
  const text = value === undefined ? '' : typeof value === 'string' ? value : stringifyJson(value)
  const isLong = text.length > longText || text.includes('\n') || (view.maxLength ?? 0) > 200
  const placeholder = placeholderOf(field, view)
  return (
    <FieldFrame field={field} view={view} actions={<Suggestion field={field} view={view} />}>
      {(control) =>
        isLong ? (
          <textarea
            {...control}
            class="input record-text"
            rows={Math.min(10, 2 + text.split('\n').length)}
            placeholder={placeholder}
            value={text}
            onInput={(event) => onChange(event.currentTarget.value, pointer)}
          />
        ) : (
          <input
            {...control}
            // The types of JSX distinguish inputs by a literal, and these have the same attributes.
            type={inputTypeOf(view, text) as 'text'}
            class="input"
            autocomplete="off"
            spellcheck={false}
            placeholder={placeholder}
            value={text}
            onInput={(event) => onChange(event.currentTarget.value, pointer)}
          />
        )
      }
    </FieldFrame>
  )
}

/** A value that is not a date would be invisible in a date input. */
const inputTypeOf = ({ format = '' }: SchemaView, text: string): string =>
  format === 'date' && datePattern.test(text) ? 'date' : (inputTypes[format] ?? 'text')

const placeholderOf = ({ isRequired }: FieldProps, { example, format }: SchemaView): string => {
  if (typeof example === 'string' || typeof example === 'number') return `such as ${example}`
  if (format === 'date-time') return '2030-12-31T12:00:00Z'
  return isRequired ? '' : 'not set'
}

/** A value for formats that nobody types. */
const Suggestion = ({ field: { name, pointer, onChange }, view: { format } }: ScalarProps) => {
  const make = { 'date-time': () => new Date().toISOString(), uuid: randomUuid }[format ?? '']
  if (!make) return null
  const label = format === 'uuid' ? 'generate' : 'now'
  return (
    <button
      type="button"
      class="record-action"
      aria-label={format === 'uuid' ? `Generate ${name}` : `Set ${name} to now`}
      onClick={() => onChange(make(), pointer)}
    >
      {label}
    </button>
  )
}

export const NumberField = ({ field, view }: ScalarProps) => {
  const { value, pointer, onChange } = field
  const [typed, setTyped] = useState('')
  const stored = value === undefined ? '' : typeof value === 'string' ? value : stringifyJson(value)
  // `1.50` stays as typed although its value is 1.5.
  const text = typed !== '' && sameNumber(typed, value) ? typed : stored
  return (
    <FieldFrame field={field} view={view}>
      {(control) => (
        <input
          {...control}
          type="text"
          inputMode={view.types.has('number') ? 'decimal' : 'numeric'}
          class="input record-number"
          autocomplete="off"
          placeholder={placeholderOf(field, view)}
          value={text}
          onInput={(event) => {
            const next = event.currentTarget.value
            setTyped(next)
            onChange(readNumber(next), pointer)
          }}
        />
      )}
    </FieldFrame>
  )
}

const numberPattern = /^-?(0|[1-9]\d{0,400})(\.\d{1,400})?([eE][+-]?\d{1,3})?$/

/** Exact for integers of any length. Other text is returned as it is, nothing for no text. */
export const readNumber = (text: string): JsonValue | undefined => {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  if (!numberPattern.test(trimmed)) return text
  const value = Number(trimmed)
  if (/^-?\d+$/.test(trimmed)) return Number.isSafeInteger(value) ? value : BigInt(trimmed)
  return Number.isFinite(value) ? value : text
}

const sameNumber = (typed: string, value: JsonValue | undefined): boolean => {
  const read = readNumber(typed)
  return read === value && typeof read !== 'string'
}

const booleans = [true, false] as const

export const BooleanField = ({ field, view }: ScalarProps) => (
  <FieldFrame field={field} view={view}>
    {(control) => <Choice control={control} field={field} values={booleans} />}
  </FieldFrame>
)

export const EnumField = ({ field, view }: ScalarProps) => {
  const { value, pointer, onChange } = field
  const values = view.values ?? []
  const [isOther, setOther] = useState(value !== undefined && !values.includes(value))
  return (
    <FieldFrame field={field} view={view}>
      {(control) =>
        isOther ? (
          <span class="record-other">
            <input
              {...control}
              type="text"
              class="input"
              autocomplete="off"
              value={value === undefined ? '' : typeof value === 'string' ? value : stringifyJson(value)}
              onInput={(event) => onChange(readLike(values, event.currentTarget.value), pointer)}
            />
            <button type="button" class="record-action" onClick={() => setOther(false)}>
              choose
            </button>
          </span>
        ) : (
          <Choice control={control} field={field} values={values} onOther={() => setOther(true)} />
        )
      }
    </FieldFrame>
  )
}

/** A number if the allowed values are numbers. */
const readLike = (values: readonly JsonValue[], text: string): JsonValue | undefined =>
  values.some((value) => typeof value === 'number') ? readNumber(text) : text

interface ChoiceProps {
  readonly control: ControlAttributes
  readonly field: FieldProps
  readonly values: readonly JsonValue[]
  /** Another value, to see what happens. */
  readonly onOther?: () => void
}

const notSet = 'not set'
const other = 'other'

const Choice = ({ control, field: { value, pointer, onChange }, values, onOther }: ChoiceProps) => {
  const at = value === undefined ? notSet : String(values.indexOf(value))
  const choose = (chosen: string): void => {
    if (chosen === other) onOther?.()
    else onChange(chosen === notSet ? undefined : values[Number(chosen)], pointer)
  }
  return (
    <span class="select">
      <select {...control} class="input" value={at} onChange={(event) => choose(event.currentTarget.value)}>
        <option value={notSet}>not set</option>
        {at === '-1' && <option value="-1">{stringifyJson(value)}</option>}
        {values.map((each, index) => (
          <option key={index} value={String(index)}>
            {typeof each === 'string' && each !== '' ? each : stringifyJson(each)}
          </option>
        ))}
        {onOther && <option value={other}>Another value…</option>}
      </select>
    </span>
  )
}
