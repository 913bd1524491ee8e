import type { EventBody } from '#protocol/events.ts'

/**
 * First element of the query keys that an event may change. `protection`: who must sign or approve for a
 * wallet.
 */
type LiveQuery =
  | 'address-book'
  | 'api-keys'
  | 'balances'
  | 'overview'
  | 'protection'
  | 'transactions'
  | 'wallet-summaries'
  | 'wallets'
  | 'webhooks'

export const EVERYTHING = '*'

/**
 * Minimum time between two reads of a query, in milliseconds. Limits floods of events to two reads per
 * second.
 */
const PACE_MS = 500

/**
 * Delay of the second read after an event, in milliseconds. An event's consequences, such as a sent mail or a
 * delivered webhook, have no event of their own.
 */
const ECHO_MS = 3_000

/**
 * Queries that an executed call may change. A call may also set the backup, refuse a recovery or grant a permission.
 */
const MOVED: readonly LiveQuery[] = ['transactions', 'balances', 'protection', 'wallet-summaries']

/**
 * Queries that a new wallet, co-signer or approver may change. The wallet list can be filtered by whether the
 * end-user has enrolled.
 */
const ENROLLED: readonly LiveQuery[] = ['wallets', 'protection', 'wallet-summaries']

/** Queries that each event changes. */
const CHANGED: Readonly<Record<EventBody['type'], readonly LiveQuery[]>> = {
  'transaction.held': ['transactions'],
  'transaction.seen': ['transactions'],
  'transaction.approval-given': ['transactions'],
  'transaction.approved': ['transactions'],
  'transaction.rejected': ['transactions'],
  'transaction.submitted': ['transactions'],
  'transaction.confirmed': MOVED,
  'transaction.failed': MOVED,
  'transaction.expired': ['transactions'],
  'transaction.cancelled': ['transactions'],
  'message.held': [],
  'message.decided': [],
  // A displayed address may now have a name.
  'wallet.created': [...ENROLLED, 'address-book'],
  'wallet.cosigner.set': ENROLLED,
  'wallet.cosigner.removal.started': ['protection'],
  'wallet.cosigner.removed': ENROLLED,
  'wallet.key.added': ['protection'],
  'wallet.key.removed': ['protection'],
  'approver.enrolled': ENROLLED,
  'approver.passkey-removed': [],
  'apikey.exposed': ['api-keys'],
  'alert.raised': [],
  'alert.cleared': [],
  'webhook.test': [],
}

/** Queries to refetch after an event. The overview's numbers change with every event. */
export function listQueries(type: EventBody['type']): LiveQuery[] {
  return [...CHANGED[type], 'webhooks', 'overview']
}

type Pace = { timer: ReturnType<typeof setTimeout>; isWanted: boolean }

/**
 * Turns events into refetches. The first event refetches at once, and events that follow are batched into a
 * later one.
 */
export function createRefresher(refresh: (query: LiveQuery | typeof EVERYTHING) => void): {
  onEvent: (type: EventBody['type']) => void
  refreshAll: () => void
  stop: () => void
} {
  const paces = new Map<LiveQuery | typeof EVERYTHING, Pace>()
  const echoes = new Map<LiveQuery, ReturnType<typeof setTimeout>>()

  const paced = (query: LiveQuery | typeof EVERYTHING) => {
    const pace = paces.get(EVERYTHING) ?? paces.get(query)
    if (pace !== undefined) {
      pace.isWanted = true
      return
    }
    refresh(query)
    const timer = setTimeout(() => {
      const wasWanted = paces.get(query)?.isWanted === true
      paces.delete(query)
      if (wasWanted) paced(query)
    }, PACE_MS)
    paces.set(query, { timer, isWanted: false })
  }
  return {
    onEvent: (type: EventBody['type']) => {
      for (const query of listQueries(type)) {
        paced(query)
        clearTimeout(echoes.get(query))
        echoes.set(
          query,
          setTimeout(() => paced(query), ECHO_MS),
        )
      }
    },
    /** Refetches all displayed data. */
    refreshAll: () => paced(EVERYTHING),
    stop: () => {
      for (const { timer } of paces.values()) clearTimeout(timer)
      for (const timer of echoes.values()) clearTimeout(timer)
      paces.clear()
      echoes.clear()
    },
  }
}
