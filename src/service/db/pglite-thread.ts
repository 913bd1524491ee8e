import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
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
  if (message === 'close') void close()
  else parentPort?.postMessage(pglite.execProtocolRawSync(message))
})
parentPort?.postMessage('ready')

async function close(): Promise<void> {
  await pglite.close()
  parentPort?.close()
}
