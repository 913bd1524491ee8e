import { recordAudit } from '#bff/audit/record-audit.ts'
import type { CallsService, HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import type { Asked, BffContext, Route } from '#bff/context.ts'
import { answer, bffError } from '#bff/http/exchange.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import { auditDetailsSchema } from '#protocol/audit.ts'
import type { Endpoint, ServiceEndpoint } from '#protocol/endpoint.ts'
import { SANDBOX_ENDPOINTS } from '#protocol/sandbox.ts'
import type { ParsedBy } from '#server-kit/http/parse-input.ts'
import { moveSessions } from './move-sessions.ts'

type Control = (asked: Asked<ParsedBy, BffContext>, row: ServiceEndpoint) => Promise<unknown>

/** Controls to which the console adds behavior. */
const CONTROLS: Readonly<{ [Name in keyof typeof SANDBOX_ENDPOINTS]?: Control }> = { advanceSandboxClock }

/** Routes of the sandbox's controls, one per endpoint (ADR 0003). Empty outside the sandbox. */
export function sandboxControlRoutes(ctx: BffContext): Route[] {
  const controls: Readonly<Record<string, Control | undefined>> = CONTROLS
  return Object.entries<ServiceEndpoint>(SANDBOX_ENDPOINTS).map(([name, row]) =>
    sessionRoute(ctx, { ...row, path: `/api/sandbox${row.path}` }, async (asked) => {
      if (ctx.settings.sandbox === null) throw bffError('NOT_FOUND')
      const control = controls[name] ?? sendControl
      return answer(await control(asked, row))
    }),
  )
}

/** Extends the sessions before the clock jumps, so that the jump signs nobody out. */
async function advanceSandboxClock(
  asked: Asked<ParsedBy, CallsService & WritesAudit & HasDatabase>,
  row: ServiceEndpoint,
): Promise<unknown> {
  const { seconds } = SANDBOX_ENDPOINTS.advanceSandboxClock.body.parse(asked.body)
  await moveSessions(asked.ctx, seconds)
  return sendControl(asked, row)
}

async function sendControl(
  asked: Asked<ParsedBy, CallsService & WritesAudit & HasDatabase>,
  endpoint: ServiceEndpoint,
): Promise<unknown> {
  const { ctx, exchange, session, by, body } = asked
  const params = exchange.req.param()
  const { content } = await callUpstream<Endpoint>(ctx, session.organization, { endpoint, params, body })
  const { action } = endpoint
  if (action !== undefined) {
    const target = params['customerId'] ?? null
    const details = auditDetailsSchema.parse(body ?? {})
    await recordAudit(ctx, ctx.db, { ...by, action, target, details })
  }
  return content
}
