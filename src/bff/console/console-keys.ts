import { ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import type { BffContext, Route } from '#bff/context.ts'
import type { Organization } from '#bff/ports.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'

/** Which of the service's API keys this console itself uses. */
export function consoleKeyRoutes(ctx: BffContext): Route[] {
  return [
    sessionRoute(ctx)('GET', '/api/console-keys', {}, ({ exchange, session }) =>
      findOwnKeyIds(ctx, session.organization, exchange.var.requestId),
    ),
  ]
}

/** The ids of the service's keys whose beginning is that of the key in use. */
export async function findOwnKeyIds(
  ctx: BffContext,
  organization: Organization,
  requestId: string,
): Promise<string[]> {
  const call = { base: 'org', endpoint: ORG_ENDPOINTS.listApiKeys, requestId } as const
  const { content: keys } = await callUpstream(ctx, organization, call)
  return keys.filter(({ start }) => organization.apiKey.startsWith(start)).map(({ id }) => id)
}
