/**
 * A record as JSON text, with everything that a form cannot show. What is wrong is listed below with its line.
 */
import { useRef, useState } from 'preact/hooks'
import { parseJson, stringifyJson } from '../../api/json.ts'
import { describeError } from '../../api/problem.ts'
import { isObject } from './form/json-place.ts'
import { locateJson } from './locate-json.ts'
import { type Draft, shortMessage } from './use-draft.ts'

interface JsonEditorProps {
  readonly label: string
  readonly draft: Draft
  readonly isReadOnly: boolean
  /** Whether the text is not a JSON object at the moment. */
  readonly onBroken: (isBroken: boolean) => void
}

export const JsonEditor = ({ label, draft, isReadOnly, onBroken }: JsonEditorProps) => {
  const [typed, setTyped] = useState({ text: stringifyJson(draft.value, 2), of: draft.value, error: '' })
  const area = useRef<HTMLTextAreaElement>(null)
  // Another value than what was typed: it was changed elsewhere.
  const isOwn = typed.error !== '' || typed.of === draft.value
  const text = isOwn ? typed.text : stringifyJson(draft.value, 2)
  const change = (next: string): void => {
    const read = readObject(next)
    onBroken(read.kind === 'broken')
    if (read.kind === 'broken') setTyped({ text: next, of: draft.value, error: read.error })
    else {
      setTyped({ text: next, of: read.value, error: '' })
      draft.change(read.value, '')
    }
  }
  const places = locateJson(text)
  const show = (start: number, end: number): void => {
    area.current?.focus()
    area.current?.setSelectionRange(start, end)
  }
  return (
    <div class="record-json">
      <textarea
        ref={area}
        class="input record-code"
        aria-label={label}
        aria-invalid={typed.error !== '' || draft.problems.some(({ level }) => level === 'error')}
        spellcheck={false}
        readOnly={isReadOnly}
        rows={Math.min(40, Math.max(8, text.split('\n').length + 1))}
        value={text}
        onInput={(event) => change(event.currentTarget.value)}
      />
      <div role="alert">
        {typed.error && <p class="record-problem record-problem-error">This is not a JSON object yet: {typed.error}</p>}
      </div>
      {draft.problems.length > 0 && !typed.error && (
        <ul class="record-json-problems" aria-label="Problems">
          {draft.problems.map((problem) => {
            const place = places.get(problem.pointer) ?? places.get(problem.pointer.replace(/\/[^/]*$/, ''))
            return (
              <li key={problem.pointer + problem.message} class={`record-problem record-problem-${problem.level}`}>
                {place && (
                  <button type="button" class="record-action" onClick={() => show(place.start, place.end)}>
                    line {place.line}
                  </button>
                )}{' '}
                <code>{problem.pointer || 'record'}</code> {shortMessage(problem)}
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

type ReadText =
  | { readonly kind: 'object'; readonly value: Draft['value'] }
  | { readonly kind: 'broken'; readonly error: string }

const readObject = (text: string): ReadText => {
  try {
    const value = parseJson(text)
    return isObject(value)
      ? { kind: 'object', value }
      : { kind: 'broken', error: 'it must begin with { and end with }' }
  } catch (error) {
    return { kind: 'broken', error: describeError(error) }
  }
}
