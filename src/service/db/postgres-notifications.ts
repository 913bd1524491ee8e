import { Client } from 'pg'
import type { Logger } from 'pino'
import {
  DATABASE_CHANNEL,
  NotificationHandlers,
  notify,
  type NotificationChannel,
  type NotificationHandler,
  type Notifications,
} from './notifications.ts'

const CONNECT_TIMEOUT_MS = 5_000
const RECONNECT_MS = 1_000
/** A connection that a firewall dropped is silent: it is probed. */
const HEARTBEAT_MS = 15_000

/** Notifications of Postgres by one connection of its own, made with the first listener and whenever it is lost. */
export class PostgresNotifications implements Notifications {
  readonly notify = notify
  readonly #databaseUrl: string
  readonly #log: Logger
  readonly #handlers = new NotificationHandlers()
  #client: Client | undefined
  #connecting: Promise<void> | undefined
  #heartbeat: NodeJS.Timeout | undefined
  #retry: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: { databaseUrl: string; log: Logger }) {
    this.#databaseUrl = options.databaseUrl
    this.#log = options.log
  }

  async listen(channel: NotificationChannel, handler: NotificationHandler): Promise<() => void> {
    const stop = this.#handlers.add(channel, handler)
    // One that fails is made again in the background; the handler is then called without a payload.
    await this.#connected().catch(() => undefined)
    return stop
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    clearInterval(this.#heartbeat)
    await this.#client?.end().catch(() => undefined)
  }

  #connected(): Promise<void> {
    if (this.#isClosed) return Promise.resolve()
    clearTimeout(this.#retry)
    this.#connecting ??= this.#connect()
    return this.#connecting
  }

  async #connect(): Promise<void> {
    const client = createClient(this.#databaseUrl)
    client.on('notification', ({ payload }) => this.#handlers.dispatch(payload ?? ''))
    client.on('error', (error) => this.#lost(client, error))
    client.on('end', () => this.#lost(client, new Error('the connection ended')))
    this.#client = client
    try {
      await client.connect()
      await client.query(`listen ${DATABASE_CHANNEL}`)
    } catch (error) {
      this.#lost(client, error)
      throw error
    }
    this.#heartbeat = setInterval(() => void this.#beat(client), HEARTBEAT_MS)
    this.#heartbeat.unref()
    this.#handlers.missed()
  }

  async #beat(client: Client): Promise<void> {
    try {
      await client.query('select 1')
    } catch (error) {
      this.#lost(client, error)
    }
  }

  #lost(client: Client, error: unknown): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.#connecting = undefined
    clearInterval(this.#heartbeat)
    client.removeAllListeners()
    // Later errors of this client are of no interest, and without a listener would end the process.
    client.on('error', () => undefined)
    void client.end().catch(() => undefined)
    if (this.#isClosed) return
    const reason = error instanceof Error ? error.message : String(error)
    this.#log.warn({ reason }, 'the connection for notifications was lost; making another')
    this.#retry = setTimeout(() => void this.#connected().catch(() => undefined), RECONNECT_MS)
    this.#retry.unref()
  }
}

function createClient(databaseUrl: string): Client {
  return new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'latchkey notifications',
  })
}
