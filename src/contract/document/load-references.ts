/**
 * Loads the files that a document's $refs point to. For a document on disk, remote files are not fetched, and files outside its
 * folder are not read. For a document from an address, only files of the same server are read.
 */
import { realpath } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { type Finding, LoadError } from '../../errors.ts'
import { isAddress, isSameOrigin } from '../values/address.ts'
import { collectReferences, type Reference } from './collect-references.ts'
import type { Dialect } from './dialect.ts'
import { isInside, type Origin } from './read-file.ts'
import { type Files, isCircular, type Node, resolveReference, splitReference } from './references.ts'
import { type Mistake, type PlacedMistake, readSource, type Source } from './source.ts'

/** The files of a document, and the problems with the references between them. */
export interface LoadedFiles {
  /** By absolute path; the document itself with its overlay applied. */
  readonly files: Files
  readonly sources: ReadonlyMap<string, Source>
  /** References that are unresolved, circular, remote, or outside the folder. */
  readonly faults: readonly PlacedMistake[]
  /** Problems in files that cannot be parsed. */
  readonly broken: readonly Finding[]
}

/** `origin`: of the document. */
export const loadReferredFiles = async (
  root: Node,
  source: Source,
  { dialect, origin }: { readonly dialect: Dialect; readonly origin: Origin },
): Promise<LoadedFiles> => {
  const files = new Map([[root.file, root.value]])
  const sources = new Map([[root.file, source]])
  const outcomes = new Map<string, Referred>()
  const load = await createLoad(root.file, source, origin)
  const references: Reference[] = []
  const seen = new Set<unknown>()
  const pending = [root]
  // Targets of references are walked too, since they may be inside an extension, which is skipped otherwise.
  for (let node = pending.pop(); node; node = pending.pop()) {
    for (const reference of collectReferences(node, dialect, seen)) {
      references.push(reference)
      const known = resolveReference(files, reference.file, reference.ref)
      const { file } = known ?? splitReference(reference.file, reference.ref)
      if (!files.has(file) && !outcomes.has(file) && isReadable(reference)) {
        const outcome = await load(file)
        outcomes.set(file, outcome)
        if (outcome.kind === 'loaded') {
          files.set(file, outcome.source.data)
          sources.set(file, outcome.source)
          pending.push({ file, pointer: '', value: outcome.source.data })
        }
      }
      const target = known ?? resolveReference(files, reference.file, reference.ref)
      if (target) pending.push(target)
    }
  }
  const faults = references.flatMap((reference) => checkReference(reference, files, outcomes) ?? [])
  return { files, sources, faults, broken: [...outcomes.values()].flatMap(findingsOf) }
}

/** The name of a file, relative in the same way as the document's name. */
const nameLike = (name: string, document: string, file: string): string =>
  join(dirname(name), relative(dirname(document), file))

/** The result of loading a file. */
type Referred =
  | { readonly kind: 'loaded'; readonly source: Source }
  | { readonly kind: 'broken'; readonly findings: readonly Finding[] }
  | { readonly kind: 'outside' }
  /** The document is an object in code. */
  | { readonly kind: 'inline' }
  | { readonly kind: 'missing'; readonly name: string }

const findingsOf = (outcome: Referred): readonly Finding[] => (outcome.kind === 'broken' ? outcome.findings : [])

type LoadReferred = (file: string) => Promise<Referred>

const createLoad = (document: string, source: Source, origin: Origin): Promise<LoadReferred> | LoadReferred => {
  if (source.isInline) return async () => ({ kind: 'inline' })
  return isAddress(document) ? createRemoteLoad(document, origin) : createLocalLoad(document, source.file)
}

const createLocalLoad = async (document: string, documentName: string): Promise<LoadReferred> => {
  const folder = await realpath(dirname(document))
  return async (file) => {
    const name = nameLike(documentName, document, file)
    try {
      if (!(await isInside(folder, file))) return { kind: 'outside' }
      return { kind: 'loaded', source: await readSource(name, { found: folder }) }
    } catch (error) {
      return error instanceof LoadError ? { kind: 'broken', findings: error.findings } : { kind: 'missing', name }
    }
  }
}

const createRemoteLoad =
  (document: string, origin: Origin): LoadReferred =>
  async (file) => {
    if (!isSameOrigin(document, file)) return { kind: 'outside' }
    try {
      return { kind: 'loaded', source: await readSource(file, origin) }
    } catch (error) {
      if (error instanceof LoadError) return { kind: 'broken', findings: error.findings }
      throw error
    }
  }

/** A document on disk may not name an address. */
const isReadable = ({ file, ref }: Reference): boolean => isAddress(file) || !isRemote(ref)

const isRemote = (ref: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(ref)

/** The problem with a reference; undefined if it resolves, or if its file has findings of its own. */
const checkReference = (
  { file: from, ref, pointer: pointerOf }: Reference,
  files: Files,
  outcomes: ReadonlyMap<string, Referred>,
): PlacedMistake | undefined => {
  const fault = (code: Mistake['code'], message: string): PlacedMistake => ({
    file: from,
    pointer: `${pointerOf()}/$ref`,
    code,
    message: `$ref "${ref}" ${message}`,
  })
  const target = resolveReference(files, from, ref)
  if (target)
    return isCircular(files, target)
      ? fault('ref-unresolved', 'is circular: it leads only to other references')
      : undefined
  if (isRemote(ref) && !isAddress(from))
    return fault('ref-outside', 'is remote. Copy the file next to the document and refer to the copy')
  const { file, pointer } = splitReference(from, ref)
  const outcome = outcomes.get(file)
  if (outcome?.kind === 'broken') return undefined
  if (outcome?.kind === 'inline')
    return fault(
      'ref-outside',
      'refers to a file, but the document is an object, which is in no folder. Put what it refers to into the object, or name the file of the document',
    )
  if (outcome?.kind === 'outside' && isAddress(from))
    return fault('ref-outside', 'is on another server, which is not read. Download the files and refer to the copies')
  if (outcome?.kind === 'outside')
    return fault('ref-outside', 'is outside the folder of the document. Move the file into it')
  if (outcome?.kind === 'missing') return fault('ref-unresolved', `does not resolve: there is no file ${outcome.name}`)
  if (pointer === undefined)
    return fault('ref-unresolved', 'is an anchor, which is not supported. Use a JSON pointer such as #/components/…')
  return fault('ref-unresolved', 'does not resolve: the file has no such part')
}
