import { sql } from 'kysely'
import type { Address } from 'viem'
import type { HeldTransaction } from '#protocol/approver-api.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { readAuthority, type Authority } from '#service/chain/wallet-authority.ts'
import type { HasChain, HasDatabase } from '#service/context-parts.ts'
import { enrolledApproverId } from '#service/policies/require-policies.ts'
import { classifyProtection } from '#service/wallets/get-wallet.ts'
import { readApprovalWallets } from './co-sign.ts'
import { readForPage } from './read-for-page.ts'

type Protection = Pick<HeldTransaction, 'protection' | 'otherCoSigner' | 'coSignerUntilDatetime'>

/**
 * Returns the present protection of a wallet, as this person sees it. Empty if the chain cannot be read,
 * because no value would then be reliable.
 */
export async function readProtection(
  ctx: HasChain & HasDatabase,
  wallet: Address,
  approverId: string,
): Promise<Protection> {
  const hasApprover = await isHeld(ctx, wallet)
  const read = readAuthority(ctx.chain, wallet).then(async (authority) => ({
    protection: classifyProtection({ hasCoSigner: authority?.coSigner !== undefined, hasApprover }),
    ...(await otherCoSigner(ctx, approverId, authority)),
    ...untilAnswer(authority),
  }))
  return readForPage(read, {})
}

/** Returns the co-signer of a wallet, if no passkey of this person signs for it. */
export async function otherCoSigner(
  ctx: HasDatabase,
  approverId: string,
  authority: Authority | undefined,
): Promise<Pick<Protection, 'otherCoSigner'>> {
  const coSigner = authority?.coSigner
  if (coSigner === undefined || (await signsFor(ctx, approverId, coSigner))) return {}
  return { otherCoSigner: checksumAddress(coSigner) }
}

/** Returns whether the co-signer is an approval wallet of this person whose passkey they still have. */
export async function signsFor(ctx: HasDatabase, approverId: string, coSigner: Address): Promise<boolean> {
  const own = await readApprovalWallets(ctx, approverId)
  return own.some(({ address, credentialId }) => address === lowerCase(coSigner) && credentialId !== null)
}

/** Returns whether the wallet has an enrolled end-user, for whom the service holds transactions. */
async function isHeld({ db }: HasDatabase, wallet: Address): Promise<boolean> {
  const { rows } = await sql<{ is_held: boolean }>`
    select ${enrolledApproverId('own')} is not null as is_held
    from wallets as own where own.address = ${wallet} and own.status <> 'failed'`.execute(db)
  return rows[0]?.is_held ?? false
}

function untilAnswer(authority: Authority | undefined): Pick<Protection, 'coSignerUntilDatetime'> {
  const until = authority?.coSignerUntilSeconds
  return until === undefined ? {} : { coSignerUntilDatetime: new Date(Number(until) * 1_000).toISOString() }
}
