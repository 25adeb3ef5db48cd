/**
 * Code to read and to copy: text as it is, or a JSON value in colours with marks at JSON pointers.
 */
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { stringifyJson } from '../api/json.ts'
import { CopyButton } from './copy-button.tsx'
import { formatJsonLines, type JsonLine, maxLines } from './json-lines.ts'

interface FrameProps {
  /** What the code is, for screen readers and the copy button: "the request body". */
  readonly label: string
  /** What is copied. */
  readonly text: string
  readonly children: ComponentChildren
}

const CodeFrame = ({ label, text, children }: FrameProps) => (
  <div class="code-block">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
    <section class="code-scroll" tabIndex={0} aria-label={label}>
      <pre>
        <code>{children}</code>
      </pre>
    </section>
    <div class="code-copy">
      <CopyButton text={text} label={`Copy ${label}`} />
    </div>
  </div>
)

export const CodeBlock = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <CodeFrame label={label} text={text}>
    {text}
  </CodeFrame>
)

/** A mark at a JSON pointer: what is wrong there, or that it has changed. */
export interface JsonMark {
  readonly pointer: string
  readonly tone: 'bad' | 'changed'
  readonly message?: string
}

interface JsonBlockProps {
  readonly label: string
  readonly value: unknown
  readonly marks?: readonly JsonMark[]
}

export const JsonBlock = ({ label, value, marks = [] }: JsonBlockProps) => {
  const lines = useMemo(() => formatJsonLines(value), [value])
  const root = useRef<HTMLDivElement>(null)
  const first = marks[0]?.pointer
  useEffect(() => {
    if (first !== undefined) root.current?.querySelector('.code-line-bad')?.scrollIntoView({ block: 'nearest' })
  }, [first])
  return (
    <div ref={root}>
      <CodeFrame label={label} text={stringifyJson(value, 2)}>
        {lines.map((line, index) => (
          <Line key={index} line={line} marks={marks.filter(({ pointer }) => pointer === line.pointer)} />
        ))}
        {lines.length >= maxLines && <span class="code-rest">… cut off after {maxLines} lines; copy to see all</span>}
      </CodeFrame>
    </div>
  )
}

const Line = ({ line, marks }: { readonly line: JsonLine; readonly marks: readonly JsonMark[] }) => {
  const tone = marks.some((mark) => mark.tone === 'bad') ? 'bad' : marks.length > 0 ? 'changed' : 'plain'
  return (
    <span class={`code-line code-line-${tone}`}>
      {'  '.repeat(line.depth)}
      {line.pieces.map(({ kind, text }, index) => (
        <span key={index} class={`json-${kind}`}>
          {text}
        </span>
      ))}
      {'\n'}
      {marks.map(({ message }) => message && <Note key={message} text={message} depth={line.depth} />)}
    </span>
  )
}

/** Below the line, where it wraps. */
const Note = ({ text, depth }: { readonly text: string; readonly depth: number }) => (
  <span class="code-note" style={{ marginLeft: `${depth}rem` }}>
    {text}
  </span>
)
