import type { Address, Hex } from 'viem'
import { parsePublicKey, PublicKeyError } from '#protocol/passkey/public-key.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import type { Context } from '#service/context.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { findDomain } from '#service/organizations/domains.ts'

/** A passkey on one of the organization's domains, and the one address that both give (profile 2). */
export type WalletKey = { qx: bigint; qy: bigint; rpIdHash: Hex; address: Address }

/** Check 2 of a creation: qx and qy lie on the curve. @throws INVALID_PUBLIC_KEY naming the cause */
export function requirePublicKey(qx: string, qy: string): { qx: bigint; qy: bigint } {
  try {
    const { x, y } = parsePublicKey(qx, qy)
    return { qx: x, qy: y }
  } catch (cause) {
    if (!(cause instanceof PublicKeyError)) throw cause
    const fields = cause.field === 'key' ? ['qx', 'qy'] : [cause.field]
    const errors = fields.map((path) => ({ path, message: cause.message }))
    throw apiError('INVALID_PUBLIC_KEY', cause.message, { cause, errors })
  }
}

/** Check 3: the hash is of a registered domain. @throws RP_ID_HASH_NOT_REGISTERED */
export async function requireDomainHash(ctx: Context, organizationId: string, hash: string): Promise<Hex> {
  const domain = await findDomain(ctx.db, organizationId, hash)
  if (domain === undefined) {
    const errors = [{ path: 'rpIdHash', message: 'is the hash of no registered domain' }]
    throw apiError('RP_ID_HASH_NOT_REGISTERED', { errors })
  }
  return domain.rpIdHash
}

/** The address of a key on a domain; the factory gives it whoever deploys. */
export function predictAddress(ctx: Context, key: { qx: bigint; qy: bigint }, rpIdHash: Hex): WalletKey {
  const address = walletAddress({ factory: ctx.chain.factory, ...key, rpIdHash })
  return { ...key, rpIdHash, address }
}
