import { sql } from 'kysely'
import type { Context } from '#service/context.ts'

/** A note is written at most this often for each key and kind of note, in each process. */
const INTERVAL_MS = 60_000

/** Notes on keys are written outside the request that causes them, and seldom: no request waits for one. */
export function createKeyNotes(ctx: Pick<Context, 'db' | 'clock' | 'log'>) {
  const notedAtMs = new Map<string, number>()
  const writing = new Set<Promise<void>>()

  /** Runs at most once a minute for each key; a failure is logged and has no other effect. */
  const once = (kind: string, keyId: string, write: () => Promise<void>) => {
    const name = `${kind} ${keyId}`
    const nowMs = ctx.clock.now().getTime()
    if (nowMs - (notedAtMs.get(name) ?? -Infinity) < INTERVAL_MS) return
    notedAtMs.set(name, nowMs)
    const written = logFailure(ctx, kind, keyId, write).finally(() => writing.delete(written))
    writing.add(written)
  }
  return {
    once,
    /** Last use: when and from where. */
    used: (keyId: string, ip: string | undefined) => once('last use', keyId, () => writeUse(ctx, keyId, ip)),
    /** A request from outside the allow-list. */
    outside: (keyId: string, ip: string | undefined) =>
      once('use outside its allow-list', keyId, () => writeOutside(ctx, keyId, ip)),
    /** Resolves when everything noted is written. */
    settle: async () => {
      await Promise.all(writing)
    },
  }
}

/** The clocks of several processes may differ a little: the later of two notes stays. */
async function writeUse(ctx: Pick<Context, 'db' | 'clock'>, keyId: string, ip: string | undefined) {
  const now = ctx.clock.now()
  await ctx.db
    .updateTable('api_keys')
    .set({ last_used_at: now, last_used_ip: ip ?? null })
    .where('id', '=', keyId)
    .where(sql<boolean>`coalesce(last_used_at < ${now}, true)`)
    .execute()
}

async function writeOutside(ctx: Pick<Context, 'db' | 'clock'>, keyId: string, ip: string | undefined) {
  const now = ctx.clock.now()
  await ctx.db
    .updateTable('api_keys')
    .set({ ip_refused_at: now, ip_refused: ip ?? 'unknown' })
    .where('id', '=', keyId)
    .where(sql<boolean>`coalesce(ip_refused_at < ${now}, true)`)
    .execute()
}

async function logFailure(
  ctx: Pick<Context, 'log'>,
  kind: string,
  keyId: string,
  write: () => Promise<void>,
): Promise<void> {
  try {
    await write()
  } catch (error) {
    ctx.log.warn(
      { keyId, reason: error instanceof Error ? error.message : '' },
      `a key's ${kind} was not noted`,
    )
  }
}
