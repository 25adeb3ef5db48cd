/**
 * Sandboxes: the list of all, and one of them with its addresses and snapshots. The address has the sandbox that is shown
 * (~default/sandboxes/checkout), which need not be the selected one, the search, and the dialog that is open.
 */
import './sandboxes.css'
import { Button, ButtonLink } from '../../components/button.tsx'
import { BackIcon, PlusIcon } from '../../components/icons.tsx'
import { SplitView } from '../../components/split-view.tsx'
import { useConsole } from '../../state/console-state.ts'
import type { PartProps } from '../part.ts'
import { CreateDialog } from './create-dialog.tsx'
import { SandboxDetail } from './sandbox-detail.tsx'
import { SandboxList } from './sandbox-list.tsx'

const Sandboxes = ({ path: [shown], query }: PartProps) => {
  const { navigator, sandbox } = useConsole()
  const { q = '' } = query
  const current = sandbox.value.id
  const hrefOf = (id?: string): string => navigator.href({ path: id === undefined ? [] : [id], query: { q } })
  const back = (
    <ButtonLink class="sandboxes-back" tone="quiet" size="small" icon={BackIcon} href={hrefOf()}>
      All sandboxes
    </ButtonLink>
  )
  return (
    <div class="sandboxes fills-page">
      <SplitView
        listLabel="Sandboxes"
        detailLabel={`The sandbox ${shown ?? current}`}
        list={
          <div class="sandboxes-list">
            <header class="page-header">
              <h1>Sandboxes</h1>
              <Button tone="primary" icon={PlusIcon} onClick={() => navigator.setQuery({ new: 'yes' })}>
                New sandbox
              </Button>
            </header>
            <SandboxList search={q} shown={shown ?? current} hrefOf={hrefOf} />
          </div>
        }
        detail={shown === undefined ? undefined : <SandboxDetail key={shown} id={shown} back={back} />}
        placeholder={<SandboxDetail key={current} id={current} />}
      />
      {query.new !== undefined && (
        <CreateDialog from={query.from ?? ''} onClose={() => navigator.setQuery({ new: '', from: '' })} />
      )}
    </div>
  )
}

export default Sandboxes
