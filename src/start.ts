/**
 * Starts the program of the command together with the code that V8 compiled at an earlier start, which takes half as long as compiling
 * it again. In the build it is CommonJS: to import a module of Node takes longer than to require it.
 */
import module, { createRequire } from 'node:module'
import { join } from 'node:path'
import { compilePatternsOnce } from './compile-patterns-once.ts'
import { loadCompiled } from './load-compiled.ts'
import { resetAfterStart, setStartOptions } from './start-options.ts'

const load = createRequire(import.meta.url)
// Before the code is loaded that was compiled with these options.
compilePatternsOnce(load)
setStartOptions()
loadCompiled(join(import.meta.dirname, 'core.cjs'), load)
resetAfterStart()
// From Node 22.8 on, Node does the same for the smaller files that are loaded when they are needed.
const { enableCompileCache } = module as { readonly enableCompileCache?: () => unknown }
enableCompileCache?.()
load('./main.cjs')
