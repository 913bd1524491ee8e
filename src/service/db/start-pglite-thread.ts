import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PGliteEngine } from './pglite-engine.ts'

type Waiting = { resolve: (answer: Uint8Array) => void; reject: (error: unknown) => void }

/**
 * The embedded engine in a folder, in a thread of its own: its queries and its waiting for the disk take nothing
 * from the thread that answers requests (docs/adr/0034). The caller holds the folder's lock.
 *
 * @throws Error when the engine does not start; `exchange` throws when the thread has ended
 */
export async function startPGliteThread(directory: string): Promise<PGliteEngine> {
  const worker = startWorker(directory)
  const waiting: Waiting[] = []
  let ended: Error | undefined

  await Promise.race([once(worker, 'message'), endedAtStart(worker)])
  worker.on('message', (answer: Uint8Array) => {
    waiting.shift()?.resolve(answer)
    // A query keeps the process alive, the engine alone does not.
    if (waiting.length === 0) worker.unref()
  })
  worker.on('error', (error) => end(error))
  worker.on('exit', () => end(new Error('The embedded database is closed')))
  worker.unref()

  function end(error: Error): void {
    ended ??= error
    for (const { reject } of waiting.splice(0)) reject(ended)
  }
  return {
    exchange: (message) =>
      new Promise((resolve, reject) => {
        if (ended !== undefined) return reject(ended)
        worker.ref()
        waiting.push({ resolve, reject })
        worker.postMessage(message, [message.buffer])
      }),
    close: async () => {
      if (ended !== undefined) return
      worker.ref()
      const exit = once(worker, 'exit')
      worker.postMessage('close')
      await exit
    },
  }
}

/** A thread that ends without an error says nothing else. */
async function endedAtStart(worker: Worker): Promise<never> {
  await once(worker, 'exit')
  throw new Error('The embedded database did not start')
}

function startWorker(directory: string): Worker {
  const program = import.meta.url.endsWith('.ts') ? './pglite-thread-sources.mjs' : './pglite-thread.js'
  return new Worker(new URL(program, import.meta.url), { workerData: directory })
}
