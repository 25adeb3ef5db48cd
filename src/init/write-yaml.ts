/**
 * Data as YAML that reads back as it was: long integers digit for digit, texts that look like something else in quotes.
 */
import { stringify } from 'yaml'
import type { Json } from '../ports.ts'

/** Ends with a line break. */
export const writeYaml = (value: Json): string => stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })
