/**
 * The users who can log in: those of the fixtures with their passwords. Without any, each name is one.
 */
import { isActive, type Key } from '../sandboxes/keys.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import { OAuthError } from './oauth-request.ts'

/** Keys with a password; empty: any name is a user. */
const usersOf = ({ keys }: Sandbox): readonly Key[] =>
  keys.acceptsAny ? [] : keys.list().filter(({ key }) => key.includes(':'))

export const needsPassword = (sandbox: Sandbox): boolean => usersOf(sandbox).length > 0

/** The name of the user. Throws OAuthError. */
export const checkUser = (sandbox: Sandbox, user: string, password: string): string => {
  const users = usersOf(sandbox)
  if (users.length === 0) return user
  const found = users.find(({ key }) => key === `${user}:${password}`)
  if (found && isActive(found, sandbox.now())) return user
  throw new OAuthError('invalid_grant', 'the user or the password is wrong; keys.yaml of the fixtures lists the users')
}
