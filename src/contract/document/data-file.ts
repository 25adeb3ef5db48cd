/**
 * Which files of a folder are read: documents, fixtures and scenarios.
 */
import { basename } from 'node:path'

/** A YAML or JSON file. Hidden files belong to editors and systems: Emacs has a link `.#pets.yaml` beside `pets.yaml`. */
export const isDataFile = (path: string): boolean => /^[^.].*\.(ya?ml|json)$/is.test(basename(path))

/** Whether the name of a file says that it is JSON. */
export const hasJsonName = (path: string): boolean => /\.json$/i.test(path)
