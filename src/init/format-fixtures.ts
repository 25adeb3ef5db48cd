/**
 * Fixture files as a person finds them: comments that say what they are, then the records.
 */
import type { GeneratedRecord } from '../behaviours/records/generate-records.ts'
import type { Resource } from '../behaviours/records/resource.ts'
import type { SecurityScheme } from '../contract/request/security-schemes.ts'
import type { ServedDocument, Service } from '../loading/service.ts'
import { writeYaml } from './write-yaml.ts'

export const formatFixtures = ({ name, idProperty, document }: Resource, records: readonly GeneratedRecord[]): string =>
  [
    `# The ${name} that a sandbox of the default set starts with: made up from ${document.title}'s schema.`,
    `# Each is checked against it when it is loaded; ${idProperty} is what it is known by. Change them as you like.`,
    writeYaml(records.map(({ value }) => value)),
  ].join('\n')

/** The text of keys.yaml; undefined where every operation can be called without a credential. */
export const formatKeys = ({ documents }: Service): string | undefined => {
  const kinds = new Set(documents.flatMap(credentialKinds))
  if (!kinds.has('key') && !kinds.has('login')) return undefined
  const states = ['active', 'expired', 'revoked'] as const
  return [
    '# The credentials that a sandbox of the default set knows. Only active ones are let in; the others, and those that',
    '# are not listed, get 401. Without this file any well-formed credential is let in. They open sandboxes on your',
    '# machine and nothing else, so they are no secret.',
    writeYaml([
      ...(kinds.has('key') ? states.map((state) => ({ key: nameKey('sandbox-key', state), state })) : []),
      ...(kinds.has('login')
        ? states.map((state) => ({ user: nameKey('sandbox', state), password: 'sandbox-key', state }))
        : []),
    ]),
  ].join('\n')
}

const nameKey = (stem: string, state: string): string => (state === 'active' ? stem : `${stem}-${state}`)

/** Basic and digest authentication have users; all else a key or a token. */
const credentialKinds = ({ entries }: ServedDocument): readonly SecurityScheme['credential'][] =>
  entries
    .flatMap(({ operations }) => [...operations.values()])
    .flatMap(({ security }) => (security.open ? [] : security.alternatives.flat()))
    .map(({ scheme }) => scheme.credential)
