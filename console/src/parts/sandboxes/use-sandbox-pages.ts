/**
 * The sandboxes of a search, fetched again when one is created, changed or deleted, and soon after a request.
 */
import { useEffect, useMemo } from 'preact/hooks'
import { useConsole } from '../../state/console-state.ts'
import { createSoon } from '../../state/soon.ts'
import { createSandboxPages, type SandboxPages, type SandboxSearch } from './sandbox-pages.ts'

/** Milliseconds between two fetches while the traffic is heavy. */
const settleTime = 1_500

export const useSandboxPages = ({ q, sort }: SandboxSearch): SandboxPages => {
  const { api, listen, sandboxes } = useConsole()
  const pages = useMemo(() => createSandboxPages(api), [api])
  useEffect(() => pages.search({ q, sort }), [pages, q, sort])
  // The shell fetches the sandboxes again whenever there is another one, or after a change by this page.
  const known = sandboxes.data.value
  useEffect(() => {
    if (pages.found.peek()) void pages.refresh()
  }, [pages, known])
  useEffect(() => {
    const soon = createSoon(pages.refresh, settleTime)
    const stop = listen(soon.call)
    return () => {
      stop()
      soon.cancel()
      pages.dispose()
    }
  }, [pages, listen])
  return pages
}
