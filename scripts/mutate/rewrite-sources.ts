/**
 * The sources that contain mutants, or use a constant with one, with their mutants in them.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import ts from 'typescript'
import type { DrawnMutant } from './draw-mutants.ts'
import { parseSource, showChange } from './find-mutants.ts'
import { findConstants, switchMutants } from './switch-mutants.ts'

/** The code by absolute path. */
export const rewriteSources = (project: string, mutants: readonly DrawnMutant[]): ReadonlyMap<string, string> => {
  const byFile = new Map<string, DrawnMutant[]>()
  for (const mutant of mutants) {
    const path = join(project, mutant.file)
    byFile.set(path, [...(byFile.get(path) ?? []), mutant])
  }
  const read = (path: string): string => readFileSync(path, 'utf8')
  for (const [path, its] of byFile) checkUnchanged(path, read(path), its)
  const constants = new Map([...byFile].map(([path, its]) => [path, findConstants(read(path), its)]))
  const rewritten = new Map<string, string>()
  for (const path of listSources(join(project, 'src'))) {
    const text = read(path)
    const imported = importedConstants(path, text, constants)
    const its = byFile.get(path) ?? []
    if (its.length > 0 || imported.size > 0) rewritten.set(path, switchMutants(text, its, imported))
  }
  return rewritten
}

/** Otherwise the mutants would be written into other places. */
const checkUnchanged = (path: string, text: string, mutants: readonly DrawnMutant[]): void => {
  if (mutants.some((mutant) => showChange(text, mutant).before !== mutant.before))
    throw new TypeError(`${path} was edited while its mutants were tried; run it in a folder that nobody edits`)
}

const listSources = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file))

type Constants = ReadonlyMap<string, readonly number[]>

const importedConstants = (path: string, text: string, constants: ReadonlyMap<string, Constants>): Constants => {
  const found = new Map<string, readonly number[]>()
  for (const statement of parseSource(text).statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    const exported = constants.get(resolve(dirname(path), statement.moduleSpecifier.text))
    const names = statement.importClause?.namedBindings
    if (!exported || !names || !ts.isNamedImports(names)) continue
    for (const { name, propertyName } of names.elements) {
      const ids = exported.get((propertyName ?? name).text)
      if (ids) found.set(name.text, ids)
    }
  }
  return found
}
