/**
 * The page of the API reference: the bar, and the chosen document below it. Without a required token, nothing but a form.
 */
import { useEffect, useRef } from 'preact/hooks'
import { ErrorState, Skeleton } from '../components/states.tsx'
import { TokenForm } from '../shell/token-form.tsx'
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
  const { content, documents } = state
  const error = documents.error.value ?? content.error.value
  if (error !== undefined) {
    const retry = (): void => {
      void documents.refetch()
      void content.refetch()
    }
    return <ErrorState title="The document could not be loaded" error={error} onRetry={retry} />
  }
  const document = content.data.value
  return document === undefined ? (
    <Skeleton lines={8} label="Loading the document" />
  ) : (
    <DocumentView state={state} document={document} />
  )
}

const DocumentView = ({ state, document }: ReferenceProps & { readonly document: unknown }) => {
  const node = useRef<HTMLDivElement>(null)
  const viewer = useRef<Viewer | undefined>(undefined)
  const key = state.key.value
  const scenario = state.scenario.value
  const choice = useRef({ key, scenario })
  choice.current = { key, scenario }
  useEffect(() => {
    let isOver = false
    // The viewer is most of the page's code: the bar is shown before it.
    void import('./viewer.ts').then(({ createViewer }) => {
      if (isOver || !node.current) return
      const created = createViewer({ node: node.current, document })
      created.setKey(choice.current.key)
      created.setScenario(choice.current.scenario)
      viewer.current = created
    })
    return () => {
      isOver = true
      viewer.current?.dispose()
      viewer.current = undefined
    }
  }, [document])
  useEffect(() => viewer.current?.setKey(key), [key])
  useEffect(() => viewer.current?.setScenario(scenario), [scenario])
  return <div class="reference-document" ref={node} />
}
