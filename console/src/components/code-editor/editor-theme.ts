/**
 * How the editor looks: the tokens of the console, in light and dark.
 */
import { HighlightStyle } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

export const editorTheme = EditorView.theme({
  '&': {
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-m)',
    backgroundColor: 'var(--surface-sunken)',
    color: 'var(--ink)',
    fontSize: '0.8125rem',
    maxHeight: '36rem',
    minHeight: '16rem',
  },
  '&.cm-focused': { outline: '2px solid var(--pine)', outlineOffset: '0' },
  '.cm-scroller': { fontFamily: 'var(--font-code)', lineHeight: '1.65', overflow: 'auto', borderRadius: 'inherit' },
  '.cm-content': { padding: 'var(--space-3) 0', caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--ink-soft)', border: '0' },
  '.cm-activeLine': { backgroundColor: 'light-dark(rgb(15 84 67 / 0.06), rgb(127 212 184 / 0.07))' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'light-dark(#cfe3da, #2c4a40)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--pine-wash)', color: 'inherit' },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius-m)',
    backgroundColor: 'var(--surface-raised)',
    color: 'var(--ink)',
    boxShadow: 'var(--shadow)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-code)', maxHeight: '14rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.2rem var(--space-3)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--pine-wash)', color: 'var(--ink)' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700', color: 'var(--pine)' },
  '.cm-completionDetail': { color: 'var(--ink-soft)', fontStyle: 'normal', fontFamily: 'var(--font)' },
  '.cm-completionInfo': { padding: 'var(--space-2) var(--space-3)', maxWidth: '20rem', fontFamily: 'var(--font)' },
  '.cm-diagnostic': { padding: 'var(--space-2) var(--space-3)', fontFamily: 'var(--font)', maxWidth: '32rem' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--bad)' },
  '.cm-diagnostic-warning': { borderLeft: '4px solid var(--warning)' },
  '.cm-lintRange-error, .cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad)',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '0.2em',
  },
  '.cm-lintRange-warning': { textDecorationColor: 'var(--warning)' },
  '.cm-lint-marker-error': {
    content: '""',
    borderRadius: '50%',
    backgroundColor: 'var(--bad)',
    transform: 'scale(0.6)',
  },
})

/** For what is in the shadow root beside the editor. */
export const rootStyles = `
p { margin: 0.25rem 0 0; color: var(--ink-soft); font-size: 0.8125rem; }
`

export const highlighting = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--info)', fontWeight: '550' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword, tags.atom], color: 'var(--odd)' },
  { tag: tags.content, color: 'var(--ink)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--ink-soft)', fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: 'var(--ink-soft)' },
  { tag: tags.invalid, color: 'var(--bad)' },
])
