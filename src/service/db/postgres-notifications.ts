import { Client } from 'pg'
import type { Logger } from 'pino'
import { createJobLoop, type JobLoop } from '#server-kit/jobs/job-loop.ts'
import {
  DATABASE_CHANNEL,
  NotificationHandlers,
  type NotificationChannel,
  type NotificationHandler,
  type Notifications,
} from './notifications.ts'
import { withSessionSettings } from './session-settings.ts'

const CONNECT_TIMEOUT_MS = 5_000
const RECONNECT_MS = 1_000
/**
 * Interval in milliseconds at which the connection is probed, because a connection dropped by a firewall is
 * silent.
 */
const HEARTBEAT_MS = 15_000

/** Postgres notifications over a separate connection, opened with the first listener and whenever it is lost. */
export class PostgresNotifications implements Notifications {
  readonly #databaseUrl: string
  readonly #handlers = new NotificationHandlers()
  readonly #loop: JobLoop
  #client: Client | undefined

  constructor({ databaseUrl, log }: { databaseUrl: string; log: Logger }) {
    this.#databaseUrl = databaseUrl
    this.#loop = createJobLoop({
      round: () => (this.#client === undefined ? this.#connect() : this.#beat(this.#client)),
      pollMs: () => (this.#client === undefined ? RECONNECT_MS : HEARTBEAT_MS),
      log,
      complaint: 'the connection for notifications was lost; making another',
    })
  }

  async listen(channel: NotificationChannel, handler: NotificationHandler): Promise<() => void> {
    const stop = this.#handlers.add(channel, handler)
    // If the connection fails, it is reopened in the background. The handler is then called without a payload.
    this.#loop.start()
    await this.#loop.idle()
    return stop
  }

  async close(): Promise<void> {
    const stopped = this.#loop.stop()
    await this.#client?.end().catch(() => undefined)
    await stopped
  }

  async #connect(): Promise<void> {
    const client = new Client({
      // Overrides the role's settings. A short statement_timeout or idle_session_timeout would end the connection
      // repeatedly.
      connectionString: withSessionSettings(this.#databaseUrl),
      statement_timeout: CONNECT_TIMEOUT_MS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'latchkey notifications',
    })
    client.on('notification', ({ payload }) => this.#handlers.dispatch(payload ?? ''))
    client.on('error', () => this.#lose(client))
    client.on('end', () => this.#lose(client))
    this.#client = client
    try {
      await client.connect()
      await client.query(`listen ${DATABASE_CHANNEL}`)
    } catch (error) {
      this.#lose(client)
      throw error
    }
    this.#handlers.missed()
  }

  async #beat(client: Client): Promise<void> {
    await client.query('select 1').catch((error: unknown) => {
      this.#lose(client)
      throw error
    })
  }

  #lose(client: Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    client.removeAllListeners()
    // Ignores later errors of this client. Without a listener, they would end the process.
    client.on('error', () => undefined)
    void client.end().catch(() => undefined)
    this.#loop.wake()
  }
}
