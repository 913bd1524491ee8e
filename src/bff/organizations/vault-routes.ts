import { addVaultKeyRequestSchema, vaultKeyParamsSchema } from '#protocol/org/vault.ts'
import { auditActor } from '#bff/audit/record-audit.ts'
import type { BffContext, Exchange, Route } from '#bff/context.ts'
import { answer } from '#bff/http/answer.ts'
import { parse, readBody, readNoBody, readNoQuery } from '#bff/http/read-input.ts'
import type { Session } from '#bff/sessions/session.ts'
import { withSession } from '#bff/sessions/with-session.ts'
import { addVaultKey } from './add-vault-key.ts'
import { chooseVaultKey, checkVaultKey, removeVaultKey } from './change-vault-keys.ts'
import { listVaultKeys } from './list-vault-keys.ts'

type Change = (exchange: Exchange, session: Session, keyId: string) => Promise<void>

/** The keys of a hosted service; where the service is embedded its own settings have them. */
export function vaultRoutes(ctx: BffContext): Route[] {
  if (!ctx.settings.hostedUpstream) return []
  const listed = async (session: Session) => answer(await listVaultKeys(ctx, session.organization.id))
  const ofKey = (method: Route['method'], path: string, change: Change): Route => ({
    method,
    path: `/api/vault/keys/:keyId${path}`,
    handle: withSession(ctx, async (exchange, session) => {
      await readNoBody(exchange.req.raw)
      const { keyId } = parse(vaultKeyParamsSchema, exchange.req.param())
      await change(exchange, session, keyId)
      return listed(session)
    }),
  })
  return [
    {
      method: 'GET',
      path: '/api/vault',
      handle: withSession(ctx, (exchange, session) => {
        readNoQuery(exchange.req.raw)
        return listed(session)
      }),
    },
    {
      method: 'POST',
      path: '/api/vault/keys',
      handle: withSession(ctx, async (exchange, session) => {
        const body = await readBody(exchange.req.raw, addVaultKeyRequestSchema)
        await addVaultKey(ctx, session.organization, body, auditActor(exchange, session))
        return listed(session)
      }),
    },
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
