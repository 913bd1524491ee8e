import type { Hono } from 'hono'
import { withDeadline } from '#server-kit/http/deadline.ts'
import type { Reply } from '#server-kit/http/error-reply.ts'
import { mountRows } from '#server-kit/http/mount-rows.ts'
import { respond } from '#server-kit/http/respond.ts'
import { type HttpEnv, noteRoute, type Route } from './endpoint-routes.ts'
import type { Metrics } from './metrics.ts'

/**
 * Checks a part that readiness requires. Resolves, with a note if there is one, or rejects with the reason why the
 * part is not ready.
 */
export type ReadinessCheck = () => Promise<string | void>

/** Thrown if a part of this process, or one of its settings, is not ready. Anyone may read the message. */
export class NotReady extends Error {
  override name = 'NotReady'
}

/**
 * Thrown if an external part that all processes share is away. Anyone may read the message. This process stays ready,
 * because no other process would work better. A load balancer that excluded all processes would also refuse requests
 * that do not need the part.
 */
export class PartAway extends Error {
  override name = 'PartAway'
}

/**
 * Wraps the check of a part that all processes share, such as the chain's node. No response or an unexpected error
 * means that the part is away. NotReady still means a wrong setting of this process.
 */
export function ofSharedPart(check: ReadinessCheck): ReadinessCheck {
  return async () => {
    try {
      return await withDeadline(CHECK_TIMEOUT_MS, check, () => new PartAway(LATE))
    } catch (cause) {
      if (cause instanceof NotReady || cause instanceof PartAway) throw cause
      throw new PartAway(SILENT, { cause })
    }
  }
}

/** Limits a check to one run per `intervalMs`. In between, returns the last outcome again. */
export function atMostEvery(intervalMs: number, check: ReadinessCheck): ReadinessCheck {
  let madeAt = -Infinity
  let outcome: ReturnType<ReadinessCheck> | undefined
  return () => {
    const now = performance.now()
    if (outcome === undefined || now - madeAt >= intervalMs) {
      madeAt = now
      outcome = check()
    }
    return outcome
  }
}

const CHECK_TIMEOUT_MS = 3_000
/** Time limit for the outcome of a check, in milliseconds. It exceeds the time limit of the check itself. */
const OUTCOME_TIMEOUT_MS = CHECK_TIMEOUT_MS + 500
const LATE = 'did not respond in time'
const SILENT = 'does not respond'

/**
 * `/readyz`: every part by name, with the reason if it is not ready. 503 if this process should get no requests.
 * 200 with the status `degraded` if only shared parts are away.
 */
export async function readinessReply(checks: Record<string, ReadinessCheck>): Promise<Reply> {
  const named = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await runCheck(check)] as const),
  )
  const parts = Object.fromEntries(named.map(([name, { part }]) => [name, part]))
  const failing = named.filter(([, { part, isAway }]) => !part.ready && !isAway).map(([name]) => name)
  if (failing.length === 0) {
    const status = named.some(([, { isAway }]) => isAway) ? 'degraded' : 'ready'
    return { status: 200, content: { status, checks: parts }, headers: {} }
  }
  const message = `Not ready: ${failing.join(', ')}`
  return {
    status: 503,
    content: { message, code: 'UNAVAILABLE', checks: parts },
    headers: { 'retry-after': '5' },
  }
}

type Part = { ready: true; note?: string } | { ready: false; reason: string }

async function runCheck(check: ReadinessCheck): Promise<{ part: Part; isAway: boolean }> {
  try {
    const note = await withDeadline(OUTCOME_TIMEOUT_MS, check, () => new NotReady(LATE))
    return { part: { ready: true, ...(typeof note === 'string' && { note }) }, isAway: false }
  } catch (error) {
    const isAway = error instanceof PartAway
    const reason = isAway || error instanceof NotReady ? error.message : SILENT
    return { part: { ready: false, reason }, isAway }
  }
}

/** `/healthz`, `/readyz` and `/metrics`, for the operator (profile 1). */
export function probeRoutes(checks: Record<string, ReadinessCheck>, metrics: Metrics): Hono<HttpEnv> {
  const row = (path: string, handle: Route) => ({ method: 'GET', path, handle })
  return mountRows(
    [
      row('/healthz', async () => respond({ status: 200, content: { status: 'ok' }, headers: {} })),
      row('/readyz', async () => respond(await readinessReply(checks))),
      row('/metrics', async () => {
        const headers = { 'content-type': metrics.contentType }
        return new Response(await metrics.text(), { headers })
      }),
    ],
    noteRoute,
  )
}
