/**
 * The command that `standin exec` runs in the action: hands on its variables, and ends when the job does. A file ends it and not
 * a signal, because Windows has none.
 */
import { filesIn, waitForFile, writeWhole } from './files.js'

const files = filesIn(process.argv[2])

writeWhole(files.variables, JSON.stringify(process.env))
await waitForFile([files.stop], Number.POSITIVE_INFINITY)
