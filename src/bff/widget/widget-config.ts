import * as z from 'zod/mini'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import type { WidgetConfig } from '#protocol/org/widget-api.ts'
import { BAAS_ENDPOINTS } from '#protocol/org/endpoints.ts'
import type { Config } from '#protocol/org/organization.ts'
import { answer } from '#bff/http/answer.ts'
import { readQuery } from '#bff/http/read-input.ts'
import { callForWidget } from './widget-call.ts'
import type { WidgetHandler } from './widget-token.ts'

const querySchema = z.strictObject({ rpId: z.optional(z.string().check(z.maxLength(253))) })

/** The base point of P-256: whether a domain is registered is asked before there is a key. Source: SEC 2, 2.4.2. */
const ANY_KEY = {
  qx: '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296',
  qy: '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
}

/**
 * `GET /api/widget/config`: the chain, and what the token is bound to. With `rpId`, the domain of a passkey that is about
 * to be created.
 *
 * @throws RP_ID_HASH_NOT_REGISTERED
 */
export const widgetConfig: WidgetHandler = async (ctx, exchange, token) => {
  const { rpId } = readQuery(exchange.req.raw, querySchema)
  if (rpId !== undefined && token.operations.includes('create')) {
    const body = { ...ANY_KEY, rpIdHash: rpIdHash(rpId) }
    await callForWidget(ctx, exchange, token, BAAS_ENDPOINTS.predictWallet, { body })
  }
  const { content, headers } = await callForWidget(ctx, exchange, token, BAAS_ENDPOINTS.getConfig, {})
  const config: WidgetConfig = {
    chainId: content.chainId,
    factory: content.factory,
    fee: content.fee,
    operations: token.operations,
    organizationName: token.organization.name,
    ...(token.externalUserId === null ? {} : { externalUserId: token.externalUserId }),
    ...(token.externalUserLabel === null ? {} : { externalUserLabel: token.externalUserLabel }),
    ...(token.email === null ? {} : { email: token.email }),
    ...(token.walletAddress === null ? {} : { walletAddress: token.walletAddress }),
    ...approvalApp(content),
    expiresAt: token.expiresAt.toISOString(),
    serverTimeSeconds: Math.floor(ctx.clock.now().getTime() / 1000),
  }
  return answer(config, 200, headers)
}

/** The approval app's address, where the service has one that a page can link to. */
function approvalApp({ features, approvalUrl }: Config): Pick<WidgetConfig, 'approvalUrl'> {
  return features.includes('approvals') && /^https?:\/\//.test(approvalUrl) ? { approvalUrl } : {}
}
