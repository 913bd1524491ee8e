import type { CallsService, HasDatabase } from '#bff/context-parts.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import { sameAddress } from '#protocol/display/address.ts'
import { BAAS_ENDPOINTS, SPEC_ENDPOINTS } from '#protocol/endpoints.ts'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import type { WalletPasskey } from '#protocol/widget-api.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import type { WidgetAsked } from './widget-token.ts'

type PublicKey = { qx: string; qy: string }

/**
 * Normalizes a coordinate to 64 lower-case hex digits, because a coordinate is a number and may be written without
 * leading zeros (profile 2).
 */
export function coordinate(hex: string): string {
  return hex.replace(/^0x/, '').toLowerCase().padStart(64, '0')
}

export function isSameKey(one: PublicKey, other: PublicKey): boolean {
  return coordinate(one.qx) === coordinate(other.qx) && coordinate(one.qy) === coordinate(other.qy)
}

/**
 * Reads the keys that the wallet obeys from its details, if they belong to the domain of `passkey`. A service
 * without `keys` reports only the main key. For a service without details, checks whether the passkey's key
 * predicts the wallet's address, as only the first key does.
 */
export async function readObeyedKeys(
  { ctx, token }: WidgetAsked<CallsService & HasDatabase>,
  address: string,
  passkey: WalletPasskey,
): Promise<readonly PublicKey[]> {
  const hash = rpIdHash(passkey.rpId)
  try {
    const call = { endpoint: BAAS_ENDPOINTS.getWallet, params: { address } }
    const { content } = await callUpstream(ctx, token.organization, call)
    return content.rpIdHash.toLowerCase() === hash ? (content.keys ?? [content]) : []
  } catch (error) {
    if (!(error instanceof HttpError) || (error.status !== 501 && error.status !== 404)) throw error
  }
  const { content } = await callUpstream(ctx, token.organization, {
    endpoint: SPEC_ENDPOINTS.predictWallet,
    body: { qx: passkey.qx, qy: passkey.qy, rpIdHash: hash },
  })
  return sameAddress(content.address, address) ? [passkey] : []
}

/** Deletes the passkeys of a wallet whose keys its contract no longer obeys. No page requests them any more. */
export async function forgetRemovedPasskeys(
  ctx: HasDatabase,
  wallet: { organizationId: string; walletAddress: string; obeyed: readonly PublicKey[] },
): Promise<void> {
  const stored = await ctx.db
    .selectFrom('bff_wallet_passkey')
    .select(['credential_id', 'qx', 'qy'])
    .where('organization_id', '=', wallet.organizationId)
    .where('wallet_address', '=', wallet.walletAddress.toLowerCase())
    .where('obeyed_at', 'is not', null)
    .execute()
  const removed = stored.filter((row) => !wallet.obeyed.some((key) => isSameKey(key, row)))
  if (removed.length === 0) return
  await ctx.db
    .deleteFrom('bff_wallet_passkey')
    .where('organization_id', '=', wallet.organizationId)
    .where('wallet_address', '=', wallet.walletAddress.toLowerCase())
    .where(
      'credential_id',
      'in',
      removed.map((row) => row.credential_id),
    )
    .execute()
}
