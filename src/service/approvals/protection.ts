import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import type { Address } from 'viem'
import type { HeldTransaction } from '#protocol/approver-api.ts'
import { ApiError } from '#server-kit/http/http-error.ts'
import { readAuthority, type Authority } from '#service/chain/wallet-authority.ts'
import type { Context } from '#service/context.ts'
import { enrolledApproverId } from '#service/policies/require-policies.ts'
import { protectionOf } from '#service/wallets/get-wallet.ts'

type Protection = Pick<HeldTransaction, 'protection' | 'coSignerUntilDatetime'>

/** A person waits for the page; without an answer by then it says nothing about the protection, in milliseconds. */
const TIMEOUT_MS = 3_000

/** What protects a wallet now. Empty if the chain cannot be read: then neither answer would be true. */
export async function readProtection(
  ctx: Pick<Context, 'db' | 'chain'>,
  wallet: Address,
): Promise<Protection> {
  const hasApprover = await isHeld(ctx, wallet)
  const read = readAuthority(ctx.chain, wallet).then((authority) => ({
    protection: protectionOf({ hasCoSigner: authority?.coSigner !== undefined, hasApprover }),
    ...untilAnswer(authority),
  }))
  return Promise.race([read, wait(TIMEOUT_MS, {}, { ref: false })]).catch((error: unknown) => {
    if (error instanceof ApiError) return {}
    throw error
  })
}

/** Whether the wallet has an end-user who has enrolled: the service then holds what it sends. */
async function isHeld({ db }: Pick<Context, 'db'>, wallet: Address): Promise<boolean> {
  const { rows } = await sql<{ is_held: boolean }>`
    select ${enrolledApproverId('own')} is not null as is_held
    from wallets as own where own.address = ${wallet} and own.status <> 'failed'`.execute(db)
  return rows[0]?.is_held ?? false
}

function untilAnswer(authority: Authority | undefined): Pick<Protection, 'coSignerUntilDatetime'> {
  const until = authority?.coSignerUntilSeconds
  return until === undefined ? {} : { coSignerUntilDatetime: new Date(Number(until) * 1_000).toISOString() }
}
