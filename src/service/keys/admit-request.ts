import type { Context } from '#service/context.ts'
import type { Admitted, RequestNotes, Visitor } from '#service/http/admission.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type { Authenticate, AuthenticatedKey } from './authenticate-key.ts'
import { isWithinAllowList } from './ip-allow-list.ts'
import { createRequestLog } from './request-log.ts'
import { createRateLimits, createWrongKeys } from './rate-limits.ts'
import type { Transaction } from '#service/db/database.ts'
import { sql, type Updateable } from 'kysely'
import type { KeyTables } from './tables.ts'

export type Admission = ReturnType<typeof createAdmission>
export type AdmissionContext = Pick<Context, 'db' | 'clock' | 'log' | 'metrics' | 'settings'>

/**
 * Decides which requests are admitted, in this order (profile 6, ADR 0005): a key in a browser is refused,
 * valid or not; then the key must hold; then its address must be allowed; then its limits must have room.
 * Scope and everything behind it is the endpoint's. What is refused here counts against no limit of the
 * key, so that a stolen key that may not be used from there cannot use up its owner's share.
 */
export function createAdmission(
  ctx: AdmissionContext,
  parts: { authenticate: Authenticate; raiseExposed: RaiseExposed },
) {
  const notes = createKeyNotes(ctx)
  const limits = createRateLimits(ctx)
  const requestLog = createRequestLog(ctx)
  const wrongKey = createWrongKeys(ctx)

  const refuseBrowser = (key: AuthenticatedKey | undefined, visitor: Visitor) => {
    if (key !== undefined) {
      const { organizationId, keyId } = key
      const origin = visitor.origin?.slice(0, 200)
      const alarm = { alarm: 'api-key-in-browser', organizationId, keyId, origin }
      ctx.log.error(alarm, 'an API key was sent by a browser')
      notes.once('exposure', keyId, () =>
        reportExposedKey(ctx, { organizationId, keyId, origin }, parts.raiseExposed),
      )
    }
    return apiError('API_KEY_IN_BROWSER')
  }

  const checkAddress = (key: AuthenticatedKey, { client }: Visitor) => {
    const { mode, ranges } = key.ipAllowList
    if (mode === 'off' || client === undefined || isWithinAllowList(ranges, client.ip)) return
    notes.outside(key.keyId, client.ip)
    if (mode === 'enforced') throw apiError('IP_NOT_ALLOWED', client.ip ?? 'an unknown address')
  }

  const admit = async (visitor: Visitor, requestNotes: RequestNotes): Promise<Admitted> => {
    const key = await parts.authenticate(visitor.apiKey)
    if (key !== undefined) {
      requestNotes.organizationId = key.organizationId
      requestNotes.keyId = key.keyId
    }
    if (visitor.apiKey !== undefined && visitor.fromBrowser) throw refuseBrowser(key, visitor)
    if (key === undefined || visitor.isMisplaced) throw wrongKey(visitor)
    checkAddress(key, visitor)
    const headers = limits.take(key)
    notes.used(key.keyId, visitor.client?.ip)
    const { organizationId, keyId, scopes } = key
    return { organizationId, keyId, scopes, clientIp: visitor.client?.ip, headers }
  }
  /** Writes what is noted, counted and logged, and ends timers. */
  const stop = async () => {
    await Promise.all([notes.settle(), limits.stop(), requestLog.stop()])
  }
  return { admit, record: requestLog.record, stop }
}

const ALARM_INTERVAL_MS = 3_600_000

/** What the event to the organization holds: which key, never the key; `origin` is the page's, where the browser named it. */
export type ExposedKey = {
  organizationId: string
  keyId: string
  /** The beginning that lists show. */
  start: string
  origin: string | undefined
  at: Date
}
/** Emits the event, in the database transaction that records the alarm. */
export type RaiseExposed = (trx: Transaction, exposed: ExposedKey) => Promise<unknown>

/**
 * Notes that a browser sent a key and raises the alarm, at most once an hour for each key over all processes:
 * a page that holds the key would else raise one with every visitor (profile 6, ADR 0005).
 */
async function reportExposedKey(
  ctx: Pick<Context, 'db' | 'clock'>,
  exposed: Omit<ExposedKey, 'start' | 'at'>,
  raise: RaiseExposed,
): Promise<void> {
  const at = ctx.clock.now()
  const lastAlarm = new Date(at.getTime() - ALARM_INTERVAL_MS)
  await ctx.db.transaction().execute(async (trx) => {
    const alarmed = await trx
      .updateTable('api_keys')
      .set({ exposed_at: at })
      .where('id', '=', exposed.keyId)
      .where((where) => where.or([where('exposed_at', 'is', null), where('exposed_at', '<=', lastAlarm)]))
      .returning('start')
      .executeTakeFirst()
    if (alarmed !== undefined) await raise(trx, { ...exposed, start: alarmed.start, at })
  })
}

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
    const written = write()
      .catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : ''
        ctx.log.warn({ keyId, reason }, `a key's ${kind} was not noted`)
      })
      .finally(() => writing.delete(written))
    writing.add(written)
  }
  return {
    once,
    /** Last use: when and from where. */
    used: (keyId: string, ip: string | undefined) =>
      once('last use', keyId, () =>
        note(ctx, keyId, 'last_used_at', { last_used_at: ctx.clock.now(), last_used_ip: ip ?? null }),
      ),
    /** A request from outside the allow-list. */
    outside: (keyId: string, ip: string | undefined) =>
      once('use outside its allow-list', keyId, () =>
        note(ctx, keyId, 'ip_refused_at', { ip_refused_at: ctx.clock.now(), ip_refused: ip ?? 'unknown' }),
      ),
    /** Resolves when everything noted is written. */
    settle: async () => {
      await Promise.all(writing)
    },
  }
}

/** The clocks of several processes may differ a little: the later of two notes stays. */
async function note(
  { db }: Pick<Context, 'db'>,
  keyId: string,
  at: 'last_used_at' | 'ip_refused_at',
  values: Updateable<KeyTables['api_keys']>,
): Promise<void> {
  const isLater = sql<boolean>`coalesce(${sql.ref(at)} < ${values[at]}, true)`
  await db.updateTable('api_keys').set(values).where('id', '=', keyId).where(isLater).execute()
}
