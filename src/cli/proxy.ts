/**
 * `standin proxy`: serves as `standin serve` does, but forwards requests to the real service.
 */
import { UsageError } from '../errors.ts'
import type { ServeOptions } from '../options/resolve-options.ts'
import type { Process } from './process.ts'
import { serve } from './serve.ts'

/** As in Prism, the address may be the last argument. Throws UsageError without an address. */
export const proxy = (options: ServeOptions, process: Process): Promise<number> => {
  const { documents, upstream } = options
  if (upstream.length > 0) return serve(options, process)
  const address = documents.length > 1 ? documents.at(-1) : undefined
  if (address === undefined || !/^https?:\/\//i.test(address))
    throw new UsageError(
      'standin proxy needs the address of the real service: standin proxy openapi.yaml --upstream https://api.example.com',
    )
  return serve({ ...options, documents: documents.slice(0, -1), upstream: [address] }, process)
}
