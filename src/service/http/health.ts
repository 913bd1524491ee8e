import type { Hono } from 'hono'
import { withDeadline } from '#server-kit/http/deadline.ts'
import type { Reply } from '#server-kit/http/error-reply.ts'
import { mountRows } from '#server-kit/http/mount-rows.ts'
import { respond } from '#server-kit/http/respond.ts'
import { type HttpEnv, noteRoute, type Route } from './endpoint-routes.ts'
import type { Metrics } from './metrics.ts'

/**
 * Checks a part that readiness requires. Resolves, with a note if there is one, or rejects with the reason why
 * it is not ready. `isShared`: all processes share the part (`ofSharedPart`).
 */
export type ReadinessCheck = (() => Promise<string | void>) & { readonly isShared?: true }
/** Why a part is not ready, in words that anyone may read. */
export class NotReady extends Error {
  override name = 'NotReady'
}

/**
 * Marks the check of a part that all processes share, such as the chain's node. If it fails, this process stays
 * ready: another one could not do more, and a balancer that excluded each of them would refuse requests that
 * need no chain.
 */
export function ofSharedPart(check: ReadinessCheck): ReadinessCheck {
  return Object.assign(() => check(), { isShared: true } as const)
}

/** Limits a check to one run per `intervalMs`. In between, the last outcome is returned again. */
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

/**
 * `/readyz`: every part by name, with the reason if it is not ready. 503 if this process should get no requests.
 * 200 with the status `degraded` if only shared parts are not ready.
 */
export async function readinessReply(checks: Record<string, ReadinessCheck>): Promise<Reply> {
  const named = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await outcome(check)] as const),
  )
  const parts = Object.fromEntries(named)
  const unready = named.filter(([, part]) => !part.ready).map(([name]) => name)
  const failing = unready.filter((name) => checks[name]?.isShared !== true)
  if (failing.length === 0) {
    const status = unready.length === 0 ? 'ready' : 'degraded'
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

async function outcome(check: ReadinessCheck): Promise<Part> {
  const late = () => new NotReady('did not answer in time')
  try {
    const note = await withDeadline(CHECK_TIMEOUT_MS, check, late)
    return { ready: true, ...(typeof note === 'string' && { note }) }
  } catch (error) {
    return { ready: false, reason: error instanceof NotReady ? error.message : 'does not answer' }
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
