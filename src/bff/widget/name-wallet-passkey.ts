import type { Endpoint } from '#protocol/endpoint.ts'
import { BAAS_ENDPOINTS, SPEC_ENDPOINTS } from '#protocol/endpoints.ts'
import { sameAddress } from '#protocol/display/address.ts'
import {
  widgetNamePasskeyRequestSchema,
  widgetNamePasskeyResultSchema,
  type WalletPasskey,
} from '#protocol/widget-api.ts'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { answer } from '#bff/http/answer.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { validationError } from '#server-kit/http/validate.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import { requireTokenWallet } from './find-wallets.ts'
import { coordinate, storeWalletPasskey } from './wallet-passkey.ts'
import type { WidgetAsked, WidgetHandler } from './widget-token.ts'

/** A path of the widget's alone: the service does not know which passkey has a key. */
export const NAME_PASSKEY = {
  method: 'POST',
  path: '/wallets/:address/passkey',
  scope: null,
  params: BAAS_ENDPOINTS.getWallet.params,
  body: widgetNamePasskeyRequestSchema,
  answer: widgetNamePasskeyResultSchema,
  summary: 'Name the passkey that a wallet obeys',
} as const satisfies Endpoint

/**
 * `POST /api/widget/wallets/:address/passkey`: stores the passkey of a wallet of this token that was created
 * elsewhere or recovered, so that the next page requests exactly that one. Grants nothing: only the key that the
 * contract obeys is accepted, and only for the token's own wallets.
 *
 * @throws WALLET_NOT_OWNED; VALIDATION_FAILED for another key or domain
 */
export const nameWalletPasskey: WidgetHandler<typeof NAME_PASSKEY> = async (asked) => {
  const { ctx, token, params, body: passkey } = asked
  const { address } = params
  await requireTokenWallet(asked, address)
  if (!(await isObeyed(asked, address, passkey))) {
    throw validationError([{ path: 'qx', message: 'is not of the key that the wallet obeys' }])
  }
  await storeWalletPasskey(ctx, token.organization.id, address, passkey)
  return answer({ success: true })
}

/** By the wallet's details; where the service has none, by the address that the first key gives. */
async function isObeyed(
  { ctx, token }: WidgetAsked,
  address: string,
  passkey: WalletPasskey,
): Promise<boolean> {
  const hash = rpIdHash(passkey.rpId)
  try {
    const call = { endpoint: BAAS_ENDPOINTS.getWallet, params: { address } }
    const { content } = await callUpstream(ctx, token.organization, call)
    const isKey = (['qx', 'qy'] as const).every(
      (name) => coordinate(content[name]) === coordinate(passkey[name]),
    )
    return isKey && content.rpIdHash.toLowerCase() === hash
  } catch (error) {
    if (!(error instanceof HttpError) || (error.status !== 501 && error.status !== 404)) throw error
  }
  const { content } = await callUpstream(ctx, token.organization, {
    endpoint: SPEC_ENDPOINTS.predictWallet,
    body: { qx: passkey.qx, qy: passkey.qy, rpIdHash: hash },
  })
  return sameAddress(content.address, address)
}
