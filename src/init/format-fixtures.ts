/**
 * Formats the fixture files of `standin init`: explanatory comments, then the records.
 */
import { stringify } from 'yaml'
import type { GeneratedRecord } from '../behaviours/records/generate-records.ts'
import type { Resource } from '../behaviours/records/resource.ts'
import type { SecurityScheme } from '../contract/request/security-schemes.ts'
import type { ServedDocument, Service } from '../loading/service.ts'
import type { Json } from '../ports.ts'

export const formatFixtures = ({ name, idProperty, document }: Resource, records: readonly GeneratedRecord[]): string =>
  [
    `# The ${name} that a sandbox starts with, generated from the schema of ${document.title}.`,
    `# Records are validated against the schema when they are loaded; ${idProperty} is the id. Change them as you like.`,
    toYaml(records.map(({ value }) => value)),
  ].join('\n')

/** The text of keys.yaml; undefined if no operation needs a credential. */
export const formatKeys = ({ documents }: Service): string | undefined => {
  const kinds = new Set(documents.flatMap(credentialKinds))
  if (!kinds.has('key') && !kinds.has('login')) return undefined
  const states = ['active', 'expired', 'revoked'] as const
  return [
    '# The credentials that a sandbox accepts. Only active ones are accepted; all others get 401. Without this file, any',
    '# syntactically valid credential is accepted. They give access to sandboxes on your machine only, so they are not',
    '# secret.',
    toYaml([
      ...(kinds.has('key') ? states.map((state) => ({ key: nameKey('sandbox-key', state), state })) : []),
      ...(kinds.has('login')
        ? states.map((state) => ({ user: nameKey('sandbox', state), password: 'sandbox-key', state }))
        : []),
    ]),
  ].join('\n')
}

const nameKey = (stem: string, state: string): string => (state === 'active' ? stem : `${stem}-${state}`)

/** Basic and digest authentication have user and password, all others a key or token. */
const credentialKinds = ({ entries }: ServedDocument): readonly SecurityScheme['credential'][] =>
  entries
    .flatMap(({ operations }) => [...operations.values()])
    .flatMap(({ security }) => (security.open ? [] : security.alternatives.flat()))
    .map(({ scheme }) => scheme.credential)

/** Reads back unchanged: long integers digit for digit, ambiguous strings quoted. Ends with a line break. */
const toYaml = (value: Json): string => stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })
