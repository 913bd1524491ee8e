import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { messages, PGlite } from '@electric-sql/pglite'
import { DURABLE_START_PARAMS, DurableFileSystem, PGLITE_OPTIONS } from './pglite-options.ts'
import { PreparedStatements } from './prepared.ts'
import type { ThreadMessage, ThreadQuery } from './start-pglite-thread.ts'

/**
 * The program of the embedded engine's thread (`start-pglite-thread.ts`). `workerData` is the folder. It posts
 * `ready`, then runs the queries in order, passes notifications on, and ends after `close`.
 */
const pglite = await PGlite.create({
  ...PGLITE_OPTIONS,
  fs: new DurableFileSystem(join(String(workerData), 'database')),
  startParams: DURABLE_START_PARAMS,
})

const statements = new PreparedStatements(pglite)
let turn: Promise<void> = Promise.resolve()

pglite.onNotification((channel, payload) => post({ kind: 'notification', channel, payload }))
parentPort?.on('message', (message: ThreadQuery | 'close') => {
  turn = turn.then(() => (message === 'close' ? close() : answer(message)))
})
post({ kind: 'ready' })

async function answer({ sql, parameters }: ThreadQuery): Promise<void> {
  try {
    const result = await statements.query(sql, parameters)
    // The columns' types are not used, and copying them to the other thread would cost time for each query.
    post({ kind: 'result', result: { ...result, fields: [] } })
  } catch (error) {
    post({ kind: 'failure', ...toFailure(error) })
    // After a panic the engine never responds again, and a query would wait forever.
    if (error instanceof messages.DatabaseError && error.severity === 'PANIC') process.exit(1)
  }
}

/**
 * Converts an error for another thread. An error loses everything but its message on the way. PGlite's errors also
 * contain the parameters, which must not be logged.
 */
function toFailure(error: unknown) {
  if (!(error instanceof messages.DatabaseError)) return { message: String(error), fields: {} }
  const { message, severity, code, detail, hint, position, table, column, constraint } = error
  return { message, fields: { severity, code, detail, hint, position, table, column, constraint } }
}

function post(message: ThreadMessage): void {
  parentPort?.postMessage(message)
}

async function close(): Promise<void> {
  await pglite.close()
  parentPort?.close()
}
