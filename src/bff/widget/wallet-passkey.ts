import type { KnownPasskey } from '#shared/org/wallets.ts'
import type { WalletPasskey } from '#shared/org/widget-api.ts'
import type { BffContext } from '#bff/context.ts'

/**
 * Remembers which passkey makes the wallet at an address; whether that was not known yet. Said again, it changes nothing,
 * but with `isObeyed`: then the wallet was just created with it, or its contract was seen to obey it, and it counts from
 * now on.
 */
export async function storeWalletPasskey(
  ctx: BffContext,
  organizationId: string,
  walletAddress: string,
  passkey: WalletPasskey,
  isObeyed = false,
): Promise<boolean> {
  const now = ctx.clock.now()
  const obeyed = isObeyed ? { obeyed_at: now } : {}
  const stored = await ctx.db
    .insertInto('bff_wallet_passkey')
    .values({
      organization_id: organizationId,
      wallet_address: walletAddress.toLowerCase(),
      credential_id: passkey.credentialId,
      qx: coordinate(passkey.qx),
      qy: coordinate(passkey.qy),
      rp_id: passkey.rpId,
      user_handle: passkey.userHandle ?? null,
      created_at: now,
      ...obeyed,
    })
    .onConflict((conflict) => {
      const same = conflict.columns(['organization_id', 'wallet_address', 'credential_id'])
      return isObeyed ? same.doUpdateSet(obeyed) : same.doNothing()
    })
    .executeTakeFirst()
  return stored.numInsertedOrUpdatedRows === 1n
}

/** Of a creation that was refused; never one that made a wallet or that a wallet obeys. */
export async function forgetWalletPasskey(
  ctx: BffContext,
  organizationId: string,
  walletAddress: string,
  credentialId: string,
): Promise<void> {
  await ctx.db
    .deleteFrom('bff_wallet_passkey')
    .where('organization_id', '=', organizationId)
    .where('wallet_address', '=', walletAddress.toLowerCase())
    .where('credential_id', '=', credentialId)
    .where('obeyed_at', 'is', null)
    .execute()
}

/** The passkeys of some wallets, by lower-case address; the last that each was seen to obey, else the first that was named for it. */
export async function findWalletPasskeys(
  ctx: BffContext,
  organizationId: string,
  walletAddresses: string[],
): Promise<Map<string, WalletPasskey>> {
  if (walletAddresses.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('bff_wallet_passkey')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where(
      'wallet_address',
      'in',
      walletAddresses.map((address) => address.toLowerCase()),
    )
    .orderBy('obeyed_at', (order) => order.asc().nullsFirst())
    .orderBy('created_at', 'desc')
    .execute()
  return new Map(
    rows.map((row) => [
      row.wallet_address,
      {
        credentialId: row.credential_id,
        qx: row.qx,
        qy: row.qy,
        rpId: row.rp_id,
        ...(row.user_handle !== null && { userHandle: row.user_handle }),
      },
    ]),
  )
}

/** The passkey of a wallet, as `findWalletPasskeys` chooses it, for its organization's administrators. */
export async function findKnownPasskey(
  ctx: BffContext,
  organizationId: string,
  walletAddress: string,
): Promise<KnownPasskey> {
  const row = await ctx.db
    .selectFrom('bff_wallet_passkey')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('wallet_address', '=', walletAddress.toLowerCase())
    .orderBy('obeyed_at', (order) => order.desc().nullsLast())
    .orderBy('created_at')
    .executeTakeFirst()
  if (row === undefined) return null
  const { credential_id: credentialId, qx, qy, rp_id: rpId } = row
  return { credentialId, qx, qy, rpId, createdAtDatetime: row.created_at.toISOString() }
}

/** Coordinates are numbers (profile 2); kept as 64 lower-case digits. */
function coordinate(hex: string): string {
  return hex.replace(/^0x/, '').toLowerCase().padStart(64, '0')
}
