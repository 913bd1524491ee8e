import * as z from 'zod/mini'
import type { BffContext, Exchange, Route } from '#bff/context.ts'
import { tryJson } from '#server-kit/http/parse-json.ts'
import { readText } from '#server-kit/http/read-body.ts'

const short = z.optional(z.string().check(z.maxLength(2_000)))
const reportSchema = z.object({
  'csp-report': z.object({ 'effective-directive': short, 'violated-directive': short, 'blocked-uri': short }),
})

/**
 * Browsers report violations of the content security policy here: the first sign of an injection. Anyone can send a
 * report, so it changes nothing and only a short, limited line is logged.
 */
export function cspReportRoutes(ctx: BffContext): Route[] {
  return [{ method: 'POST', path: '/api/csp-report', handle: (exchange) => report(ctx, exchange) }]
}

async function report(ctx: BffContext, exchange: Exchange): Promise<Response> {
  ctx.limits.cspReport.take('all')
  const parsed = reportSchema.safeParse(tryJson(await readText(exchange.req.raw)))
  if (parsed.success) {
    const { 'csp-report': violation } = parsed.data
    const directive = violation['effective-directive'] ?? violation['violated-directive']
    // A blocked address may carry stolen data in its query: not into the log.
    const blocked = violation['blocked-uri']?.split(/[?#]/)[0]
    ctx.log.warn({ event: 'csp_violation', directive, blocked })
  }
  return new Response(null, { status: 204 })
}
