/**
 * A name and a text to copy, as a row of a description list with the class copy-lines.
 */
import './copy-line.css'
import { CopyButton } from './copy-button.tsx'

interface CopyLineProps {
  readonly name: string
  readonly text: string
  /** The name of the button. */
  readonly label: string
}

export const CopyLine = ({ name, text, label }: CopyLineProps) => (
  <div>
    <dt>{name}</dt>
    <dd class="copy-line">
      <code>{text}</code>
      <CopyButton text={text} label={label} />
    </dd>
  </div>
)
