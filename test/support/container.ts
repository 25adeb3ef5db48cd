/**
 * A process as Docker runs it, without Docker: its own root folder, mounted read-only, its own list of processes, in which it
 * is process 1, and any user. The programs and libraries of this machine are mounted into it. Needs Linux and root.
 */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { killWithThisProcess } from './kill-with-this-process.ts'
import { type CommandResult, runCommand } from './run-command.ts'

export interface Mount {
  readonly from: string
  /** Absolute, in the container. */
  readonly to: string
  readonly isReadOnly: boolean
}

interface ContainerOptions {
  /** The root folder. */
  readonly root: string
  readonly mounts?: readonly Mount[]
  /** Id of the user and group. */
  readonly user: number
  readonly environment: Readonly<Record<string, string>>
  readonly command: readonly string[]
}

export interface Container extends AsyncDisposable {
  /** Resolves with the first match in stdout. Rejects when the process ends without a match. */
  readonly said: (pattern: RegExp) => Promise<RegExpExecArray>
  /** Runs another command in it, as the same user: what Docker does for a health check. */
  readonly run: (command: readonly string[]) => Promise<CommandResult>
  /** Sends a signal to process 1, and resolves when it has ended. */
  readonly stop: (signal: NodeJS.Signals) => Promise<CommandResult>
}

const systemFolders = ['usr', 'lib', 'lib64', 'bin', 'etc']

/** Why tests with containers are skipped; undefined if they can run. */
export const findObstacle = (): string | undefined => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux'
  if (!process.execPath.startsWith('/usr/')) return 'needs Node in /usr'
  const { status } = spawnSync('unshare', ['--mount', '--pid', '--fork', 'true'])
  return status === 0 ? undefined : 'namespaces cannot be created'
}

/** Everything that it mounts is gone with its last process. */
const script = `set -e
root=$1 user=$2; shift 2
mount --bind "$root" "$root"
for name in ${systemFolders.join(' ')}; do
  [ ! -e "/$name" ] || mount --bind -o ro "/$name" "$root/$name"
done
mount --bind /dev "$root/dev"
mount -t proc proc "$root/proc"
while [ "$1" != -- ]; do
  mount --bind -o "$3" "$1" "$root$2"; shift 3
done
shift
mount -o remount,bind,ro "$root"
exec chroot --userspec="$user:$user" --groups= "$root" "$@"`

export const startContainer = async ({
  root,
  mounts = [],
  user,
  environment,
  command,
}: ContainerOptions): Promise<Container> => {
  for (const path of [...systemFolders, 'dev', 'proc', ...mounts.map(({ to }) => to)])
    await mkdir(join(root, path), { recursive: true })
  const mountArgs = mounts.flatMap(({ from, to, isReadOnly }) => [from, to, isReadOnly ? 'ro' : 'rw'])
  const args = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script, 'sh', root, String(user)]
  const child = spawn('unshare', [...args, ...mountArgs, '--', ...command], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  killWithThisProcess(child)
  const output = { stdout: '', stderr: '' }
  const waiting = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
      for (const look of waiting) look()
    })
  const ended = new Promise<CommandResult>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, ...output }))
  })
  /** Process 1 of the container, by its number outside. */
  const findProcess = (): number => Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8'))
  return {
    said: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = pattern.exec(output.stdout)
          if (found) resolve(found)
        }
        waiting.add(look)
        look()
        const fail = (reason: unknown) => reject(new TypeError(`ended without printing ${pattern}: ${reason}`))
        ended.then((result) => fail(JSON.stringify(result)), fail)
      }),
    run: (inside) => {
      const enter = ['--target', String(findProcess()), '--mount', '--pid', '--root', `--wd=${root}`]
      return runCommand('nsenter', [...enter, '--setuid', String(user), '--setgid', String(user), ...inside], {
        environment,
      })
    },
    stop: (signal) => {
      expect(child.exitCode, 'it still runs').toBeNull()
      process.kill(findProcess(), signal)
      return ended
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
