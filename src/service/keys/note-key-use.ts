import { sql, type Updateable } from 'kysely'
import type { HasClock, HasDatabase, HasLog } from '#service/context-parts.ts'
import type { KeyTables } from './tables.ts'

/** Minimum interval in milliseconds between two writes of the same kind for a key, per process. */
const INTERVAL_MS = 60_000

type KeyNotes = {
  /** Runs `write` at most once a minute for each kind and key. A failure is logged and has no other effect. */
  once: (kind: string, keyId: string, write: () => Promise<void>) => void
  /** Records the time and the IP address of the last use. */
  used: (keyId: string, ip: string | undefined) => void
  /** Records a request from an IP address outside of the allowlist. */
  outside: (keyId: string, ip: string | undefined) => void
  /** Resolves when all notes are written. */
  settle: () => Promise<void>
}

/**
 * Records facts about keys, at most once a minute each. Writes them in the background, so that no request waits for
 * it.
 */
export function createKeyNotes(ctx: HasClock & HasDatabase & HasLog): KeyNotes {
  const notedAtMs = new Map<string, number>()
  const writing = new Set<Promise<void>>()

  const once: KeyNotes['once'] = (kind, keyId, write) => {
    const name = `${kind} ${keyId}`
    const nowMs = ctx.clock.now().getTime()
    if (nowMs - (notedAtMs.get(name) ?? -Infinity) < INTERVAL_MS) return
    notedAtMs.set(name, nowMs)
    const written = write()
      .catch((error: unknown) => {
        ctx.log.warn({ keyId, err: error }, `a key's ${kind} was not recorded`)
      })
      .finally(() => writing.delete(written))
    writing.add(written)
  }
  return {
    once,
    used: (keyId, ip) =>
      once('last use', keyId, () =>
        note(ctx, keyId, 'last_used_at', { last_used_at: ctx.clock.now(), last_used_ip: ip ?? null }),
      ),
    outside: (keyId, ip) =>
      once('use outside its allow-list', keyId, () =>
        note(ctx, keyId, 'ip_refused_at', { ip_refused_at: ctx.clock.now(), ip_refused: ip ?? 'unknown' }),
      ),
    settle: async () => {
      await Promise.all(writing)
    },
  }
}

/** Writes a note. The clocks of several processes may differ a little, so the later of two notes stays. */
async function note(
  { db }: HasDatabase,
  keyId: string,
  at: 'last_used_at' | 'ip_refused_at',
  values: Updateable<KeyTables['api_keys']>,
): Promise<void> {
  const isLater = sql<boolean>`coalesce(${sql.ref(at)} < ${values[at]}, true)`
  await db.updateTable('api_keys').set(values).where('id', '=', keyId).where(isLater).execute()
}
