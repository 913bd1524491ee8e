import { Client, type Pool, type PoolClient } from 'pg'
import type { Logger } from 'pino'
import { observeQueries } from './observe-queries.ts'
import { readProcessId, readWorkingSessions, type WorkingSessions } from './working-sessions.ts'

/** Time without a response after which the server is asked about a session, and between two questions, in milliseconds. */
const SILENT_MS = 5_000

type LostSessionOptions = { connectionString: string; log: Logger; silentMs?: number }

/**
 * Ends each session that waits for a statement on which its server does not work, so that the pool opens another. After a
 * failover without a reset, TCP would wait for about 15 minutes (brianc/node-postgres 2973). The server is asked over a new
 * connection, so a slow statement or commit is not ended, and nothing is ended while no connection can be opened. The outcome
 * of a lost commit is unknown: its request fails with 503, and a repetition finds what was stored.
 */
export function endLostSessions(
  pool: Pool,
  { connectionString, log, silentMs = SILENT_MS }: LostSessionOptions,
): void {
  let question: Promise<WorkingSessions | undefined> | undefined
  /** Sessions that fall silent together share one question, and one connection. */
  const askServer = () => {
    question ??= readWorkingSessions(connectionString, silentMs).finally(() => {
      question = undefined
    })
    return question
  }
  const isLost = async (client: PoolClient) => {
    const sessions = await askServer()
    return sessions !== undefined && !sessions.isWorking(readProcessId(client))
  }
  observeQueries(pool, (result, client) => {
    let isPending = true
    const check = (): void => {
      void isLost(client).then((mustEnd) => {
        if (!isPending) return
        if (mustEnd) end(client, log)
        else timer = setTimeout(check, silentMs)
      })
    }
    let timer = setTimeout(check, silentMs)
    const stop = () => {
      isPending = false
      clearTimeout(timer)
    }
    result.then(stop, stop)
  })
}

/** With a statement in progress, the driver closes the socket at once, and fails the statement. */
function end(client: PoolClient, log: Logger): void {
  if (!(client instanceof Client)) return
  log.warn('a database session fell silent, and its server does not work on it; it is replaced')
  void client.end().catch(() => undefined)
}
