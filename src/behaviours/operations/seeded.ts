/**
 * Plans that depend on a sandbox's seed: made on the first request with it, and there at once from then on.
 */
export type Seeded<Plan> = (seed: number) => Plan | Promise<Plan>

export const createSeeded = <Plan>(make: (seed: number) => Promise<Plan>): Seeded<Plan> => {
  const made = new Map<number, Plan>()
  const making = new Map<number, Promise<Plan>>()
  return (seed) => {
    const plan = made.get(seed)
    if (plan !== undefined) return plan
    const started =
      making.get(seed) ??
      make(seed).then((ready) => {
        made.set(seed, ready)
        return ready
      })
    making.set(seed, started)
    return started
  }
}
