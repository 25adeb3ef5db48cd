/**
 * The page of the API reference: the bar, and the chosen document below it. Without a required token, nothing but a form.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { ErrorState, Skeleton } from '../components/states.tsx'
import { formatReferenceAddress } from '../routing/reference-address.ts'
import { TokenForm } from '../shell/token-form.tsx'
import { findFragment } from './operation-fragment.ts'
import { ReferenceBar } from './reference-bar.tsx'
import type { ReferenceState } from './reference-state.ts'
import type { Viewer } from './viewer.ts'

interface ReferenceProps {
  readonly state: ReferenceState
}

export const ReferencePage = ({ state }: ReferenceProps) => {
  if (state.token.isMissing.value) return <TokenForm token={state.token} />
  return (
    <>
      <a class="skip-link" href="#main">
        Skip to the content
      </a>
      <div class="reference">
        <ReferenceBar state={state} />
        <main class="reference-main" id="main" tabIndex={-1}>
          <ReferenceContent state={state} />
        </main>
      </div>
    </>
  )
}

const ReferenceContent = ({ state }: ReferenceProps) => {
  const { content, documents, keys } = state
  const error = documents.error.value ?? content.error.value
  if (error !== undefined) {
    const retry = (): void => {
      void documents.refetch()
      void content.refetch()
    }
    return <ErrorState title="The document could not be loaded" error={error} onRetry={retry} />
  }
  const document = content.data.value
  // A request that is sent before the keys are there would have none.
  const hasKeys = keys.data.value !== undefined || keys.error.value !== undefined
  return document === undefined || !hasKeys ? (
    <Skeleton lines={8} label="Loading the document" />
  ) : (
    <DocumentView state={state} document={document} />
  )
}

/** The viewer opens the operation that the fragment names. */
const openOperation = ({ address }: ReferenceState, document: unknown): void => {
  if (address.operation === undefined) return
  const fragment = findFragment(document, address.operation) ?? location.hash
  history.replaceState(null, '', formatReferenceAddress({ ...address, operation: undefined }) + fragment)
}

/** Shows the document that it is created with. */
const DocumentView = ({ state, document }: ReferenceProps & { readonly document: unknown }) => {
  const node = useRef<HTMLDivElement>(null)
  const [viewer, setViewer] = useState<Viewer>()
  const [error, setError] = useState<unknown>()
  const key = state.key.value
  const scenario = state.scenario.value
  useEffect(() => {
    let isOver = false
    const show = ({ createViewer }: typeof import('./viewer.ts')): void => {
      if (!isOver && node.current) {
        openOperation(state, document)
        setViewer(createViewer({ node: node.current, document }))
      }
    }
    // The viewer is most of the page's code: the bar is shown before it.
    import('./viewer.ts').then(show).catch(setError)
    return () => {
      isOver = true
    }
  }, [])
  // Not after the next frame: a request that is sent until then would have the previous ones.
  useLayoutEffect(() => viewer?.setKey(key), [viewer, key])
  useLayoutEffect(() => viewer?.setScenario(scenario), [viewer, scenario])
  if (error !== undefined) return <ErrorState title="The document could not be shown" error={error} />
  return (
    <>
      {!viewer && <Skeleton lines={8} label="Loading the viewer" />}
      <div ref={node} />
    </>
  )
}
