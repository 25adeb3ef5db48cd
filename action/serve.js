/**
 * Runs `standin exec` beside the steps of the job, and stores its exit code. It outlives the step that starts it.
 */
import { spawn } from 'node:child_process'
import { filesIn, writeWhole } from './files.js'

const [folder, command, ...args] = process.argv.slice(2)
const end = (code) => writeWhole(filesIn(folder).exit, String(code))

spawn(process.execPath, [command, ...args], { stdio: 'inherit' })
  .on('error', (error) => {
    console.error(error.message)
    end(1)
  })
  .on('exit', (code) => end(code ?? 1))
