/**
 * A test process that is killed itself cannot stop what it has started.
 */
import { type ChildProcess, spawn } from 'node:child_process'

/** A shell waits until its input ends, which it does with this process, and kills the child. */
export const killWithThisProcess = (child: ChildProcess): void => {
  const script = 'cat >/dev/null; kill -9 "$0"'
  const guard = spawn('sh', ['-c', script, String(child.pid)], { stdio: ['pipe', 'ignore', 'ignore'] })
  guard.on('error', () => {})
  guard.stdin.on('error', () => {})
  child.once('exit', () => guard.kill('SIGKILL'))
}
