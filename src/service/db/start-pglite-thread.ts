import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PGlite, Results } from '@electric-sql/pglite'

export type ThreadQuery = { sql: string; parameters: unknown[] }
export type ThreadMessage =
  | { kind: 'ready' }
  | { kind: 'result'; result: Results }
  | { kind: 'failure'; message: string; fields: object }
  | { kind: 'notification'; channel: string; payload: string }

type NotificationCallback = Parameters<PGlite['onNotification']>[0]

/**
 * Starts the embedded engine of a folder in its own thread. Its queries and its waits for the disk do not block the
 * thread that handles requests (docs/speed.md). The caller holds the folder's lock.
 *
 * @throws Error if the engine does not start
 */
export async function startPGliteThread(directory: string): Promise<PGliteThread> {
  const program = import.meta.url.endsWith('.ts') ? './pglite-thread-sources.mjs' : './pglite-thread.js'
  const worker = new Worker(new URL(program, import.meta.url), { workerData: directory })
  const first: unknown[] = await Promise.race([once(worker, 'message'), once(worker, 'exit')])
  // A thread can end without an error. The event then has its exit code.
  if (typeof first[0] === 'number') throw new Error('The embedded database did not start')
  return new PGliteThread(worker)
}

/** Returned as 503, with SQLSTATE 57P01, like a Postgres that was shut down. */
class EngineEndedError extends Error {
  override name = 'EngineEndedError'
  readonly code = '57P01'
}

/**
 * The part of PGlite that kysely's dialect needs. The thread runs it. Kysely lends the connection to one user at a
 * time, so that no other query runs between the queries of a transaction.
 */
export class PGliteThread {
  readonly ready = true
  readonly waitReady = Promise.resolve()
  readonly #worker: Worker
  readonly #waiting: { resolve: (result: Results) => void; reject: (error: unknown) => void }[] = []
  #ended: Error | undefined
  #onNotification: NotificationCallback = () => undefined

  constructor(worker: Worker) {
    this.#worker = worker
    worker.on('message', (message: ThreadMessage) => this.#read(message))
    worker.on('error', (error) => this.#end(error))
    worker.on('exit', () => this.#end(new EngineEndedError('The embedded database is closed')))
    worker.unref()
  }

  get closed(): boolean {
    return this.#ended !== undefined
  }

  onNotification(callback: NotificationCallback): void {
    this.#onNotification = callback
  }

  /** @throws the engine's error with its SQLSTATE in `code`, or Error if the thread has ended */
  query<Row>(sql: string, parameters?: unknown[]): Promise<Results<Row>>
  query(sql: string, parameters: unknown[] = []): Promise<Results> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== undefined) return reject(this.#ended)
      this.#worker.postMessage({ sql, parameters } satisfies ThreadQuery)
      this.#worker.ref()
      this.#waiting.push({ resolve, reject })
    })
  }

  async transaction<Result>(
    work: (trx: Pick<PGliteThread, 'query'> & { rollback: () => Promise<void> }) => Promise<Result>,
  ): Promise<Result> {
    const rollback = async () => void (await this.query('rollback'))
    await this.query('begin')
    const result = await work({ query: (...query) => this.query(...query), rollback }).catch(
      async (error: unknown) => {
        await rollback()
        throw error
      },
    )
    const { command } = await this.query('commit')
    // Postgres responds to the commit of an aborted transaction with this word instead of an error. PGlite and kysely
    // use the same message.
    if (command === 'ROLLBACK')
      throw Object.assign(new Error('Transaction was rolled back instead of committed'), { code: '25P02' })
    return result
  }

  /** Waits for pending queries, then closes the files. */
  async close(): Promise<void> {
    if (this.#ended !== undefined) return
    this.#worker.ref()
    const exit = once(this.#worker, 'exit')
    this.#worker.postMessage('close')
    await exit
  }

  #read(message: ThreadMessage): void {
    if (message.kind === 'notification') this.#onNotification(message.channel, message.payload)
    if (message.kind === 'result') this.#waiting.shift()?.resolve(message.result)
    if (message.kind === 'failure')
      this.#waiting.shift()?.reject(Object.assign(new Error(message.message), message.fields))
    // Only a running query keeps the process alive.
    if (this.#waiting.length === 0) this.#worker.unref()
  }

  #end(error: Error): void {
    this.#ended ??= error
    for (const { reject } of this.#waiting.splice(0)) reject(this.#ended)
  }
}
