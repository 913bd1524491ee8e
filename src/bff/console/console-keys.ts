import { ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import type { BffContext, Route } from '#bff/context.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'

/** Which of the service's API keys this console itself uses: those whose beginning is that of the key in use. */
export function consoleKeyRoutes(ctx: BffContext): Route[] {
  return [
    sessionRoute(ctx)('GET', '/api/console-keys', {}, async ({ session: { organization } }) => {
      const { content: keys } = await callUpstream(ctx, organization, { endpoint: ORG_ENDPOINTS.listApiKeys })
      return keys.filter(({ start }) => organization.apiKey.startsWith(start)).map(({ id }) => id)
    }),
  ]
}
