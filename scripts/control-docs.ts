/**
 * The table of routes in docs/control.md, generated from the control API's own document. `npm run docs` writes it; a test compares.
 */
import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'

const methods = ['get', 'put', 'post', 'patch', 'delete'] as const

interface ControlDocument {
  readonly paths: Readonly<
    Record<
      string,
      Partial<Record<(typeof methods)[number], { readonly operationId: string; readonly summary: string }>>
    >
  >
}

export const routesHeading = '## Routes'

/** The section, heading included. */
export const writeControlRoutes = (): string => {
  const file = new URL('../src/control/openapi.yaml', import.meta.url)
  const { paths } = load(readFileSync(file, 'utf8')) as ControlDocument
  const rows = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation
        ? [`| \`${method.toUpperCase()} /_sandbox${path}\` | ${operation.summary.replaceAll('|', '\\|')} |`]
        : []
    }),
  )
  return [routesHeading, '', '| route | what it does |', '|---|---|', ...rows, ''].join('\n')
}

/** The page with a new section of routes. */
export const withRoutes = (page: string): string => {
  const start = page.indexOf(routesHeading)
  const end = page.indexOf('\n## ', start + 1)
  return `${page.slice(0, start)}${writeControlRoutes()}${page.slice(end)}`
}
