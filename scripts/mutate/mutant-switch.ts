/**
 * Selects the mutant that is on, in the process of the tests. The rewritten sources call it as `__m`.
 *
 * A mutant that is evaluated too long ends with an exception, so that most endless loops end.
 */

export interface MutantSwitch {
  readonly isOn: (id: number) => boolean
  /** Without counting it as a use. */
  readonly isOnNow: (id: number) => boolean
  readonly use: (...ids: readonly number[]) => void
  readonly addConstant: (
    ids: readonly number[],
    get: () => unknown,
    set: (value: never) => void,
    compute: () => unknown,
  ) => void
}

interface Constant {
  readonly get: () => unknown
  readonly set: (value: never) => void
  readonly compute: () => unknown
}

/** Tests may replace it. */
const now = performance.now.bind(performance)

/** How often the clock is read. */
const usesPerLook = 1024

export class MutantControl {
  /** Where uses are noted. */
  uses = new Set<number>()
  /** How often the mutant that is on was evaluated. */
  count = 0
  #id: number | undefined
  #deadline = 0
  #restore: () => void = () => {}
  readonly #constants = new Map<number, Constant>()

  /** `limit` in milliseconds. */
  turnOn(id: number, limit: number): void {
    this.turnOff()
    this.#id = id
    this.count = 0
    this.#deadline = now() + limit
    const constant = this.#constants.get(id)
    if (!constant) return
    const before = constant.get()
    this.#restore = () => constant.set(before as never)
    constant.set(constant.compute() as never)
  }

  turnOff(): void {
    this.#id = undefined
    this.#restore()
    this.#restore = () => {}
  }

  /** For the rewritten sources. */
  readonly switch: MutantSwitch = {
    isOn: (id) => {
      this.uses.add(id)
      return this.#isOn(id)
    },
    isOnNow: (id) => this.#id === id,
    use: (...ids) => {
      for (const id of ids) {
        this.uses.add(id)
        this.#isOn(id)
      }
    },
    addConstant: (ids, get, set, compute) => {
      for (const id of ids) this.#constants.set(id, { get, set, compute })
    },
  }

  #isOn(id: number): boolean {
    if (this.#id !== id) return false
    this.count += 1
    if (this.count % usesPerLook === 0 && now() > this.#deadline)
      throw new RangeError('the mutant was evaluated for longer than its time limit')
    return true
  }
}
