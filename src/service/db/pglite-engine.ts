import type { PGlite } from '@electric-sql/pglite'
import { joinBytes } from '#shared/signing/hex.ts'

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
    exchange: (message) => pglite.runExclusive(() => answerOf(pglite, message)),
    close: async () => {
      if (!pglite.closed) await pglite.close()
    },
  }
}

/** The bytes of the answer as they are: PGlite's other ways parse them besides. */
export async function answerOf(pglite: PGlite, message: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  // A piece is a view of the engine's memory, which it uses again.
  const onRawData = (piece: Uint8Array) => void pieces.push(piece.slice())
  await pglite.execProtocolRawStream(message, { syncToFs: false, onRawData })
  return joinBytes(pieces)
}
