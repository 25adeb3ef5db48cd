/**
 * A value as JSON text, where there is no better field for it. While the text is not JSON, the value stays as it was.
 */
import { useState } from 'preact/hooks'
import { type JsonValue, parseJson, stringifyJson } from '../../../api/json.ts'
import { describeError } from '../../../api/problem.ts'
import { FieldFrame } from './field-frame.tsx'
import type { ScalarProps } from './scalar-fields.tsx'

export const JsonField = ({ field, view }: ScalarProps) => {
  const { value, pointer, onChange } = field
  const [typed, setTyped] = useState({ text: '', value, error: '' })
  const isTyped = typed.error !== '' || (typed.text !== '' && stringifyJson(typed.value) === stringifyJson(value))
  const text = isTyped ? typed.text : value === undefined ? '' : stringifyJson(value, 2)
  const change = (next: string): void => {
    if (next.trim() === '') {
      setTyped({ text: '', value: undefined, error: '' })
      onChange(undefined, pointer)
      return
    }
    try {
      // parseJson returns JSON values.
      const parsed = parseJson(next) as JsonValue
      setTyped({ text: next, value: parsed, error: '' })
      onChange(parsed, pointer)
    } catch (error) {
      setTyped({ text: next, value, error: describeError(error) })
    }
  }
  return (
    <FieldFrame field={field} view={view}>
      {(control) => (
        <>
          <textarea
            {...control}
            class="input record-code"
            spellcheck={false}
            rows={Math.min(12, text.split('\n').length + 1)}
            placeholder="JSON"
            value={text}
            onInput={(event) => change(event.currentTarget.value)}
          />
          {typed.error && (
            <p class="record-problem record-problem-error" role="alert">
              This is not JSON yet: {typed.error}
            </p>
          )}
        </>
      )}
    </FieldFrame>
  )
}
