/**
 * `standin mcp`: lets a client of the Model Context Protocol control a mock server, over standard input and output. The server is
 * started for it, or it is a running one. Standard output has nothing but the protocol; messages go to stderr.
 */
import { formatFinding, UsageError } from '../errors.ts'
import { type ControlServer, createControlClient } from '../mcp/control-client.ts'
import { createTools, instructions } from '../mcp/create-tools.ts'
import { loadMcp } from '../mcp/serve-mcp.ts'
import type { ServeOptions } from '../options/resolve-options.ts'
import type { Output } from '../ports.ts'
import { createStandin, type Standin } from '../standin.ts'
import { readVersion } from '../version.ts'
import { createColors } from './colors.ts'
import { createLineWriter } from './line-writer.ts'
import { codeOfSignal, exitCodes, type Process } from './process.ts'
import { createRequestLog } from './request-log.ts'
import { defaultRecords } from './serve.ts'
import { toStandinOptions } from './standin-options.ts'

/** Resolves with 0 when the client closes standard input, or on a signal. Rejects with LoadError, UsageError or ListenError. */
export const mcp = async (options: ServeOptions, process: Process): Promise<number> => {
  const { documents, url, adminToken } = options
  if (url !== undefined && documents.length > 0)
    throw new UsageError(
      `--url (or STANDIN_URL) names a running server, which has its own documents; leave out ${documents.join(', ')}, or --url to start a server`,
    )
  const stop = new AbortController()
  let isServing = false
  process.onSignal(['SIGINT', 'SIGTERM'], (signal) => {
    // What is loaded may never end: a pipe that nobody writes to.
    if (isServing) stop.abort()
    else process.exit(codeOfSignal(signal))
  })
  const serveMcp = await loadMcp()
  const writer = createLineWriter(process.stderr)
  const started = url === undefined ? await startServer(options, process, writer.write) : undefined
  isServing = true
  try {
    const server = started?.server ?? { url: url ?? '', adminToken }
    writer.write(started ? `Standin is listening on ${server.url}` : `standin: tools call ${server.url}`)
    writer.flush()
    const parts = {
      tools: await createTools(),
      control: createControlClient(server),
      version: readVersion(),
      instructions,
    }
    await serveMcp({ ...parts, ...process.openStreams(), signal: stop.signal })
  } finally {
    await started?.standin.close()
    writer.flush()
  }
  return exitCodes.success
}

interface StartedServer {
  readonly standin: Standin
  readonly server: ControlServer
}

const startServer = async (
  options: ServeOptions,
  { environment, errorColor }: Process,
  write: Output,
): Promise<StartedServer> => {
  const standin = await createStandin({
    ...toStandinOptions(
      options,
      await createRequestLog(options.log, write, createColors(errorColor)),
      (findings) => {
        for (const finding of findings) write(`standin: ${formatFinding(finding)}`)
      },
      { environment, write },
    ),
    warmUp: true,
    generateWithoutFixtures: options.generate ?? defaultRecords,
  })
  const { notes, warnings, adminToken } = await standin.describe()
  for (const note of [...notes, ...warnings.map(formatFinding)]) write(`standin: ${note}`)
  return { standin, server: { url: standin.url, adminToken } }
}
