import type { PGlite } from '@electric-sql/pglite'

/** The one session of an embedded engine, wherever it runs. */
export type PGliteEngine = {
  /**
   * Answers all that the engine says to a message of Postgres' protocol, its errors too, as bytes. One message is
   * answered after the other. The message is the engine's from then on.
   */
  exchange: (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>
  /** Lets what was asked be answered, then closes the files. */
  close: () => Promise<void>
}

/** An engine in this thread. Whoever uses the same `PGlite` directly waits for the other's answer. */
export function engineInThisThread(pglite: PGlite): PGliteEngine {
  return {
    exchange: (message) => pglite.runExclusive(() => pglite.execProtocolRaw(message, { syncToFs: false })),
    close: async () => {
      if (!pglite.closed) await pglite.close()
    },
  }
}
