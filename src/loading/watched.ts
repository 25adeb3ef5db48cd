/**
 * Which files a reload depends on: those that were read, overlays that can be added beside a document, and all files of
 * fixtures and scenarios. A document often is in the root of a project, so its folder as a whole must not be watched.
 */
import { dirname, extname, relative, resolve, sep } from 'node:path'
import { isDataFile } from '../contract/document/data-file.ts'
import { overlayNames } from '../contract/document/document.ts'

/** Absolute paths. */
export interface WatchedPlaces {
  /**
   * Folders of fixtures and scenarios: their YAML and JSON files at any depth. With the time before they were read, in
   * milliseconds since 1970.
   */
  readonly trees: ReadonlyMap<string, number>
  /** The time before everything else was read. */
  readonly loadedAt: number
  /** Folders whose documents are all served: their own YAML and JSON files. */
  readonly folders: readonly string[]
  /** Documents. */
  readonly documents: readonly string[]
  /** All files that were read for documents. */
  readonly files: readonly string[]
}

export interface Watched extends WatchedPlaces {
  /** The time before this path was read, in milliseconds since 1970. */
  readonly readAt: (path: string) => number
  /** What to watch: folders, without those inside them. */
  readonly paths: readonly string[]
  /**
   * Whether a change of this file requires a reload. After a failed one, a file beside the documents does too: it may be the
   * one that was missing.
   */
  readonly isRelevant: (path: string, afterFailure: boolean) => boolean
  /** Whether a file or folder need not be watched. */
  readonly isIgnored: (path: string, afterFailure: boolean) => boolean
}

export const createWatched = (places: WatchedPlaces): Watched => {
  const { trees, folders, documents, files } = places
  const isInTree = (path: string): boolean => [...trees.keys()].some((tree) => isIn(tree, path))
  const single = new Set([...files, ...documents.flatMap(overlaysOf)])
  const beside = new Set([...files, ...documents].map((file) => dirname(file)))
  const paths = new Set([...trees.keys(), ...folders, ...beside])
  const isRelevant: Watched['isRelevant'] = (path, afterFailure) => {
    const file = resolve(path)
    if (single.has(file)) return true
    if (!isDataFile(file)) return false
    const folder = dirname(file)
    return folders.includes(folder) || (afterFailure && beside.has(folder)) || isInTree(file)
  }
  return {
    ...places,
    readAt: (path) => trees.get(path) ?? places.loadedAt,
    paths: [...paths],
    isRelevant,
    isIgnored: (path, afterFailure) => {
      const place = resolve(path)
      if (paths.has(place) || isInTree(place)) return false
      return !isRelevant(place, afterFailure)
    },
  }
}

/** The same with another folder of fixtures or scenarios, which was just read. */
export const withTree = (find: () => Watched, tree: string): (() => Watched) => {
  const readAt = Date.now()
  let last: { readonly from: Watched; readonly watched: Watched } | undefined
  return () => {
    const from = find()
    if (last?.from !== from)
      last = { from, watched: createWatched({ ...from, trees: new Map([[tree, readAt], ...from.trees]) }) }
    return last.watched
  }
}

const overlaysOf = (document: string): readonly string[] =>
  overlayNames(document.slice(0, document.length - extname(document).length))

/** Not if a folder between them holds installed packages or a repository. */
const isIn = (tree: string, path: string): boolean => {
  if (!path.startsWith(tree.endsWith(sep) ? tree : tree + sep)) return false
  return !/(^|[/\\])(node_modules|\.git)([/\\]|$)/.test(relative(tree, path))
}
