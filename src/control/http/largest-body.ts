/**
 * How large the body of a request to the control API may be. An import has the records of all resources, so it may be larger.
 */

/** By operationId: how many times the limit on other bodies. */
const factors: ReadonlyMap<string, number> = new Map([['importSandbox', 64]])

/** In bytes. `maxBody`: the limit of --max-body. */
export const largestBody = (route: string, maxBody: number): number => (factors.get(route) ?? 1) * maxBody
