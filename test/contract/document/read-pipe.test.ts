/**
 * Documents that the user names may be pipes, as those of `<(command)` in a shell are.
 */
import { execFileSync } from 'node:child_process'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readText } from '../../../src/contract/document/read-file.ts'
import { readPipe } from '../../../src/contract/document/read-pipe.ts'
import { createTemporaryFolder } from '../../support/temporary-folder.ts'

it('a pipe is read to its end, also if nobody writes to it at first', async () => {
  await using folder = await createTemporaryFolder({})
  const pipe = join(folder.path, 'pipe.yaml')
  execFileSync('mkfifo', [pipe])
  const read = readText(pipe, 'named')
  // It waits for the reader on a thread of its own.
  await writeFile(pipe, `openapi: 3.1.0\nx-text: ${'a'.repeat(200_000)}\n`)
  expect(await read).toHaveLength(200_024)
})

it('a device without an end is read up to a limit', async () => {
  const device = '/dev/zero'
  await expect(readPipe(device, await stat(device), 1_000_000)).rejects.toMatchObject({
    findings: [{ code: 'file-too-large', file: device, message: 'sends more than 1000000 bytes, and is not a file' }],
  })
})
