import * as z from 'zod/mini'
import type { HasLimits, HasLog } from '#bff/context-parts.ts'
import type { Exchange, Route } from '#bff/context.ts'
import { tryJson } from '#server-kit/http/parse-json.ts'
import { readText } from '#server-kit/http/read-body.ts'

const short = z.optional(z.string().check(z.maxLength(2_000)))
const reportSchema = z.object({
  'csp-report': z.object({ 'effective-directive': short, 'violated-directive': short, 'blocked-uri': short }),
})

/**
 * Receives reports of content security policy violations from browsers, which are the first sign of an injection.
 * Anyone can send a report, so it changes nothing and only a short, limited line is logged.
 */
export function cspReportRoutes(ctx: HasLimits & HasLog): Route[] {
  return [{ method: 'POST', path: '/api/csp-report', handle: (exchange) => report(ctx, exchange) }]
}

async function report(ctx: HasLimits & HasLog, exchange: Exchange): Promise<Response> {
  ctx.limits.cspReport.take('all')
  const parsed = reportSchema.safeParse(tryJson(await readText(exchange.req.raw)))
  if (parsed.success) {
    const { 'csp-report': violation } = parsed.data
    const directive = violation['effective-directive'] ?? violation['violated-directive']
    // The query of a blocked URL may carry stolen data, so it is not logged.
    const blocked = violation['blocked-uri']?.split(/[?#]/)[0]
    ctx.log.warn({ event: 'csp_violation', directive, blocked })
  }
  return new Response(null, { status: 204 })
}
