/**
 * What is shown instead of a part if the address names a sandbox that cannot be read, usually because it does not exist.
 */
import { useState } from 'preact/hooks'
import { describeError, ProblemError } from '../api/problem.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { PlusIcon, SandboxesIcon } from '../components/icons.tsx'
import { EmptyState, ErrorState } from '../components/states.tsx'
import { defaultSandbox } from '../routing/address.ts'
import { useConsole } from '../state/console-state.ts'

export const MissingSandbox = () => {
  const { api, sandbox, sandboxes, navigator, toaster } = useConsole()
  const [isBusy, setBusy] = useState(false)
  const { id, sandbox: resource, refresh } = sandbox.value
  const error = resource.error.value
  if (!(error instanceof ProblemError && error.status === 404))
    return <ErrorState title={`The sandbox ${id} could not be loaded`} error={error} onRetry={refresh} />
  const create = async (): Promise<void> => {
    setBusy(true)
    try {
      await api.call('createSandbox', { body: { id } })
      refresh()
      void sandboxes.refetch()
      toaster.show(`Created the sandbox ${id}`)
    } catch (failure) {
      toaster.show(describeError(failure), { tone: 'failed' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <EmptyState
      icon={SandboxesIcon}
      title={`There is no sandbox “${id}”`}
      action={
        <>
          <Button tone="primary" icon={PlusIcon} isBusy={isBusy} onClick={() => void create()}>
            Create it
          </Button>
          <ButtonLink href={navigator.href({ sandbox: defaultSandbox })}>Go to the default sandbox</ButtonLink>
        </>
      }
    >
      It was deleted, has expired, or was never created. A request with the header <code>Sandbox-Id: {id}</code> creates
      it, too.
    </EmptyState>
  )
}
