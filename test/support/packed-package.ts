/**
 * The package as a user gets it: packed by npm, and unpacked next to its dependencies and nothing else. Needs no registry.
 */
import { chmod, cp, mkdir, readdir, symlink } from 'node:fs/promises'
import { basename, delimiter, dirname, join } from 'node:path'
import { assert } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { expectSuccess, projectFolder } from './run-command.ts'

const isOurs = (name: string): boolean => /^(STANDIN_|VITEST|NODE_ENV$|NODE_OPTIONS$|FORCE_COLOR$|NO_COLOR$)/.test(name)

/** npm, node and the command run as they do for a user without a network: without variables of Standin or of the test runner. */
export const userEnvironment = {
  ...Object.fromEntries(Object.keys(process.env).flatMap((name) => (isOurs(name) ? [[name, undefined]] : []))),
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
}

const succeed = (command: string, args: readonly string[], folder: string): Promise<string> =>
  expectSuccess(command, args, { folder, environment: userEnvironment })

/** Packs the package, which must be built, into the folder. Returns the path of the tarball. */
export const packPackage = async (folder: string): Promise<string> => {
  await succeed('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], projectFolder)
  const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz'))
  assert(packed !== undefined, 'npm pack wrote no tarball')
  return join(folder, packed)
}

/** What npm install does, without a registry: the tarball unpacked, its dependencies next to it, its command linked. */
export const installPackage = async (tarball: string, target: string): Promise<void> => {
  const modules = join(target, 'node_modules')
  const folder = join(modules, 'standin')
  await mkdir(folder, { recursive: true })
  await succeed('tar', ['-xzf', tarball, '-C', folder, '--strip-components', '1'], modules)
  const { bin, dependencies } = manifest
  await linkPackages(Object.keys(dependencies), target)
  await mkdir(join(modules, '.bin'))
  for (const [name, file] of Object.entries(bin)) {
    await chmod(join(folder, file), 0o755)
    await symlink(join(folder, file), join(modules, '.bin', name))
  }
}

/** Links packages of this project into the node_modules of a folder. */
export const linkPackages = async (names: readonly string[], target: string): Promise<void> => {
  const modules = join(target, 'node_modules')
  for (const name of names) {
    await mkdir(dirname(join(modules, name)), { recursive: true })
    await symlink(join(projectFolder, 'node_modules', name), join(modules, name))
  }
}

/** An example as it is in the repository: without packages that somebody has installed in it. */
export const copyExample = (name: string, target: string): Promise<void> =>
  cp(join(projectFolder, 'examples', name), target, {
    recursive: true,
    filter: (file) => basename(file) !== 'node_modules',
  })
