/**
 * The declarations of a file: each schema once. TypeScript rejects an alias that is a part of itself, unless an object or an
 * array is in between; such a part is replaced by `unknown`.
 */
import type { Json } from '../ports.ts'
import { anything, type Expression, plain } from './expression.ts'
import type { TypeNames } from './type-names.ts'

export interface DeclaredSchema {
  readonly schema: Json
  /** Which of the types of the schema. */
  readonly id: string
  /** The first one that is free is its name. */
  readonly names: readonly string[]
}

interface Body {
  readonly comment: string
  readonly type: Expression
}

interface Declaration {
  readonly name: string
  readonly write: (name: string) => Body
  body?: Body
}

export class Declarations {
  readonly #names: TypeNames
  readonly #bySchema = new Map<Json, Map<string, Declaration>>()
  readonly #all: Declaration[] = []
  /** Of each declaration, the names that its type consists of. */
  readonly #parts = new Map<string, Set<string>>()
  /** Parts that would close a circle: `Pet Dog`. */
  readonly #cut = new Set<string>()

  constructor(names: TypeNames) {
    this.#names = names
  }

  /** The name of the type of a schema. `write` is called later, with that name. */
  declare({ schema, id, names }: DeclaredSchema, write: Declaration['write']): Expression {
    const declared = this.#bySchema.get(schema) ?? new Map<string, Declaration>()
    this.#bySchema.set(schema, declared)
    const known = declared.get(id)
    if (known) return plain(known.name)
    const declaration: Declaration = { name: this.#names.take(names), write }
    declared.set(id, declaration)
    this.#all.push(declaration)
    return plain(declaration.name)
  }

  /** A name as a part of another type; `within`: undefined if an object or an array is in between. */
  use(within: string | undefined, name: string): Expression {
    if (within === undefined) return plain(name)
    if (this.#cut.has(`${within} ${name}`)) return anything
    this.#parts.get(within)?.add(name)
    return plain(name)
  }

  /** The text of each declaration. */
  format(): readonly string[] {
    // Writing one declares others.
    for (const declaration of this.#all) this.#write(declaration)
    this.#cutCircles()
    return this.#all.map(({ name, body }) => formatDeclaration(name, body ?? { comment: '', type: anything }))
  }

  #write(declaration: Declaration): void {
    this.#parts.set(declaration.name, new Set())
    declaration.body = declaration.write(declaration.name)
  }

  /** Depth first: a part that leads back to a declaration that is being visited is cut. */
  #cutCircles(): void {
    const byName = new Map(this.#all.map((declaration) => [declaration.name, declaration]))
    const done = new Set<string>()
    for (const { name: start } of this.#all) {
      const stack = done.has(start) ? [] : [{ name: start, left: [...(this.#parts.get(start) ?? [])] }]
      const open = new Set(stack.map(({ name }) => name))
      for (let top = stack.at(-1); top; top = stack.at(-1)) {
        const next = top.left.pop()
        if (next === undefined) {
          stack.pop()
          open.delete(top.name)
          done.add(top.name)
        } else if (open.has(next)) this.#cut.add(`${top.name} ${next}`)
        else if (!done.has(next)) {
          open.add(next)
          stack.push({ name: next, left: [...(this.#parts.get(next) ?? [])] })
        }
      }
    }
    for (const name of new Set([...this.#cut].map((pair) => pair.slice(0, pair.indexOf(' '))))) {
      const declaration = byName.get(name)
      if (declaration) this.#write(declaration)
    }
  }
}

const formatDeclaration = (name: string, { comment, type }: Body): string => {
  const isObject = type.kind === 'plain' && type.text.startsWith('{') && type.text.endsWith('}')
  return `${comment}export ${isObject ? `interface ${name} ` : `type ${name} = `}${type.text}\n`
}
