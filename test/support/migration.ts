/**
 * A migration guide, as data: the files before and after, the command that starts Standin, and the requests with what both tools
 * respond. The tests run Standin's half; `npm run migrations` also runs the other tool's.
 */
import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { readBlocks } from './page-blocks.ts'
import { projectFolder } from './run-command.ts'

export interface MigrationRequest {
  /** A curl command. */
  readonly command: string
  /** `both`: the other tool responds alike. `serve`: with records, after the rest. */
  readonly by: 'both' | 'standin' | 'serve'
  /** Undefined: any success. */
  readonly shown: { readonly status: number; readonly body?: unknown } | undefined
}

export interface Migration {
  readonly page: string
  /** By name, of both tools. */
  readonly files: Readonly<Record<string, string>>
  /** The arguments of Standin on the page. */
  readonly args: readonly string[]
  /** The same for the requests with `serve`. */
  readonly serveArgs: readonly string[]
  readonly requests: readonly MigrationRequest[]
  /** What the scripts of the page print; empty if there are none. */
  readonly output: string
}

export const migrationNames = ['prism', 'json-server', 'wiremock', 'mockoon', 'msw'] as const

export type MigrationName = (typeof migrationNames)[number]

export const readMigration = (name: MigrationName): Migration => {
  const page = `docs/migrate/from-${name}.md`
  const blocks = readBlocks(page)
  const text = readFileSync(projectFolder + page, 'utf8')
  const [, after = ''] =
    /^After\b.*?`npx standin ([^`]*)`|; after, with `npx standin ([^`]*)`/ms.exec(text)?.filter(Boolean) ?? []
  const serve = /`npx standin (serve [^`]*)`/.exec(text)?.[1] ?? ''
  return {
    page,
    files: Object.fromEntries(
      blocks.filter(({ label }) => /\.\w+$/.test(label)).map(({ label, text: content }) => [label, content]),
    ),
    args: after.split(' '),
    serveArgs: serve.split(' '),
    requests: blocks.flatMap(({ language, label, text: lines }, index) => {
      if (language !== 'sh') return []
      const commands = lines.split('\n').filter((line) => line.startsWith('curl '))
      const by = label === 'standin' || label === 'serve' ? label : 'both'
      return commands.map((command, position) => ({
        command,
        by,
        shown: position === commands.length - 1 ? readShown(blocks[index + 1]) : undefined,
      }))
    }),
    output: blocks.find(({ language, text: content }) => language === 'text' && !/^\d{3}\n$/.test(content))?.text ?? '',
  }
}

/** `json 200`, or a status alone. */
const readShown = (block: ReturnType<typeof readBlocks>[number] | undefined): MigrationRequest['shown'] => {
  if (block?.language === 'json' && /^\d{3}$/.test(block.label))
    return { status: Number(block.label), body: JSON.parse(block.text) }
  return block?.language === 'text' && /^\d{3}\n$/.test(block.text) ? { status: Number(block.text) } : undefined
}

/** How a response differs from what the page shows; undefined if it does not. */
export const findDifference = async (
  response: Response,
  { command, shown }: MigrationRequest,
): Promise<string | undefined> => {
  const { status } = response
  const text = await response.text()
  const isAlike =
    shown === undefined
      ? response.ok
      : status === shown.status && (shown.body === undefined || isDeepStrictEqual(JSON.parse(text), shown.body))
  const expected = shown === undefined ? 'a success' : `${shown.status} ${JSON.stringify(shown.body) ?? ''}`
  return isAlike ? undefined : `${command}\n  expected ${expected}\n  received ${status} ${text.slice(0, 1_000)}`
}
