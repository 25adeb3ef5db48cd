/**
 * The modules that a worker of Vitest has evaluated, other than those of Vitest itself.
 */

interface LoadedModule {
  readonly id: string
  readonly file: string
  readonly imports: ReadonlySet<string>
  evaluated: boolean
  promise: unknown
  exports: unknown
}

interface Modules {
  readonly idToModuleMap: ReadonlyMap<string, LoadedModule>
  readonly fileToModulesMap: ReadonlyMap<string, ReadonlySet<LoadedModule>>
}

export class LoadedModules {
  /** They are evaluated when they are imported next. */
  forget(path: string): void {
    for (const module of findModules().fileToModulesMap.get(path) ?? []) forgetModule(module)
  }

  forgetAll(): void {
    for (const [id, module] of findModules().idToModuleMap) if (!isKept(id)) forgetModule(module)
  }

  /** The paths of all modules that a module imports, directly or not. */
  findLoadedBy(path: string): ReadonlySet<string> {
    const { idToModuleMap, fileToModulesMap } = findModules()
    const found = new Set<string>()
    const visit = (module: LoadedModule): void => {
      if (found.has(module.file)) return
      found.add(module.file)
      for (const id of module.imports) {
        const next = idToModuleMap.get(id)
        if (next) visit(next)
      }
    }
    for (const module of fileToModulesMap.get(path) ?? []) visit(module)
    return found
  }
}

/** Vitest, and the files beside this one. */
const isKept = (id: string): boolean => /\/vitest\/dist\/|\/@vitest\/|\/scripts\/mutate\//.test(id)

const forgetModule = (module: LoadedModule): void => {
  module.evaluated = false
  module.promise = undefined
  module.exports = undefined
}

/** Vitest keeps them at a global name. */
const findModules = (): Modules => {
  const worker: unknown = Reflect.get(globalThis, '__vitest_worker__')
  return (worker as { readonly evaluatedModules: Modules }).evaluatedModules
}
