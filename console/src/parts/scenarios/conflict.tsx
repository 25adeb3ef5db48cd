/**
 * A file that was changed elsewhere while it was edited here: what it has now, and what to do.
 */
import type { ScenarioSource } from '../../api/types.ts'
import { Button } from '../../components/button.tsx'
import { CodeBlock } from '../../components/code-block.tsx'

interface ConflictProps {
  /** What is on the server now; undefined if it was deleted. */
  readonly theirs: ScenarioSource | undefined
  readonly message: string
  readonly isBusy: boolean
  readonly onOverwrite: () => void
  readonly onLoad: (theirs: ScenarioSource) => void
}

export const Conflict = ({ theirs, message, isBusy, onOverwrite, onLoad }: ConflictProps) => (
  <section class="scenarios-conflict" role="alert" aria-labelledby="conflict-title">
    <h3 id="conflict-title">It was changed elsewhere</h3>
    <p>{message}</p>
    {theirs && (
      <>
        <h4>What it is now</h4>
        <CodeBlock label={`what ${theirs.name} is now`} text={theirs.source} />
      </>
    )}
    <div class="scenarios-actions">
      <Button tone="danger" isBusy={isBusy} onClick={onOverwrite}>
        Overwrite with mine
      </Button>
      {theirs && <Button onClick={() => onLoad(theirs)}>Load what it is now</Button>}
    </div>
  </section>
)
