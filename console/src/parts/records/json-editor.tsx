/**
 * A record as JSON text, with everything that a form cannot show. What is wrong is marked in the text, and listed below it.
 */
import { useMemo, useState } from 'preact/hooks'
import { parseJson, stringifyJson } from '../../api/json.ts'
import { isObject } from '../../api/json-pointer.ts'
import { describeError } from '../../api/problem.ts'
import { CodeEditor } from '../../components/code-editor/code-editor.tsx'
import type { CodeFinding } from '../../components/code-editor/editor.ts'
import { locateJson } from './locate-json.ts'
import { type Draft, shortMessage } from './use-draft.ts'

interface JsonEditorProps {
  readonly label: string
  readonly draft: Draft
  /** For completion. */
  readonly schema: unknown
  readonly isReadOnly: boolean
  /** Whether the text is not a JSON object at the moment. */
  readonly onBroken: (isBroken: boolean) => void
}

interface Place {
  readonly line: number
  readonly column: number
}

interface Finding extends CodeFinding {
  readonly severity: 'error' | 'warning'
  /** What is wrong, and its JSON pointer, if it has one. */
  readonly text: string
  readonly pointer?: string
}

export const JsonEditor = ({ label, draft, schema, isReadOnly, onBroken }: JsonEditorProps) => {
  const [typed, setTyped] = useState({ text: stringifyJson(draft.value, 2), of: draft.value, error: '' })
  const [shown, setShown] = useState<Place>()
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
  const findings = useMemo(() => findAll(text, typed.error, draft.problems), [text, typed.error, draft.problems])
  return (
    <div class="record-json">
      <CodeEditor
        label={label}
        language="json"
        value={text}
        onChange={change}
        schema={schema}
        findings={findings}
        place={shown}
        isReadOnly={isReadOnly}
      />
      {/* While one types, a mark in the text is enough; a screen reader announces it when it is another one. */}
      <div role="status">
        {findings.length > 0 && (
          <ul class="record-json-problems" aria-label="Problems">
            {findings.map((finding) => (
              <JsonFinding key={`${finding.pointer} ${finding.text}`} finding={finding} onShow={setShown} />
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

interface JsonFindingProps {
  readonly finding: Finding
  readonly onShow: (place: Place) => void
}

const JsonFinding = ({ finding: { line, column, text, pointer, severity }, onShow }: JsonFindingProps) => (
  <li class={`record-problem record-problem-${severity}`}>
    {line !== undefined && (
      // A new object each time: the cursor goes there again.
      <button type="button" class="record-action" onClick={() => onShow({ line, column: column ?? 1 })}>
        line {line}
      </button>
    )}{' '}
    {pointer !== undefined && <code>{pointer || 'record'}</code>} {text}
  </li>
)

const findAll = (text: string, error: string, problems: Draft['problems']): readonly Finding[] => {
  if (error !== '') {
    const message = `This is not a JSON object yet: ${error}`
    return [{ ...placeOf(error), message, text: message, severity: 'error' }]
  }
  const places = locateJson(text)
  return problems.map((problem) => {
    const { pointer, level } = problem
    const short = shortMessage(problem)
    const place = places.get(pointer) ?? places.get(pointer.replace(/\/[^/]*$/, ''))
    return { ...place, pointer, message: short, text: short, severity: level }
  })
}

/** Chromium's messages have the place: `Expected ',' or '}' … at position 20 (line 2 column 3)`. */
const placeOf = (error: string): Partial<Place> => {
  const [, line, column] = /line (\d+) column (\d+)/.exec(error) ?? []
  return line === undefined ? {} : { line: Number(line), column: Number(column) }
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
