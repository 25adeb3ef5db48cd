/**
 * SQLite, by whichever binding this Node has: `node:sqlite` where it is built in (22.13 and later), else the WebAssembly
 * build. Both read and write the same files. Only the few calls that the log needs.
 */
import { createRequire } from 'node:module'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

export type Value = string | number | null
export type Row = Readonly<Record<string, unknown>>

/** One open database. Every method throws the binding's own error. */
export interface Database {
  readonly exec: (sql: string) => void
  readonly run: (sql: string, values: readonly Value[]) => void
  readonly all: (sql: string, values: readonly Value[]) => readonly Row[]
  readonly close: () => void
}

/** A prepared statement of either binding. They differ in how they accept values. */
interface Prepared {
  readonly run: (values: readonly Value[]) => void
  readonly all: (values: readonly Value[]) => readonly Row[]
  readonly finalize: () => void
}

/** The part of `node:sqlite` that is used; the types of Node 20 do not have it. */
interface BuiltIn {
  readonly DatabaseSync: new (
    file: string,
  ) => {
    readonly exec: (sql: string) => void
    readonly prepare: (sql: string) => {
      readonly run: (...values: readonly Value[]) => unknown
      readonly all: (...values: readonly Value[]) => readonly Row[]
    }
    readonly close: () => void
  }
}

type Wasm = typeof import('node-sqlite3-wasm') & {
  /** The C function that opens a database. The types leave it out. */
  _sqlite3_open_v2?: ((name: number, result: number, flags: number, system: number) => number) | undefined
}

/** SQLITE_OPEN_URI: the name of the file is a URL. */
const openByUrl = 0x40

/** Opens or creates a database file. */
export const openDatabase = (file: string): Database => {
  const builtIn = loadBuiltIn()
  return builtIn ? openBuiltIn(builtIn, file) : openWasm(file)
}

/** Without the warning that the module is experimental: users did not choose it. */
const loadBuiltIn = (): BuiltIn | undefined => {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return process.getBuiltinModule('node:sqlite' as 'node:fs') as unknown as BuiltIn | undefined
  } finally {
    process.emitWarning = emitWarning
  }
}

const openBuiltIn = ({ DatabaseSync }: BuiltIn, file: string): Database => {
  const database = new DatabaseSync(file)
  return {
    ...cacheStatements((sql) => {
      const statement = database.prepare(sql)
      return {
        run: (values) => statement.run(...values),
        all: (values) => statement.all(...values),
        finalize: () => {},
      }
    }),
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
  }
}

const openWasm = (file: string): Database => {
  const database = openWithoutLocks(createRequire(import.meta.url)('node-sqlite3-wasm'), file)
  const { run, all, finalize } = cacheStatements((sql) => {
    const statement = database.prepare(sql)
    return {
      run: (values) => statement.run([...values]),
      all: (values) => statement.all([...values]),
      finalize: () => statement.finalize(),
    }
  })
  return {
    run,
    all,
    exec: (sql) => database.exec(sql),
    close: () => {
      finalize()
      database.close()
    },
  }
}

/**
 * The WebAssembly build takes its own lock for that of another process, and then does not undo a commit that was
 * interrupted: half of it stays in the file. So it must not lock, which only a URL can say. The folder has its own lock.
 */
const openWithoutLocks = (wasm: Wasm, file: string) => {
  const open = wasm._sqlite3_open_v2
  if (!open) throw new TypeError('this version of node-sqlite3-wasm cannot open a database without locks')
  wasm._sqlite3_open_v2 = (name, result, flags, system) => open(name, result, flags | openByUrl, system)
  try {
    return new wasm.Database(`${pathToFileURL(file).href}?nolock=1`)
  } finally {
    wasm._sqlite3_open_v2 = open
  }
}

const cacheStatements = (prepare: (sql: string) => Prepared) => {
  const statements = new Map<string, Prepared>()
  const find = (sql: string): Prepared => {
    const known = statements.get(sql)
    if (known) return known
    const prepared = prepare(sql)
    statements.set(sql, prepared)
    return prepared
  }
  return {
    run: (sql: string, values: readonly Value[]) => find(sql).run(values),
    all: (sql: string, values: readonly Value[]) => find(sql).all(values),
    finalize: () => {
      for (const statement of statements.values())
        try {
          statement.finalize()
        } catch {
          // A statement that failed reports its error again. The database must be closed all the same.
        }
    },
  }
}
