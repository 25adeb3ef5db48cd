/**
 * Which Node versions and package managers `npm run matrix` tries: each Node with npm, and each package manager with the
 * first and the last Node.
 */

/** The first of each range in package.json, and the latest. */
export const nodes = ['20.19', '22.12', '24', '26'] as const

interface Manager {
  /** The command that installs a package file, without its path. */
  readonly install: readonly string[]
  /** What runs a script so that it finds the package. */
  readonly prefix: readonly string[]
  /** Its settings. */
  readonly files?: Readonly<Record<string, string>>
}

const quiet = ['--no-audit', '--no-fund'] as const

export const managers = {
  'npm 10': { install: ['npx', '--yes', 'npm@10', 'install', ...quiet], prefix: ['node'] },
  'npm 11': { install: ['npx', '--yes', 'npm@11', 'install', ...quiet], prefix: ['node'] },
  'pnpm 10': { install: ['npx', '--yes', 'pnpm@10', 'add'], prefix: ['node'] },
  // It installs the latest version of a package of Prism, which is not loaded and requires Node 24.
  'yarn 1': { install: ['npx', '--yes', 'yarn@1', 'add', '--no-lockfile', '--ignore-engines'], prefix: ['node'] },
  // Plug'n'Play: without node_modules.
  'yarn 4': {
    install: ['npx', '--yes', '@yarnpkg/cli-dist@4', 'add'],
    prefix: ['npx', '--yes', '@yarnpkg/cli-dist@4', 'node'],
    files: { 'yarn.lock': '', '.yarnrc.yml': 'enableGlobalCache: true\nnodeLinker: pnp\n' },
  },
} as const satisfies Readonly<Record<string, Manager>> as Readonly<Record<ManagerName, Manager>>

export type ManagerName = 'npm 10' | 'npm 11' | 'pnpm 10' | 'yarn 1' | 'yarn 4'

export interface Trial {
  readonly node: (typeof nodes)[number] | 'this'
  readonly manager: ManagerName
}

const others = (Object.keys(managers) as readonly ManagerName[]).filter((name) => name !== 'npm 11')

export const trials: readonly Trial[] = [
  ...nodes.map((node): Trial => ({ node, manager: 'npm 11' })),
  ...[nodes[0], nodes[3]].flatMap((node) => others.map((manager): Trial => ({ node, manager }))),
]
