/**
 * The servers that were started by the command and run on this machine. Linux only: it lists processes and sockets in /proc.
 * So the port is known however it was set, also a free one, and no file has to be written or deleted.
 */
import { readdir, readFile, readlink, realpath } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'

/** A port that a process listens on. */
export interface ListeningServer {
  readonly pid: number
  /** Host and port as in a URL: `127.0.0.1:4010`, `[::1]:4010`. */
  readonly authority: string
}

interface SearchOptions {
  /** Folder of the package whose command is looked for, in addition to any file named standin. */
  readonly packageFolder: string
  /** The process that is not listed: this one. */
  readonly ownPid: number
  /** Where the system lists processes. */
  readonly processes?: string
}

/** Empty where there is no /proc. Processes of other users are skipped, because their sockets cannot be read. */
export const findRunningServers = async ({
  packageFolder,
  ownPid,
  processes = '/proc',
}: SearchOptions): Promise<readonly ListeningServer[]> => {
  const pids = (await list(processes)).filter((name) => /^\d+$/.test(name)).map(Number)
  const found: ListeningServer[] = []
  for (const pid of pids.sort((first, second) => first - second)) {
    const folder = join(processes, String(pid))
    if (pid === ownPid || !(await isStandin(folder, packageFolder))) continue
    for (const authority of await findListening(folder)) found.push({ pid, authority })
  }
  return found
}

const list = async (folder: string): Promise<readonly string[]> => {
  try {
    return await readdir(folder)
  } catch {
    return []
  }
}

/** The text of a file of the system; empty if it is missing, or if the process has ended or belongs to another user. */
const read = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8')
  } catch {
    return ''
  }
}

const readLink = async (path: string): Promise<string> => {
  try {
    return await readlink(path)
  } catch {
    return ''
  }
}

/** Node has options of its own before the script; there are hardly ever more. */
const maxNodeArguments = 20

/** Whether a process is Node with a script named standin (a link to the command), or the command of this package. */
const isStandin = async (folder: string, packageFolder: string): Promise<boolean> => {
  const [program = '', ...args] = (await read(join(folder, 'cmdline'))).split('\0', maxNodeArguments)
  if (!/^node/.test(basename(program))) return false
  const [script = ''] = args.filter((arg) => arg !== '' && !arg.startsWith('-'))
  if (/^standin(?:\.js)?$/.test(basename(script))) return true
  const cwd = await readLink(join(folder, 'cwd'))
  const commands = [...commandsOf(packageFolder), ...commandsOf(await realPathOf(packageFolder))]
  // An option of Node may have a value, so that the script is not the first argument.
  return args.some((arg) => arg !== '' && commands.includes(resolve(cwd, arg)))
}

/** Compiled, and from the sources. */
const commandsOf = (packageFolder: string): readonly string[] => [
  join(packageFolder, 'dist', 'bin.js'),
  join(packageFolder, 'src', 'main.ts'),
]

const realPathOf = async (path: string): Promise<string> => {
  try {
    return await realpath(path)
  } catch {
    return path
  }
}

/** The addresses on which a process listens, by the numbers of its sockets. */
const findListening = async (folder: string): Promise<readonly string[]> => {
  const sockets = new Map<string, string>()
  for (const name of ['tcp', 'tcp6']) readSockets(await read(join(folder, 'net', name)), sockets)
  const found = new Set<string>()
  for (const name of await list(join(folder, 'fd'))) {
    if (found.size === sockets.size) break
    const [, number = ''] = /^socket:\[(\d+)\]$/.exec(await readLink(join(folder, 'fd', name))) ?? []
    const authority = sockets.get(number)
    if (authority !== undefined) found.add(authority)
  }
  return [...found]
}

/** As in /proc/net/tcp of Linux: a socket that listens. */
const listening = '0A'

/** Adds the listening sockets of a table, by their numbers. */
const readSockets = (table: string, sockets: Map<string, string>): void => {
  for (const line of table.split('\n').slice(1)) {
    const [, local = '', , state, , , , , , number = ''] = line.trim().split(/\s+/)
    const authority = state === listening ? toAuthority(local) : undefined
    if (authority !== undefined) sockets.set(number, authority)
  }
}

/** `0100007F:0FAA` is 127.0.0.1:4010: each group of four bytes is a number of a little-endian machine. */
const toAuthority = (local: string): string | undefined => {
  const [, address = '', port = ''] = /^([\dA-F]{8}|[\dA-F]{32}):([\dA-F]{4})$/.exec(local) ?? []
  if (address === '') return undefined
  const bytes = Buffer.concat((address.match(/.{8}/g) ?? []).map((word) => Buffer.from(word, 'hex').reverse()))
  return `${toHost(bytes)}:${Number.parseInt(port, 16)}`
}

/** Where a listener on all addresses is reached: the loopback address. */
const toHost = (bytes: Buffer): string => {
  const isAny = bytes.every((byte) => byte === 0)
  if (bytes.length === 4) return isAny ? '127.0.0.1' : bytes.join('.')
  if (isAny) return '[::1]'
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16))
  return new URL(`http://[${groups.join(':')}]`).hostname
}
