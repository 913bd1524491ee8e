import type { Server } from 'node:http'

/** A turn of the event loop is quiet if it takes less than this, in milliseconds, and accepts no connection. */
const QUIET_TURN_MS = 0.2
/**
 * Time after which any turn without a connection is enough, in milliseconds. On a busy machine every turn
 * takes longer.
 */
const QUIET_WAIT_MS_MAX = 500
/** Time limit for a turn without a connection, in milliseconds. */
const ACCEPT_WAIT_MS_MAX = 3_000

/**
 * Resolves at the end of a quiet turn. Node accepts one connection per turn. When the listener closes, the system
 * resets established connections that were not accepted. A proxy may already have sent a POST on such a connection,
 * and it must not retry most POSTs.
 */
export function quietTurn(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const askedAt = performance.now()
    let startedAt = -Infinity
    let hasAccepted = true
    const noteConnection = () => void (hasAccepted = true)
    const endTurn = () => {
      const endedAt = performance.now()
      const waited = endedAt - askedAt
      const isShort = endedAt - startedAt < QUIET_TURN_MS || waited > QUIET_WAIT_MS_MAX
      if ((isShort && !hasAccepted) || waited > ACCEPT_WAIT_MS_MAX) {
        server.off('connection', noteConnection)
        resolve()
        return
      }
      startedAt = endedAt
      hasAccepted = false
      setImmediate(endTurn)
    }
    server.on('connection', noteConnection)
    setImmediate(endTurn)
  })
}
