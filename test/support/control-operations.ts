/**
 * The operations of the control API, read from its document.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from './run-command.ts'

/** All operationIds. */
export const readControlOperations = (): readonly string[] =>
  [
    ...readFileSync(join(projectFolder, 'src/control/openapi.yaml'), 'utf8').matchAll(/^ +operationId: (\w+)$/gm),
  ].flatMap(([, name]) => name ?? [])
