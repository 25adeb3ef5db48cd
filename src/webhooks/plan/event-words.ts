/**
 * The words that names of webhooks use for what happens to a record.
 */
import type { EventKind } from './webhook-plan.ts'

const wordsByKind: Readonly<Record<Exclude<EventKind, 'moved'>, readonly string[]>> = {
  created:
    'created create new added add opened open registered placed submitted received inserted posted uploaded started'.split(
      ' ',
    ),
  changed: 'updated update changed change edited edit modified modify replaced patched amended saved'.split(' '),
  deleted: 'deleted delete removed remove destroyed destroy erased'.split(' '),
}

const kinds: ReadonlyMap<string, Exclude<EventKind, 'moved'>> = new Map(
  (['created', 'changed', 'deleted'] as const).flatMap((kind) =>
    wordsByKind[kind].map((word) => [word, kind] as const),
  ),
)

/** What a word says; undefined: nothing. */
export const kindOfWord = (word: string): Exclude<EventKind, 'moved'> | undefined => kinds.get(word)

/** The first word for a kind is the usual one. */
export const wordsOfKind = (kind: EventKind): readonly string[] =>
  kind === 'moved' ? wordsByKind.changed : wordsByKind[kind]

/** Words of a name that say neither what happened nor to what. */
const fillers: ReadonlySet<string> = new Set(
  'on event events webhook webhooks hook notification notifications v1 v2'.split(' '),
)

export const isFiller = (word: string): boolean => fillers.has(word)

/** Words for the property that a record moves in. */
const statusWords: ReadonlySet<string> = new Set('status state'.split(' '))

export const isStatusWord = (word: string): boolean => statusWords.has(word)
