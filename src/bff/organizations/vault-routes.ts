import {
  addVaultKeyRequestSchema,
  vaultKeyParamsSchema,
  CONFIGURED_KEY_ID,
} from '#protocol/hosted-upstream.ts'
import { auditActor } from '#bff/audit/record-audit.ts'
import type { BffContext, Exchange, Route } from '#bff/context.ts'
import { answer } from '#bff/http/answer.ts'
import { parse, readBody, readNoBody, readNoQuery } from '#bff/http/read-input.ts'
import type { Session } from '#bff/sessions/session.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import { addVaultKey, chooseVaultKey, checkVaultKey, removeVaultKey } from './change-vault-keys.ts'
import { listVaultKeys } from './list-vault-keys.ts'
import type { ConsoleKey } from '#protocol/console-api.ts'
import { ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'

type Change = (exchange: Exchange, session: Session, keyId: string) => Promise<void>

/** The keys of a hosted service; an embedded one has them in its own settings. */
export function vaultRoutes(ctx: BffContext): Route[] {
  if (!ctx.settings.hostedUpstream) return []
  const route = sessionRoute(ctx)
  const listed = async (session: Session) => answer(await listVaultKeys(ctx, session.organization.id))
  const ofKey = (method: Route['method'], path: string, change: Change) =>
    route(method, `/api/vault/keys/:keyId${path}`, async (exchange, session) => {
      await readNoBody(exchange.req.raw)
      const { keyId } = parse(vaultKeyParamsSchema, exchange.req.param())
      await change(exchange, session, keyId)
      return listed(session)
    })
  return [
    route('GET', '/api/vault', (exchange, session) => {
      readNoQuery(exchange.req.raw)
      return listed(session)
    }),
    route('POST', '/api/vault/keys', async (exchange, session) => {
      const body = await readBody(exchange.req.raw, addVaultKeyRequestSchema)
      await addVaultKey(ctx, session.organization, body, auditActor(exchange, session))
      return listed(session)
    }),
    ofKey('PUT', '/use', (exchange, session, keyId) =>
      chooseVaultKey(ctx, session.organization.id, keyId, auditActor(exchange, session)),
    ),
    ofKey('POST', '/check', (exchange, session, keyId) =>
      checkVaultKey(ctx, session.organization, keyId, exchange.var.requestId),
    ),
    ofKey('DELETE', '', (exchange, session, keyId) =>
      removeVaultKey(ctx, session.organization.id, keyId, auditActor(exchange, session)),
    ),
  ]
}

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
