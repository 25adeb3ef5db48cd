/**
 * CodeMirror with what the console needs. It lives in a shadow root: there it uses constructed style sheets, which the
 * Content-Security-Policy allows, and not a style element.
 */
import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { yaml } from '@codemirror/lang-yaml'
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { Annotation, EditorState, type Extension, type Text } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { editorTheme, highlighting, rootStyles } from './editor-theme.ts'
import { complete } from './schema-completion.ts'

export interface CodeFinding {
  /** Counted from 1. Without one, the finding is about the whole. */
  readonly line?: number | undefined
  readonly column?: number | undefined
  readonly message: string
  readonly severity?: 'error' | 'warning'
}

export interface EditorOptions {
  readonly label: string
  readonly language: 'yaml' | 'json'
  readonly value: string
  readonly isReadOnly: boolean
  readonly onChange: (value: string) => void
  readonly onSave: () => void
}

export interface Editor {
  /** Replaces the text, unless the value is one that was typed: it arrives later, while one types on. */
  readonly setValue: (value: string) => void
  readonly setSchema: (schema: unknown) => void
  readonly setFindings: (findings: readonly CodeFinding[]) => void
  /** Puts the cursor there, and focuses. Counted from 1. */
  readonly goTo: (line: number, column: number) => void
  readonly destroy: () => void
}

const hintId = 'editor-hint'

/** Marks a change that was not made by the user. */
const isGiven = Annotation.define<boolean>()

export const createEditor = (root: ShadowRoot, options: EditorOptions): Editor => {
  const { value, onChange } = options
  let schema: unknown
  let given = value
  /** What was typed since the last value was given. */
  let typed: readonly string[] = []
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: value,
      extensions: [
        extensionsOf(options),
        autocompletion({ override: [(context) => completeFrom(schema, options.language, context)], icons: false }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged || update.transactions.some((each) => each.annotation(isGiven))) return
          const text = update.state.doc.toString()
          typed = [...typed, text]
          onChange(text)
        }),
      ],
    }),
  })
  const hint = showHint(root)
  return {
    setValue: (next) => {
      const at = typed.indexOf(next)
      typed = typed.slice(at + 1)
      const isKnown = at !== -1 || next === given
      given = next
      if (isKnown) return
      typed = []
      const { doc } = view.state
      const changes = { from: 0, to: doc.length, insert: next }
      if (doc.toString() !== next) view.dispatch({ changes, annotations: isGiven.of(true) })
    },
    setSchema: (next) => {
      schema = next
    },
    setFindings: (findings) => {
      const { state } = view
      view.dispatch(
        setDiagnostics(
          state,
          findings.map((finding) => toDiagnostic(state.doc, finding)),
        ),
      )
    },
    goTo: (line, column) => {
      const { from, to } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines))
      const anchor = Math.min(from + Math.max(0, column - 1), to)
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
      view.focus()
    },
    destroy: () => {
      view.destroy()
      hint.remove()
    },
  }
}

const extensionsOf = ({ label, language, isReadOnly, onSave }: EditorOptions): Extension => {
  const save = (): boolean => {
    onSave()
    return true
  }
  return [
    lineNumbers(),
    history(),
    drawSelection(),
    indentOnInput(),
    indentUnit.of('  '),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    lintGutter(),
    EditorView.lineWrapping,
    EditorState.readOnly.of(isReadOnly),
    language === 'yaml' ? yaml() : json(),
    syntaxHighlighting(highlighting),
    replaceSelected,
    editorTheme,
    EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': hintId }),
    keymap.of([
      { key: 'Mod-s', preventDefault: true, run: save },
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...lintKeymap,
      ...historyKeymap,
      ...defaultKeymap,
      indentWithTab,
    ]),
  ]
}

/**
 * Typing over a selection. Left to the browser, it would copy the style of the replaced text into a style attribute, which the
 * Content-Security-Policy reports.
 */
const replaceSelected = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { inputType, data, isComposing } = event
    const { from, to, empty } = view.state.selection.main
    if (inputType !== 'insertText' || data === null || isComposing || empty) return false
    const insert = () => view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type' })
    const handlers = view.state.facet(EditorView.inputHandler)
    if (!handlers.some((handle) => handle(view, from, to, data, insert))) view.dispatch(insert())
    return true
  },
})

/** Tab indents, so people who use the keyboard must learn how to leave. */
const showHint = (root: ShadowRoot): HTMLElement => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rootStyles)
  root.adoptedStyleSheets.push(sheet)
  const hint = document.createElement('p')
  hint.id = hintId
  hint.textContent = 'Tab indents. To leave the editor, press Escape, then Tab. Ctrl+Space completes.'
  root.append(hint)
  return hint
}

const completeFrom = (
  schema: unknown,
  language: 'yaml' | 'json',
  context: CompletionContext,
): CompletionResult | null => {
  const found = complete(schema, context.state.doc.toString(), context.pos, language)
  if (!found || (found.from === context.pos && !context.explicit && !found.isOpen)) return null
  const { from, options } = found
  return {
    from,
    options: options.map(({ label, insert, detail, info }) => ({
      label,
      apply: insert,
      ...(detail === undefined ? {} : { detail }),
      ...(info === undefined ? {} : { info }),
      type: 'text',
    })),
    validFor: /^[\w*/{}.'"-]*$/,
  }
}

/** Marks the word at the position, or the rest of its line. */
const toDiagnostic = (doc: Text, { line = 1, column, message, severity = 'error' }: CodeFinding): Diagnostic => {
  const { from: start, to: end, text } = doc.line(Math.min(Math.max(1, line), doc.lines))
  const offset = Math.min(Math.max(0, (column ?? 1) - 1), text.length)
  const rest = text.slice(offset)
  const word = /^[^\s,:}\]]+/.exec(rest)?.[0].length ?? rest.length
  const from = Math.min(start + offset, end)
  return { from, to: Math.min(from + Math.max(1, word), end), severity, message }
}
