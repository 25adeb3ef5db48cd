/**
 * The client of the Animal Store.
 */
import { Connection, type ConnectionOptions } from './connection.ts'

export type AnimalStatus = 'available' | 'pending' | 'sold'

export interface NewAnimal {
  readonly name: string
  readonly categoryId: number
  readonly status?: AnimalStatus
}

export interface Animal extends NewAnimal {
  readonly id: number
}

export interface AnimalFilter {
  readonly status?: AnimalStatus
  /** From 1 to 100. Default 20. */
  readonly limit?: number
}

/** The real address. */
const production = 'https://api.animal-store.test/v1'

/** Methods reject with ServiceError if the store responds with an error, and with TypeError if it cannot be reached. */
export class AnimalStore {
  readonly #connection: Connection

  constructor({ baseUrl = production, ...options }: Partial<ConnectionOptions> & { readonly key: string }) {
    this.#connection = new Connection({ baseUrl, ...options })
  }

  /** By id. */
  async list({ status, limit }: AnimalFilter = {}): Promise<readonly Animal[]> {
    const query = new URLSearchParams()
    if (status !== undefined) query.set('status', status)
    if (limit !== undefined) query.set('limit', String(limit))
    return await this.#connection.get(query.size === 0 ? '/pets' : `/pets?${query}`)
  }

  async add(animal: NewAnimal): Promise<Animal> {
    return await this.#connection.post('/pets', animal)
  }
}
