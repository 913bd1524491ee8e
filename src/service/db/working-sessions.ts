import { Client } from 'pg'
import * as z from 'zod/mini'

/** `isWorking`: whether the server works on a statement of the session. */
export type WorkingSessions = { isWorking: (processId: number | undefined) => boolean }

const CONNECT_TIMEOUT_MS = 5_000

/**
 * Selects the sessions of our role in which the server works on a statement, and the session that asks. A session
 * that waits to read from its client, or to write to it, does not count as working. A session whose state is unknown
 * does. The server's own processes may have our role too, and are omitted.
 *
 * A role may act as another one (`alter role … set role`). `usename` is the role that connected, and only this role
 * may see the states. Both statements are one message and one transaction, so a pooler's session has its role back
 * afterward.
 */
const QUESTION = `
  set local role none;
  select pid, state, pid = pg_backend_pid() as is_own
  from pg_stat_activity
  where usename = session_user and coalesce(backend_type, 'client backend') = 'client backend'
    and coalesce(state, '') not in ('idle', 'idle in transaction', 'idle in transaction (aborted)')
    and coalesce(wait_event, '') not in ('ClientRead', 'ClientWrite')`

const rowSchema = z.object({ pid: z.number(), state: z.nullable(z.string()), is_own: z.boolean() })
/** One result for each statement. */
const responseSchema = z.tuple([z.unknown(), z.object({ rows: z.array(rowSchema) })])
const sessionSchema = z.object({ processID: z.nullish(z.number()) })
const streamSchema = z.object({ connection: z.object({ stream: z.object({ bytesRead: z.number() }) }) })

/**
 * Returns the process id of a session's server process, as the driver received it. A pooler sends a different number.
 */
export function readProcessId(client: object): number | undefined {
  return sessionSchema.safeParse(client).data?.processID ?? undefined
}

/** The number of bytes that arrived from the session's server, or undefined if its stream does not count them. */
export function readReceivedBytes(client: object): number | undefined {
  return streamSchema.safeParse(client).data?.connection.stream.bytesRead
}

/**
 * Asks the server over a new connection which sessions work on a statement. Behind a pooler, the process ids of our
 * sessions are unknown, and a statement may wait in the pooler. Each session then counts as working while any session
 * of our role works. Returns undefined if the server cannot be asked, or does not show the states of sessions.
 */
export async function readWorkingSessions(connectionString: string): Promise<WorkingSessions | undefined> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
    application_name: 'latchkey session check',
  })
  // Ignores the event, because the query fails with the same error.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const response: unknown = await client.query(QUESTION)
    const [, { rows }] = z.parse(responseSchema, response)
    const own = rows.find(({ is_own: isOwn }) => isOwn)
    if (own?.state !== 'active') return undefined
    const isDirect = own.pid === readProcessId(client)
    const ids = new Set(rows.filter((row) => row !== own).map(({ pid }) => pid))
    return { isWorking: (id) => (isDirect && id !== undefined ? ids.has(id) : ids.size > 0) }
  } catch {
    return undefined
  } finally {
    void client.end().catch(() => undefined)
  }
}
