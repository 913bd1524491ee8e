import type { Pool, PoolClient } from 'pg'

/** Calls `observe` with the result of each query, when a session of the pool sends it. */
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
