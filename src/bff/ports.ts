import type { LiveListener, LiveState, PublishedEvent } from './live/live-followers.ts'

/** The state changes of each organization as they happen, for all listeners of this process. */
export type LiveHub = {
  /** Follows an organization until the returned function is called. */
  subscribe: (subscription: { organizationId: string; listener: LiveListener }) => () => void
  /**
   * Resolves `true` with the next change of a transaction, and also when one may have been missed: read it then.
   * `false` at the timeout or when `signal` is aborted. Begin to wait before you read, and wait again after a read
   * without a change:
   *
   *     const news = hub.waitForTransaction(…)
   *     if ((await read()).status === known) await news
   */
  waitForTransaction: (wait: TransactionWait) => Promise<boolean>
  /** Delivers events from outside the service's stream to this process's listeners, without a position to resume. */
  publish: (organizationId: string, event: PublishedEvent) => void
  /**
   * Notifies this process's open pages that an administrator changed something; those of `bySession`, the session's hash,
   * know already.
   */
  publishChange: (organizationId: string, bySession?: string) => void
  /** `off`: the service has no such stream; only published events arrive. */
  state: (organizationId: string) => LiveState
  /** Ends every wait and the connections to the service. */
  stop: () => void
}

export type TransactionWait = {
  organizationId: string
  transactionUuid: string
  signal: AbortSignal
  timeoutMs: number
}
