import { Client, type Pool } from 'pg'
import * as z from 'zod/mini'
import { observeQueries } from './observe-queries.ts'

/** SQLSTATE of a write in a read-only session. */
const readOnlySchema = z.object({ code: z.literal('25006') })

/**
 * Ends each session in which the server refused a write as read-only, so that the pool opens another. The session
 * ends when it is returned to the pool. After a failover, sessions can remain at the server that became a standby,
 * and new ones can be opened there until the host name points to another server. Otherwise the pool would keep
 * such a session for as long as it is in use.
 */
export function dropReadOnly(pool: Pool): void {
  const readOnly = new WeakSet<object>()
  observeQueries(pool, (result, client) => {
    result.catch((error: unknown) => {
      if (readOnlySchema.safeParse(error).success) readOnly.add(client)
    })
  })
  // The pool does not keep a session that was ended before its return.
  pool.on('release', (_error, client) => {
    if (readOnly.has(client) && client instanceof Client) void client.end().catch(() => undefined)
  })
}
