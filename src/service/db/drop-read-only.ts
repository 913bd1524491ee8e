import { Client, type Pool } from 'pg'
import * as z from 'zod/mini'
import { observeQueries } from './observe-queries.ts'

/** SQLSTATE of a write in a read-only session. */
const readOnlySchema = z.object({ code: z.literal('25006') })

/**
 * Ends each session in which the server refused a write as read-only. The session ends when it is returned to the
 * pool, and the pool then opens a new one. After a failover, sessions can stay connected to the server that became a
 * standby, and new ones can be opened there until the host name points to another server. Without this, the pool
 * would keep such a session for as long as it is used.
 */
export function dropReadOnly(pool: Pool): void {
  const readOnly = new WeakSet<object>()
  observeQueries(pool, (result, client) => {
    result.catch((error: unknown) => {
      if (readOnlySchema.safeParse(error).success) readOnly.add(client)
    })
  })
  // The pool discards a session that is ended before it is returned.
  pool.on('release', (_error, client) => {
    if (readOnly.has(client) && client instanceof Client) void client.end().catch(() => undefined)
  })
}
