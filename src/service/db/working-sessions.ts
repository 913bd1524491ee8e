import { Client } from 'pg'
import * as z from 'zod/mini'

/** `isWorking`: whether the server works on a statement of the session that was silent for `silentMs`. */
export type WorkingSessions = { isWorking: (processId: number | undefined) => boolean }

const CONNECT_TIMEOUT_MS = 5_000

/**
 * The sessions of our role in which the server works on a statement. A session that waits for bytes of its client, or to
 * write to it, does not work: its client waits for the server. `is_long` compares two times of the server.
 */
const WORKING = `
  select pid, coalesce(state_change < clock_timestamp() - $1 * interval '1 millisecond', true) as is_long
  from pg_stat_activity
  where usename = current_user and pid <> pg_backend_pid()
    and state in ('active', 'fastpath function call', 'disabled')
    and coalesce(wait_event, '') not in ('ClientRead', 'ClientWrite')`

const workingSchema = z.array(z.object({ pid: z.number(), is_long: z.boolean() }))
const ownSchema = z.tuple([z.object({ pid: z.number() })])
const sessionSchema = z.object({ processID: z.nullish(z.number()) })

/** The number of a session's server process, as the server told the driver. A pooler tells another number. */
export function readProcessId(client: object): number | undefined {
  return sessionSchema.safeParse(client).data?.processID ?? undefined
}

/**
 * Asks the server over a new connection which sessions work. Behind a pooler the numbers of sessions are not known: each
 * session then counts as working while any of our role works for half of `silentMs`. Returns undefined if the server cannot
 * be asked.
 */
export async function readWorkingSessions(
  connectionString: string,
  silentMs: number,
): Promise<WorkingSessions | undefined> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
    application_name: 'latchkey session check',
  })
  // Its query fails with the same error.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const own = z.parse(ownSchema, (await client.query('select pg_backend_pid() as pid')).rows)
    const working = z.parse(workingSchema, (await client.query(WORKING, [silentMs / 2])).rows)
    const isDirect = own[0].pid === readProcessId(client)
    const ids = new Set(working.map(({ pid }) => pid))
    const hasLong = working.some(({ is_long: isLong }) => isLong)
    return { isWorking: (id) => (isDirect && id !== undefined ? ids.has(id) : hasLong) }
  } catch {
    return undefined
  } finally {
    void client.end().catch(() => undefined)
  }
}
