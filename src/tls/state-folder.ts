/**
 * The folder in which a user's programs keep what is not worth a backup: the certificate of --tls.
 */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '../errors.ts'

export interface Place {
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** By the conventions of each platform (on Linux: XDG Base Directory Specification). Throws UsageError if the user has no home. */
export const findStateFolder = ({ platform, environment }: Place, readHome = homedir): string => {
  const state = environment.XDG_STATE_HOME
  // A relative path must be ignored.
  if (state?.startsWith('/')) return join(state, 'standin')
  switch (platform) {
    case 'win32':
      return join(environment.LOCALAPPDATA ?? join(findHome(readHome), 'AppData', 'Local'), 'standin')
    case 'darwin':
      return join(findHome(readHome), 'Library', 'Application Support', 'standin')
    default:
      return join(findHome(readHome), '.local', 'state', 'standin')
  }
}

/** In a container a user can have neither HOME nor an entry in the list of users. */
const findHome = (readHome: () => string): string => {
  try {
    return readHome()
  } catch (error) {
    throw new UsageError(
      '--tls: the user has no home folder for the certificate; set HOME or XDG_STATE_HOME to a folder, or give a certificate with --tls-cert and --tls-key',
      { cause: error },
    )
  }
}
