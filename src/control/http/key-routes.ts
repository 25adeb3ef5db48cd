/**
 * The routes of the control API for the keys of a sandbox.
 */
import type { KeyState } from '../../sandboxes/keys.ts'
import { changeKey, deleteKey, generateKey, type KeySettings, putKey } from '../actions/change-keys.ts'
import { ControlError } from '../actions/control-error.ts'
import { describeCredentials } from '../actions/describe-credentials.ts'
import { readTime } from '../actions/read-time.ts'
import { describeKey } from './describe.ts'
import { bodyOf, empty, json, pathOf, type Route, sandboxOf } from './route.ts'

/** A body with settings of a key. */
interface KeyBody {
  readonly state?: KeyState
  readonly scopes?: readonly string[]
}

interface NewKeyBody extends KeyBody {
  readonly expires?: string
}

const readSettings = ({ state, expires, scopes }: NewKeyBody): KeySettings => ({
  state,
  scopes,
  expires: expires === undefined ? undefined : readTime(expires, 'body.expires'),
})

export const keyRoutes = {
  describeCredentials: (input, deps) => json(describeCredentials(deps.service(), sandboxOf(input, deps))),
  listKeys: (input, deps) => {
    const sandbox = sandboxOf(input, deps)
    return json(sandbox.keys.list().map((key) => describeKey(key, deps.sandboxes.ownerOf(key.key) === sandbox)))
  },
  generateKey: (input, deps) => {
    const settings = readSettings(bodyOf<NewKeyBody>(input))
    return json(describeKey(generateKey(deps.sandboxes, sandboxOf(input, deps), settings), true), 201)
  },
  putKey: (input, deps) => {
    const sandbox = sandboxOf(input, deps)
    const settings = readSettings(bodyOf<NewKeyBody>(input))
    const key = putKey(deps.sandboxes, sandbox, pathOf(input, 'key'), settings)
    return json(describeKey(key, deps.sandboxes.ownerOf(key.key) === sandbox))
  },
  changeKey: (input, deps) => {
    const sandbox = sandboxOf(input, deps)
    const change = bodyOf<KeyBody>(input)
    if (change.state === undefined && change.scopes === undefined)
      throw new ControlError(400, 'body must have state (active, expired or revoked) or scopes (a list of strings)')
    const key = changeKey(sandbox, pathOf(input, 'key'), change)
    return json(describeKey(key, deps.sandboxes.ownerOf(key.key) === sandbox))
  },
  deleteKey: (input, deps) => {
    deleteKey(sandboxOf(input, deps), pathOf(input, 'key'))
    return empty
  },
} satisfies Readonly<Record<string, Route>>
