import { doctorRequestSchema } from '#protocol/org/doctor.ts'
import type { BffContext, Exchange, Route } from '#bff/context.ts'
import { answer } from '#bff/http/answer.ts'
import { readBody } from '#bff/http/read-input.ts'
import type { Session } from '#bff/sessions/session.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import { runDoctor } from './run-doctor.ts'

/** The integration doctor. It sends requests to others, so each person may ask it only so often. */
export function doctorRoutes(ctx: BffContext): Route[] {
  const route = sessionRoute(ctx)
  return [route('POST', '/api/doctor', (exchange, session) => examine(ctx, exchange, session))]
}

async function examine(ctx: BffContext, exchange: Exchange, session: Session): Promise<Response> {
  const input = await readBody(exchange.req.raw, doctorRequestSchema)
  ctx.limits.doctor.take(session.admin.id)
  return answer(await runDoctor(ctx, session.organization, { ...input, requestId: exchange.var.requestId }))
}
