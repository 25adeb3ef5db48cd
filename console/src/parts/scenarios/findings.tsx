/**
 * What is wrong with a scenario, each at its line and column.
 */
import { CheckIcon, WarningIcon } from '../../components/icons.tsx'
import type { Checked } from './check-source.ts'

interface FindingsProps {
  readonly findings: Checked['findings']
  readonly isChecked: boolean
}

export const Findings = ({ findings, isChecked }: FindingsProps) => (
  <div class="scenarios-findings" role="status">
    {isChecked && findings.length === 0 && (
      <p class="scenarios-good">
        <CheckIcon /> It agrees with the documents.
      </p>
    )}
    <ul>
      {findings.map(({ line, column, message }) => (
        <li key={`${line}:${column} ${message}`}>
          <WarningIcon />
          {line !== undefined && (
            <code>
              {line}:{column ?? 1}
            </code>
          )}
          <span>{message}</span>
        </li>
      ))}
    </ul>
  </div>
)
