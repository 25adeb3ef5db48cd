/**
 * Records what the real service answers, as files to play back: a fixture set, scenarios and an HTTP archive. Secrets never get
 * into a file, and personal data only if that is wanted. Files are written in between and at the end, each at once.
 */
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Operation } from '../../contract/operation/operation.ts'
import { formatJson } from '../../contract/values/json-text.ts'
import { UsageError } from '../../errors.ts'
import type { Exchange } from '../../journal/exchange.ts'
import { checkScenario } from '../../loading/edit-scenarios.ts'
import { writeFixtureFile } from '../../loading/fixture-file.ts'
import { reservedNames } from '../../loading/fixture-names.ts'
import type { Setup } from '../../loading/setup.ts'
import { makeFolder } from '../../make-folder.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { RecordingSummary } from '../proxy-options.ts'
import { formatHar } from './har.ts'
import { createPause } from './pause.ts'
import { type Recorded, Recording } from './recording.ts'
import type { WrittenScenario } from './write-scenarios.ts'

export interface RecorderOptions {
  readonly folder: string
  readonly keepsPersonal: boolean
  /** The version of Standin, for the archive. */
  readonly version: string
  /** The files that are served now. */
  readonly current: { readonly setup: Setup }
  /** Called if a file cannot be written. */
  readonly onError: (error: unknown) => void
  /** Milliseconds between two writes. */
  readonly interval?: number
}

/** Milliseconds. */
const defaultInterval = 10_000

export class Recorder {
  readonly #options: RecorderOptions
  readonly #recording: Recording
  readonly #timer: NodeJS.Timeout
  /** Fixture files and scenarios that this process has written. */
  readonly #written = new Set<string>()
  #hasChanged = true
  #writing: Promise<RecordingSummary> | undefined
  /** Writes that have not finished. */
  #unfinished = 0

  private constructor(options: RecorderOptions) {
    this.#options = options
    this.#recording = new Recording(options)
    this.#timer = setInterval(() => {
      if (this.#hasChanged && this.#unfinished === 0) this.write().catch(options.onError)
    }, options.interval ?? defaultInterval).unref()
  }

  /** Throws UsageError if the folder has files, or cannot be written. */
  static async open(options: RecorderOptions): Promise<Recorder> {
    await claimFolder(options.folder)
    return new Recorder(options)
  }

  readonly observe = (exchange: Exchange, operation: Operation | undefined): void => {
    this.#hasChanged = true
    this.#recording.observe(exchange, operation)
  }

  /** Writes all files. Several calls write one after the other. */
  write(): Promise<RecordingSummary> {
    const before = this.#writing ?? Promise.resolve()
    const writing = before.then(
      () => this.#write(),
      () => this.#write(),
    )
    this.#writing = writing
    this.#unfinished++
    const end = (): void => {
      this.#unfinished--
    }
    writing.then(end, end)
    return writing
  }

  /** Writes for the last time. */
  async close(): Promise<RecordingSummary> {
    clearInterval(this.#timer)
    return this.write()
  }

  async #write(): Promise<RecordingSummary> {
    this.#hasChanged = false
    try {
      return await this.#writeAll()
    } catch (error) {
      // It is tried again, even if nothing more is observed.
      this.#hasChanged = true
      throw error
    }
  }

  async #writeAll(): Promise<RecordingSummary> {
    const { folder, version } = this.#options
    const recorded = await this.#recording.finish()
    const records = await this.#writeFixtures(recorded)
    const { scenarios, lost } = await this.#writeScenarios(recorded.scenarios)
    await this.#writeFile(join(folder, 'recording.har'), inPieces(formatHar(recorded.entries, version)))
    const notes = [
      ...recorded.notes,
      ...(lost > 0 ? [`${lost} answers are not in the scenarios: they do not pass the check`] : []),
    ]
    return { folder, records, scenarios, exchanges: recorded.entries.length, notes }
  }

  async #writeFixtures({ fixtures }: Recorded): Promise<number> {
    const folder = join(this.#options.folder, 'fixtures')
    let count = 0
    const files = new Map<string, readonly Json[]>()
    for (const [{ key, name, document }, values] of fixtures) {
      files.set(join(folder, `${reservedNames.has(key) ? `${document.name}/${name}` : key}.json`), values)
      count += values.length
    }
    // All records of a resource may have been deleted since.
    for (const file of this.#written) if (file.startsWith(folder) && !files.has(file)) files.set(file, [])
    for (const [file, values] of files) {
      await makeFolder(dirname(file))
      await writeFixtureFile(file, values)
      this.#written.add(file)
    }
    return count
  }

  async #writeScenarios(
    scenarios: readonly WrittenScenario[],
  ): Promise<{ readonly scenarios: number; readonly lost: number }> {
    const { setup } = this.#options.current
    const folder = join(this.#options.folder, 'scenarios')
    const wanted = new Map<string, JsonObject>()
    let lost = 0
    for (const { name, scenario } of scenarios) {
      const valid = await findValid(setup, name, scenario)
      lost += stepsOf(scenario).length - (valid ? stepsOf(valid).length : 0)
      if (valid) wanted.set(join(folder, `${name}.json`), valid)
    }
    for (const [file, scenario] of wanted) {
      await this.#writeFile(file, formatJson(scenario))
      this.#written.add(file)
    }
    for (const file of this.#written)
      if (file.startsWith(folder) && !wanted.has(file)) {
        await rm(file, { force: true })
        this.#written.delete(file)
      }
    return { scenarios: wanted.size, lost }
  }

  /** A reader sees the old file or the new one. */
  async #writeFile(file: string, content: string | AsyncIterable<string>): Promise<void> {
    await writeFile(`${file}.tmp`, content)
    await rename(`${file}.tmp`, file)
  }
}

const stepsOf = ({ steps }: JsonObject): readonly JsonObject[] =>
  Array.isArray(steps) ? (steps as readonly JsonObject[]) : []

const inPieces = async function* (pieces: Iterable<string>): AsyncIterable<string> {
  const pause = createPause()
  for (const piece of pieces) {
    yield piece
    await pause()
  }
}

/** As the document allows it; otherwise with `contract: ignore`; otherwise only the steps that pass the check. */
const findValid = async (setup: Setup, name: string, scenario: JsonObject): Promise<JsonObject | undefined> => {
  const steps = stepsOf(scenario)
  const isValid = async (tried: JsonObject): Promise<boolean> =>
    (await checkScenario(setup, name, formatJson(tried))).length === 0
  if (await isValid(scenario)) return scenario
  const ignoring = { ...scenario, steps: steps.map((step) => ({ ...step, contract: 'ignore' })) }
  if (await isValid(ignoring)) return ignoring
  const kept: JsonObject[] = []
  for (const step of ignoring.steps) if (await isValid({ ...scenario, steps: [...kept, step] })) kept.push(step)
  return kept.length === 0 ? undefined : { ...scenario, steps: kept }
}

const claimFolder = async (folder: string): Promise<void> => {
  try {
    await makeFolder(folder)
    const files = await readdir(folder)
    if (files.length > 0)
      throw new UsageError(
        `--record: ${folder} has files (${files.slice(0, 3).join(', ')}${files.length > 3 ? ', …' : ''}), which are not overwritten; name a new folder`,
      )
    await mkdir(join(folder, 'fixtures'))
    await mkdir(join(folder, 'scenarios'))
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`--record: ${folder} cannot be written: ${(error as Error).message}`, { cause: error })
  }
}
