/**
 * A copy of the project to change files in: all that git knows or would add, the built files, and a link to the dependencies.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface ProjectCopy extends AsyncDisposable {
  readonly path: string
  /** The files that git knows or would add, relative to the project. */
  readonly files: readonly string[]
}

export const copyProject = async (project: string): Promise<ProjectCopy> => {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: project,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const files = listed.split('\0').filter((file) => file !== '' && existsSync(join(project, file)))
  const path = await realpath(await mkdtemp(join(tmpdir(), 'standin-mutants-')))
  for (const file of files) {
    // A link to them, as in a second working tree, is not ignored as the folder is.
    if (file === 'node_modules') continue
    await mkdir(dirname(join(path, file)), { recursive: true })
    await cp(join(project, file), join(path, file))
  }
  const built = join(project, 'dist')
  if (existsSync(built)) await cp(await realpath(built), join(path, 'dist'), { recursive: true })
  await symlink(await realpath(join(project, 'node_modules')), join(path, 'node_modules'))
  return { path, files, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
