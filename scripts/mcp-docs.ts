/**
 * The table of tools in docs/mcp.md, generated from the tools themselves. `npm run docs` writes it; a test compares.
 */
import { createTools } from '../src/mcp/create-tools.ts'
import type { InputSchema } from '../src/mcp/tool.ts'

const heading = '## Tools'

const listArguments = ({ properties, required }: InputSchema): string =>
  Object.keys(properties)
    .map((name) => `\`${name}\`${required.includes(name) ? '' : '?'}`)
    .join(', ')

/** The page with a new table of tools at its end. */
export const withTools = async (page: string): Promise<string> => {
  const rows = (await createTools()).map(
    ({ name, description, effect, input }) =>
      `| \`${name}\` | ${effect} | ${description.replaceAll('|', '\\|')} | ${listArguments(input)} |`,
  )
  const start = page.indexOf(heading)
  return [
    `${(start === -1 ? page : page.slice(0, start)).trimEnd()}\n`,
    heading,
    '',
    'Arguments with a question mark are optional. `deletes` means that what a call replaces or deletes can only be restored from a snapshot.',
    '',
    '| tool | effect | what it does | arguments |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
