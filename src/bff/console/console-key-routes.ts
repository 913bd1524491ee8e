import { CONFIGURED_KEY_ID } from '#protocol/org/vault.ts'
import type { ConsoleKey } from '#protocol/org/console-api.ts'
import { ORG_ENDPOINTS } from '#protocol/org/endpoints.ts'
import type { BffContext, Route } from '#bff/context.ts'
import { answer } from '#bff/http/answer.ts'
import { readNoQuery } from '#bff/http/read-input.ts'
import { listVaultKeys } from '#bff/organizations/list-vault-keys.ts'
import type { Session } from '#bff/sessions/session.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'

/** Which of the service's API keys this console itself uses, or has in its vault. */
export function consoleKeyRoutes(ctx: BffContext): Route[] {
  const route = sessionRoute(ctx)
  return [
    route('GET', '/api/console-keys', async ({ req, var: { requestId } }, session) => {
      readNoQuery(req.raw)
      return answer(await listConsoleKeys(ctx, session, requestId))
    }),
  ]
}

async function listConsoleKeys(
  ctx: BffContext,
  { organization }: Session,
  requestId: string,
): Promise<ConsoleKey[]> {
  const call = { base: 'org', endpoint: ORG_ENDPOINTS.listApiKeys, requestId } as const
  const [{ content: keys }, vault] = await Promise.all([
    callUpstream(ctx, organization, call),
    listVaultKeys(ctx, organization.id),
  ])
  return keys.flatMap(({ id, start }): ConsoleKey[] => {
    if (organization.apiKey.startsWith(start)) return [{ keyId: id, use: 'console' }]
    const isInVault = vault.keys.some((key) => key.id !== CONFIGURED_KEY_ID && key.start === start)
    return isInVault ? [{ keyId: id, use: 'vault' }] : []
  })
}
