/**
 * Leads to the API reference. The address of the part is replaced, so that the back button leads to where one came from.
 */
import { useEffect } from 'preact/hooks'
import { formatReferenceAddress } from '../../routing/reference-address.ts'
import { useConsole } from '../../state/console-state.ts'
import type { PartProps } from '../part.ts'

const Docs = ({ path: [document], query: { operation } }: PartProps) => {
  const { navigator } = useConsole()
  const address = formatReferenceAddress({ document, sandbox: navigator.address.value.sandbox, operation })
  useEffect(() => location.replace(address), [address])
  return (
    <>
      <header class="page-header">
        <h1>Reference</h1>
      </header>
      <p>
        The API reference is a page of its own: <a href={address}>open it</a>.
      </p>
    </>
  )
}

export default Docs
