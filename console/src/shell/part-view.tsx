/**
 * The part that the address names. It is loaded when it is first opened; then the focus moves to its heading, so that a screen
 * reader announces it.
 */
import type { ComponentType } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ButtonLink } from '../components/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx'
import type { PartProps } from '../parts/part.ts'
import { findPart } from '../parts/registry.ts'
import { firstPart } from '../routing/address.ts'
import { useConsole } from '../state/console-state.ts'
import { MissingSandbox } from './missing-sandbox.tsx'

type Loaded =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly id: string; readonly view: ComponentType<PartProps> }
  | { readonly kind: 'failed'; readonly error: unknown }

export const PartView = () => {
  const { navigator, sandbox } = useConsole()
  const { part: id, path, query, sandbox: name } = navigator.address.value
  const [attempt, setAttempt] = useState(0)
  const loaded = useLoaded(id, attempt)
  const part = findPart(id)
  useEffect(() => {
    document.title = `${part?.title ?? 'Not found'} · ${name} · Standin`
  }, [part, name])
  useFocusOnChange(id, loaded.kind === 'ready' && loaded.id === id)
  if (!part)
    return (
      <EmptyState
        title="This address has no page"
        action={<ButtonLink href={navigator.href({ part: firstPart })}>Go to the overview</ButtonLink>}
      >
        The console has no part “{id}”.
      </EmptyState>
    )
  if (loaded.kind === 'failed')
    return (
      <ErrorState
        title={`${part.title} could not be loaded`}
        error={loaded.error}
        onRetry={() => setAttempt(attempt + 1)}
      />
    )
  const isMissing = sandbox.value.sandbox.data.value === undefined && sandbox.value.sandbox.error.value !== undefined
  if (isMissing) return <MissingSandbox />
  if (loaded.kind === 'loading' || loaded.id !== id) return <Skeleton label={`Loading ${part.title}`} />
  const View = loaded.view
  // Another sandbox is another view: nothing of the previous one stays.
  return <View key={name} path={path} query={query} />
}

const useLoaded = (id: string, attempt: number): Loaded => {
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'loading' })
  useEffect(() => {
    let isCurrent = true
    const load = async (): Promise<Loaded> => {
      const part = findPart(id)
      if (!part) return { kind: 'loading' }
      try {
        return { kind: 'ready', id, view: (await part.load()).default }
      } catch (error) {
        return { kind: 'failed', error }
      }
    }
    void load().then((next) => {
      if (isCurrent) setLoaded(next)
    })
    return () => {
      isCurrent = false
    }
  }, [id, attempt])
  return loaded
}

/** Not at the start: the browser has the focus at the beginning of the page then. */
const useFocusOnChange = (id: string, isReady: boolean): void => {
  const shown = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (!isReady || shown.current === id) return
    const isFirst = shown.current === undefined
    shown.current = id
    if (isFirst) return
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus()
  }, [id, isReady])
}
