import { Client, type Pool, type PoolClient } from 'pg'
import type { Logger } from 'pino'
import { observeQueries } from './observe-queries.ts'
import {
  readProcessId,
  readReceivedBytes,
  readWorkingSessions,
  type WorkingSessions,
} from './working-sessions.ts'

/** Time in milliseconds without a byte from the server after which the server is asked about the session. */
const SILENT_MS = 5_000

type LostSessionOptions = { connectionString: string; log: Logger; silentMs?: number }

/**
 * Ends each session that waits for the result of a statement although its server does not work on it. The pool then
 * opens another. After a failover without a reset, TCP would wait for about 15 minutes (brianc/node-postgres 2973). The
 * server is asked over a new connection, so a slow statement or commit is not ended, and nothing is ended while no connection
 * can be opened. A result that arrives slowly is not ended, because its bytes are counted. The outcome of a lost commit is
 * unknown: its request fails with 503, and a repetition finds what was stored.
 */
export function endLostSessions(
  pool: Pool,
  { connectionString, log, silentMs = SILENT_MS }: LostSessionOptions,
): void {
  let question: Promise<WorkingSessions | undefined> | undefined
  /** Sessions that fall silent together share one question, and one connection. */
  const askServer = () => {
    question ??= readWorkingSessions(connectionString).finally(() => {
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
    let received: number | undefined
    let timer: NodeJS.Timeout
    const wait = () => {
      received = readReceivedBytes(client)
      timer = setTimeout(() => void check(), silentMs)
    }
    const check = async () => {
      const isSilent = () => readReceivedBytes(client) === received
      const mustEnd = isSilent() && (await isLost(client))
      if (!isPending) return
      // Bytes may have arrived while the server was asked.
      if (mustEnd && isSilent()) end(client, log)
      else wait()
    }
    const stop = () => {
      isPending = false
      clearTimeout(timer)
    }
    wait()
    result.then(stop, stop)
  })
}

/** With a statement in progress, the driver closes the socket at once, and fails the statement. */
function end(client: PoolClient, log: Logger): void {
  if (!(client instanceof Client)) return
  log.warn('a database session fell silent, and its server does not work on it; it is replaced')
  void client.end().catch(() => undefined)
}
