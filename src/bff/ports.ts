import type { LiveListener, LiveState, PublishedEvent } from './live/live-followers.ts'

/** Delivers the state changes of each organization to all listeners of this process. */
export type LiveHub = {
  /** Subscribes to an organization. Returns a function that unsubscribes. */
  subscribe: (subscription: { organizationId: string; listener: LiveListener }) => () => void
  /**
   * Resolves to `true` at the next change of a transaction, or if a change may have been missed. Resolves to `false`
   * at the timeout or when `signal` is aborted. Start to wait before you read. Wait again if the read shows no change:
   *
   *     const news = hub.waitForTransaction(…)
   *     if ((await read()).status === known) await news
   */
  waitForTransaction: (wait: TransactionWait) => Promise<boolean>
  /**
   * Sends events from outside the service's stream to this process's listeners. They have no id to resume from.
   */
  publish: (organizationId: string, event: PublishedEvent) => void
  /**
   * Notifies open pages of this process that an administrator changed something. Skips the pages of `bySession`,
   * the hash of the administrator's session.
   */
  publishChange: (organizationId: string, bySession?: string) => void
  /**
   * Returns the state of the connection. `off` means that the service has no stream, so only published events arrive.
   */
  state: (organizationId: string) => LiveState
  /** Ends all waits and the connections to the service. */
  stop: () => void
}

export type TransactionWait = {
  organizationId: string
  transactionUuid: string
  signal: AbortSignal
  timeoutMs: number
}

/** Sends mail. `send` rejects if the mail was not accepted. */
export type Mailer = { send: (mail: { to: string; subject: string; text: string }) => Promise<void> }

/**
 * Result of a guarded request to another server's address. `problem` is the reason for a failure, as a clause that a
 * sentence can quote, such as "the server could not be reached".
 */
type TargetAnswer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export type FetchTarget = (
  url: string,
  options: { headers: Record<string, string>; timeoutMs: number; bytesMax: number },
) => Promise<TargetAnswer | { problem: string }>

/** An organization and its API key at the service. The key never leaves the server. */
export type Organization = { id: string; name: string; apiKey: string }
