/**
 * Compiles plans when they are first needed: an operation on its first request, and what depends on generated values once
 * for each seed of a sandbox.
 */
import type { Behaviour } from '../behaviour.ts'

export type Run = Behaviour['run']

/** Compiles on the first request. */
export const runLazily = (compile: () => Run): Run => {
  let run: Run | undefined
  return (input, context) => {
    run ??= compile()
    return run(input, context)
  }
}

/** Not a promise once the value for a seed is there. */
export type ForSeed<Value> = (seed: number) => Value | Promise<Value>

export const onceForSeed = <Value>(compile: (seed: number) => Promise<Value>): ForSeed<Value> => {
  const compiled = new Map<number, Value>()
  const pending = new Map<number, Promise<Value>>()
  return (seed) => {
    const known = compiled.get(seed)
    if (known !== undefined) return known
    const started =
      pending.get(seed) ??
      compile(seed).then((value) => {
        compiled.set(seed, value)
        return value
      })
    pending.set(seed, started)
    return started
  }
}

/** Runs requests on what `compile` returns for the seed of their sandbox. */
export const runWith = <Compiled>(
  compile: (seed: number) => Promise<Compiled>,
  run: (compiled: Compiled, ...request: Parameters<Run>) => ReturnType<Run>,
): Run => {
  const compileOnce = onceForSeed(compile)
  // Not an async function: it would wrap the promise of the run in another one.
  return (input, context) => {
    const compiled = compileOnce(context.seed)
    return compiled instanceof Promise
      ? compiled.then((value) => run(value, input, context))
      : run(compiled, input, context)
  }
}
