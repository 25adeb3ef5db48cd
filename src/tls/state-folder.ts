/**
 * The folder in which a user's programs keep what is not worth a backup: the certificate of --tls.
 */
import { homedir } from 'node:os'
import { join } from 'node:path'

export interface Place {
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** By the conventions of each platform (on Linux: XDG Base Directory Specification). */
export const findStateFolder = ({ platform, environment }: Place): string => {
  const state = environment.XDG_STATE_HOME
  // A relative path must be ignored.
  if (state?.startsWith('/')) return join(state, 'standin')
  switch (platform) {
    case 'win32':
      return join(environment.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'standin')
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support', 'standin')
    default:
      return join(homedir(), '.local', 'state', 'standin')
  }
}
