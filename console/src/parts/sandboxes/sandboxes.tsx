/**
 * Sandboxes: the list of all, and one of them with its addresses and snapshots. The address has the sandbox that is shown
 * (~default/sandboxes/checkout), which need not be the selected one, the one that it is compared with
 * (checkout/differences/default), the search, the order, and the dialog that is open.
 */
import './sandboxes.css'
import { Button, ButtonLink } from '../../components/button.tsx'
import { CreateSandboxDialog } from '../../components/create-sandbox-dialog.tsx'
import { BackIcon, PlusIcon } from '../../components/icons.tsx'
import { SplitView } from '../../components/split-view.tsx'
import { useConsole } from '../../state/console-state.ts'
import type { PartProps } from '../part.ts'
import { Differences } from './differences.tsx'
import { SandboxDetail } from './sandbox-detail.tsx'
import { readOrder, SandboxList } from './sandbox-list.tsx'

const Sandboxes = ({ path: [shown, view, other], query }: PartProps) => {
  const { navigator, sandbox } = useConsole()
  const { q = '', sort = '' } = query
  const current = sandbox.value.id
  const hrefOf = (id?: string): string => navigator.href({ path: id === undefined ? [] : [id], query: { q, sort } })
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
            <SandboxList search={{ q, sort: readOrder(sort) }} shown={shown ?? current} hrefOf={hrefOf} />
          </div>
        }
        detail={
          shown === undefined ? undefined : view === 'differences' ? (
            <Differences key={`${shown} ${other}`} id={shown} other={other} />
          ) : (
            <SandboxDetail key={shown} id={shown} back={back} />
          )
        }
        placeholder={<SandboxDetail key={current} id={current} />}
      />
      {query.new !== undefined && (
        <CreateSandboxDialog
          from={query.from ?? ''}
          onClose={() => navigator.setQuery({ new: '', from: '' })}
          onDone={(id) => navigator.go({ path: [id] }, { replace: true })}
          onSwitch={(id) => navigator.go({ sandbox: id, path: [id] }, { replace: true })}
        />
      )}
    </div>
  )
}

export default Sandboxes
