import { EventEmitter } from 'node:events'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from './database.ts'

/**
 * Channels on which processes notify each other through the database, with their payload in parentheses. `outbox`:
 * events were stored (organization id). `events`: events got their sequence (organization id). `deliveries`: a
 * webhook is due. `approved`: a held transaction was approved (its uuid). `approver-mails`: a mail to an end-user is
 * due (approver id). `outcomes`: the state of digests must be read from wallets (empty). `objections`: a policy
 * signer objects to a removal (empty). `approval-wallets`: an approval wallet was stored and must be deployed (empty).
 * `probe`: a check that notifications arrive (a random text).
 */
export type NotificationChannel =
  | 'outbox'
  | 'events'
  | 'deliveries'
  | 'approved'
  | 'approver-mails'
  | 'outcomes'
  | 'objections'
  | 'approval-wallets'
  | 'probe'

/**
 * `payload` is undefined if notifications may have been missed, because the connection was lost or was just
 * opened. Anything that the handler watches may then have changed.
 */
export type NotificationHandler = (payload: string | undefined) => void

export type Notifications = {
  /**
   * Resolves once the handler receives everything that is committed from then on. Returns the function that
   * stops listening.
   */
  listen: (channel: NotificationChannel, handler: NotificationHandler) => Promise<() => void>
}

/** All channels share one Postgres channel, so that a process listens once: `<channel> <payload>`. */
export const DATABASE_CHANNEL = 'latchkey'

/**
 * Notifies every process, including this one, if and only if the transaction commits. Equal notifications of a
 * transaction arrive only once.
 */
export async function notify(trx: Database, channel: NotificationChannel, payload: string): Promise<void> {
  await sql`select ${notification(channel, sql`${payload}::text`)}`.execute(trx)
}

/** SQL that notifies as part of another statement. `payload` is an expression of type text. */
export function notification(
  channel: NotificationChannel,
  payload: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`pg_notify(${sql.lit(DATABASE_CHANNEL)}, ${sql.lit(`${channel} `)} || ${payload})`
}

/** Passes the notifications of the shared channel to the handlers of the channel that they name. */
export class NotificationHandlers {
  readonly #handlers = new EventEmitter().setMaxListeners(0)

  add(channel: NotificationChannel, handler: NotificationHandler): () => void {
    this.#handlers.on(channel, handler)
    return () => void this.#handlers.off(channel, handler)
  }

  dispatch(payload: string): void {
    const space = payload.indexOf(' ')
    this.#handlers.emit(payload.slice(0, space), payload.slice(space + 1))
  }

  /** Calls every handler without a payload, because notifications may have been missed. */
  missed(): void {
    for (const channel of this.#handlers.eventNames()) this.#handlers.emit(channel, undefined)
  }
}
