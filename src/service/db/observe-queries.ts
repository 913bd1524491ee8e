import type { Pool, PoolClient } from 'pg'

/** Calls `observe` for each query of the pool's sessions, with the promise of its result. */
export function observeQueries(
  pool: Pool,
  observe: (result: Promise<unknown>, client: PoolClient) => void,
): void {
  pool.on('connect', (client) => {
    const { query } = client
    Object.assign(client, {
      query: (...given: unknown[]): unknown => {
        const result: unknown = Reflect.apply(query, client, given)
        if (result instanceof Promise) observe(result, client)
        return result
      },
    })
  })
}
