import type * as z from 'zod/mini'
import { SPEC_ENDPOINTS } from '#shared/baas/endpoints.ts'
import { rpIdHash } from '#shared/passkey/rp-id.ts'
import { widgetCreateWalletRequestSchema } from '#shared/org/widget-api.ts'
import type { BffContext, Exchange } from '#bff/context.ts'
import { answer } from '#bff/http/answer.ts'
import { refusedFields } from '#bff/http/field-errors.ts'
import { readBody } from '#bff/http/read-input.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import { askService } from '#bff/upstream/outcomes/ask-service.ts'
import { requireTokenEmail } from './email-verification.ts'
import { storeWalletPasskey } from './wallet-passkey.ts'
import { callForWidget } from './widget-call.ts'
import { bindWallet, type WidgetToken } from './widget-token.ts'

type WidgetCreateWallet = z.output<typeof widgetCreateWalletRequestSchema>

/**
 * `POST /api/widget/wallets`: the specification's creation, for the token's user and nobody else. What the
 * page says about the user is replaced by what the token says; the passkey's id stays here.
 */
export async function createWallet(
  ctx: BffContext,
  exchange: Exchange,
  token: WidgetToken,
): Promise<Response> {
  const { credentialId, rpId, userHandle, ...body } = await readBody(
    exchange.req.raw,
    widgetCreateWalletRequestSchema,
  )
  if (rpIdHash(rpId) !== body.rpIdHash.toLowerCase()) {
    throw refusedFields([{ path: 'rpId', message: 'does not have the hash in rpIdHash' }])
  }
  if (body.email !== undefined) requireTokenEmail(token, body.email)
  await rememberPasskey(ctx, exchange, token, { ...body, credentialId, rpId, userHandle })
  const { content, status, headers } = await callForWidget(
    ctx,
    exchange,
    token,
    SPEC_ENDPOINTS.createWallet,
    {
      body: ownedBody(body, token, await takesEmail(ctx, exchange, token)),
    },
  )
  await bindWallet(ctx, token, content.address)
  return answer(content, status, headers)
}

/**
 * Before the creation, so that no crash between the two loses which passkey opens the wallet. Not for an
 * address where a wallet stands already: nobody may name another passkey for it.
 */
async function rememberPasskey(
  ctx: BffContext,
  exchange: Exchange,
  token: WidgetToken,
  { qx, qy, rpIdHash: hash, credentialId, rpId, userHandle }: WidgetCreateWallet,
): Promise<void> {
  const { content } = await callUpstream(ctx, token.organization, {
    base: 'baas',
    endpoint: SPEC_ENDPOINTS.predictWallet,
    requestId: exchange.var.requestId,
    body: { qx, qy, rpIdHash: hash },
  })
  if (content.deployed) return
  const passkey = { credentialId, rpId, qx, qy, userHandle }
  await storeWalletPasskey(ctx, token.organization.id, content.address, passkey)
}

/** `email` is ours (profile 7): a hosted service without our extensions may refuse a field that it does not know. */
async function takesEmail(ctx: BffContext, exchange: Exchange, token: WidgetToken): Promise<boolean> {
  if (!ctx.settings.hostedUpstream) return true
  return (await askService(ctx, token.organization, exchange.var.requestId)).features !== null
}

function ownedBody(
  body: Omit<WidgetCreateWallet, 'credentialId' | 'rpId' | 'userHandle'>,
  token: WidgetToken,
  withEmail: boolean,
) {
  const { externalUserId: _, externalUserLabel: __, email, ...rest } = body
  const owned = {
    externalUserId: token.externalUserId,
    externalUserLabel: token.externalUserLabel,
    email: withEmail ? (token.email ?? email ?? null) : null,
  }
  return { ...rest, ...Object.fromEntries(Object.entries(owned).filter(([, value]) => value !== null)) }
}
