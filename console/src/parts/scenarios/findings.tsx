/**
 * What is wrong with a scenario, each at its line and column.
 */
import { CheckIcon, WarningIcon } from '../../components/icons.tsx'
import type { Checked } from './check-source.ts'

interface FindingsProps {
  readonly findings: Checked['findings']
  readonly isChecked: boolean
  /** Shows the place in the editor. */
  readonly onShow: (place: { readonly line: number; readonly column: number }) => void
}

export const Findings = ({ findings, isChecked, onShow }: FindingsProps) => (
  <div class="scenarios-findings" role="status">
    {isChecked && findings.length === 0 && (
      <p class="scenarios-good">
        <CheckIcon /> It agrees with the documents.
      </p>
    )}
    <ul>
      {findings.map(({ line, column = 1, message }) => (
        <li key={`${line}:${column} ${message}`}>
          <WarningIcon />
          {line !== undefined && (
            <button type="button" class="scenarios-place" onClick={() => onShow({ line, column })}>
              <span class="visually-hidden">Go to </span>
              {line}:{column}
            </button>
          )}
          <span>{message}</span>
        </li>
      ))}
    </ul>
  </div>
)
