/**
 * What an operation may do with records.
 */
export const behaviourKinds = ['list', 'create', 'read', 'replace', 'update', 'remove', 'action'] as const
export type BehaviourKind = (typeof behaviourKinds)[number]
