/**
 * `npm run site`: builds the documentation as a site into `site`, with a search that works offline. VitePress is downloaded into a
 * cache the first time. `npm run site -- --serve` shows the site at http://127.0.0.1:4173.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fetchPackages } from './documents/fetch-packages.ts'
import { createSidebar, listSitePages, toSitePath } from './site/list-pages.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const target = join(root, 'site')
const vitepress = fetchPackages('site').get('vitepress') ?? ''
const pages = new Set(listSitePages())

/** Links to pages lead to their place on the site; links to other files of the repository become text. */
const moveLinks = (page: string, text: string): string =>
  text
    .split(/(^```[\s\S]*?^```$|`[^`\n]*`)/m)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(/\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g, moveLink(page)),
    )
    .join('')
    // For Vite, a path without a dot is the name of a package.
    .replace(/\b(src|srcset)="(?![./]|[a-z]+:)/g, '$1="./')

const moveLink =
  (page: string) =>
  (whole: string, text: string, link: string): string => {
    if (/^(?:[a-z]+:|#)/.test(link)) return whole
    const [path = '', anchor] = link.split('#')
    const file = posix.join(posix.dirname(page), path)
    if (file === 'docs/decisions') return `[${text}](${posix.relative(posix.dirname(page), 'docs/index.md')}#change-it)`
    if (!pages.has(file)) return text
    const moved = posix.relative(posix.dirname(page), toSitePath(file))
    return `[${text}](${moved.startsWith('.') ? moved : `./${moved}`}${anchor === undefined ? '' : `#${anchor}`})`
  }

/** Double braces in code are not expressions of Vue. */
const markdown = `{
  config: (md) => {
    const { code_inline: render } = md.renderer.rules
    md.renderer.rules.code_inline = (tokens, index, ...rest) => {
      tokens[index].attrSet('v-pre', '')
      return render(tokens, index, ...rest)
    }
  },
}`

const config = `export default { markdown: ${markdown}, ...${JSON.stringify(
  {
    title: 'Standin',
    description: 'A stateful mock server for HTTP APIs described in OpenAPI',
    cleanUrls: false,
    outDir: target,
    themeConfig: {
      search: { provider: 'local' },
      outline: 'deep',
      sidebar: createSidebar().map((section) => ({ ...section, collapsed: section.text === 'Decisions' })),
    },
  },
  null,
  2,
)} }\n`

const folder = mkdtempSync(join(tmpdir(), 'standin-site-'))
try {
  for (const page of pages) {
    const file = join(folder, toSitePath(page))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, moveLinks(page, readFileSync(join(root, page), 'utf8')))
  }
  cpSync(join(root, 'docs/pictures'), join(folder, 'docs/pictures'), { recursive: true })
  mkdirSync(join(folder, '.vitepress'))
  writeFileSync(join(folder, '.vitepress/config.mjs'), config)
  symlinkSync(dirname(vitepress), join(folder, 'node_modules'))
  const run = (...args: readonly string[]): number =>
    spawnSync(process.execPath, [join(vitepress, 'bin/vitepress.js'), ...args], { cwd: folder, stdio: 'inherit' })
      .status ?? 1
  process.exitCode = run('build')
  if (process.exitCode === 0 && process.argv.includes('--serve'))
    process.exitCode = run('preview', '--host', '127.0.0.1')
} finally {
  rmSync(folder, { recursive: true })
}
