/**
 * An editor for YAML and JSON: completion from a JSON Schema, findings at their line and column. It is large, so it is loaded
 * when it is first shown; until then, and if it cannot be loaded, there is a plain text field.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { CodeFinding, Editor, EditorOptions } from './editor.ts'

interface CodeEditorProps {
  /** What is edited, for screen readers: "Source of flaky". */
  readonly label: string
  readonly language: 'yaml' | 'json'
  readonly value: string
  readonly onChange: (value: string) => void
  /** For completion. It may arrive later. */
  readonly schema?: unknown
  /** What is wrong with the text. The positions are of the current text. */
  readonly findings?: readonly CodeFinding[]
  /** The cursor goes there when it is another object. Counted from 1. */
  readonly place?: { readonly line: number; readonly column: number } | undefined
  readonly isReadOnly?: boolean
  /** Called on Ctrl+S or Cmd+S. */
  readonly onSave?: () => void
}

export const CodeEditor = (props: CodeEditorProps) => {
  const { label, language, value, schema, findings = [], place, isReadOnly = false } = props
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor | undefined>(undefined)
  const plain = useRef<HTMLTextAreaElement>(null)
  /** The text before the cursor, where the plain field had the focus when the editor replaced it. */
  const before = useRef<string | undefined>(undefined)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const latest = useRef(props)
  latest.current = props
  useEffect(() => {
    let isCurrent = true
    const open = async (): Promise<void> => {
      try {
        const { createEditor } = await import('./editor.ts')
        const element = host.current
        if (!isCurrent || !element) return
        const root = element.shadowRoot ?? element.attachShadow({ mode: 'open', delegatesFocus: true })
        const options: EditorOptions = {
          label,
          language,
          isReadOnly,
          value: latest.current.value,
          onChange: (next) => latest.current.onChange(next),
          onSave: () => latest.current.onSave?.(),
        }
        editor.current = createEditor(root, options)
        const field = plain.current
        if (field && document.activeElement === field) before.current = field.value.slice(0, field.selectionStart)
        setState('ready')
      } catch {
        if (isCurrent) setState('failed')
      }
    }
    void open()
    return () => {
      isCurrent = false
      editor.current?.destroy()
      editor.current = undefined
    }
  }, [label, language, isReadOnly])
  // At once: a key that is pressed next belongs to the text, too.
  useLayoutEffect(() => {
    const lines = before.current?.split('\n')
    before.current = undefined
    if (state === 'ready' && lines) editor.current?.goTo(lines.length, (lines.at(-1) ?? '').length + 1)
  }, [state])
  // After each rendering: a value that is the same again may be what was typed and taken back.
  useEffect(() => editor.current?.setValue(value))
  useEffect(() => editor.current?.setSchema(schema), [schema, state])
  useEffect(() => editor.current?.setFindings(findings), [findings, state])
  useEffect(() => {
    if (place) editor.current?.goTo(place.line, place.column)
  }, [place])
  return (
    <div class="code-editor">
      <div ref={host} class="code-editor-host" hidden={state !== 'ready'} />
      {state !== 'ready' && (
        <textarea
          ref={plain}
          class="input code-editor-plain"
          aria-label={label}
          spellcheck={false}
          rows={16}
          readOnly={isReadOnly}
          value={value}
          onInput={(event) => props.onChange(event.currentTarget.value)}
        />
      )}
      {state === 'failed' && (
        <p class="hint">The editor could not be loaded, so this is a plain text field without completion.</p>
      )}
    </div>
  )
}
