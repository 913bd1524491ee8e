import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { answerOf } from './pglite-engine.ts'
import { DURABLE_START_PARAMS, DurableFileSystem } from './durable-file-system.ts'
import { PGLITE_EXTENSIONS } from './pglite-extensions.ts'

/**
 * The program of the embedded engine's thread (`start-pglite-thread.ts`). `workerData` is the folder. It says `ready`,
 * then answers each message of Postgres' protocol by the bytes of the answer, and ends after `close`.
 */
const pglite = await PGlite.create({
  fs: new DurableFileSystem(join(String(workerData), 'database')),
  startParams: DURABLE_START_PARAMS,
  extensions: PGLITE_EXTENSIONS,
})

parentPort?.on('message', (message: Uint8Array | 'close') => {
  void (message === 'close' ? close() : answer(message))
})
parentPort?.postMessage('ready')

async function answer(message: Uint8Array): Promise<void> {
  const bytes = await answerOf(pglite, message)
  parentPort?.postMessage(bytes, [bytes.buffer])
}

async function close(): Promise<void> {
  await pglite.close()
  parentPort?.close()
}
