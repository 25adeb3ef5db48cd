/**
 * SQLite, by whichever binding this Node has: `node:sqlite` where it is built in (22.13 and later), else the WebAssembly
 * build. Both read and write the same files. Only the few calls that the log needs.
 */
import { createRequire } from 'node:module'
import { getBuiltinModule } from 'node:process'

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

type Wasm = typeof import('node-sqlite3-wasm')

/** Opens or creates a database file. */
export const openDatabase = (file: string): Database => {
  const builtIn: BuiltIn | undefined = getBuiltinModule('node:sqlite' as 'node:fs') as unknown as BuiltIn | undefined
  return builtIn ? openBuiltIn(builtIn, file) : openWasm(file)
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
  const { Database: WasmDatabase }: Wasm = createRequire(import.meta.url)('node-sqlite3-wasm')
  const database = new WasmDatabase(file)
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
      for (const statement of statements.values()) statement.finalize()
    },
  }
}
