/**
 * The types of the control API for standin/client and the console, generated from src/control/openapi.yaml: what each
 * operation takes and returns, and its method and path.
 */

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { parse } from 'yaml'

const description = new URL('../src/control/openapi.yaml', import.meta.url)

const head = '/** Generated from src/control/openapi.yaml by `npm run docs`. */\n\n'

/** The text of src/client/remote/control-types.ts. */
export const writeControlTypes = async (): Promise<string> => {
  const nodes = await openapiTypescript(description, { defaultNonNullable: false })
  return head + astToString(nodes)
}

interface Paths {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>
}

/** The text of src/client/remote/routes.ts. */
export const writeControlRoutes = (): string => {
  const { paths } = parse(readFileSync(fileURLToPath(description), 'utf8')) as Paths
  const rows = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { operationId }]) =>
      operationId === undefined ? [] : [`  ${operationId}: ['${method.toUpperCase()}', '${path}'],`],
    ),
  )
  return `${head}import type { operations } from './control-types.ts'

/** The method and path of each operation of the control API. */
export const routes = {
${rows.join('\n')}
} as const satisfies Readonly<Record<keyof operations, readonly [string, string]>>
`
}
