import type { Scope } from '#protocol/baas/scopes.ts'
import type { LiveListener, LiveState, PublishedEvent } from './live/live-followers.ts'

/** An organization and the key that opens the service for it. The key never leaves the server. */
export type Organization = { id: string; name: string; apiKey: string }

export type KeyScopes = {
  /** Notes that the key in use has a scope, or lacks it, without being waited for. */
  learn: (organization: Organization, scope: Scope, held: boolean) => void
  /** Resolves when everything noted so far is written. */
  settle: () => Promise<void>
}

/** The state changes of each organization as they happen, for everybody of this process who watches. */
export type LiveHub = {
  /** Follows an organization until the answered function is called. */
  subscribe: (subscription: { organizationId: string; listener: LiveListener }) => () => void
  /**
   * Resolves `true` with the next news of a transaction, and also when some may have been missed: read it then.
   * `false` when the time has passed or `signal` is aborted. Begin to wait before you read, and wait again after
   * a reading that shows nothing new:
   *
   *     const news = hub.waitForTransaction(…)
   *     if ((await read()).status === known) await news
   */
  waitForTransaction: (wait: TransactionWait) => Promise<boolean>
  /** Delivers to this process's listeners what did not come by the service's stream. It has no position to resume from. */
  publish: (organizationId: string, event: PublishedEvent) => void
  /** `off`: the service has no such stream; only what is published comes. */
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

/** Makes the exports that are asked for, in the background of a process; several processes share them. */
export type ExportRunner = {
  /** Takes up what was left, now and from time to time. */
  start: () => void
  /** There is something to do. */
  wake: () => void
  /** Ends after the page at hand. */
  stop: () => Promise<void>
}
