import { sql } from 'kysely'
import { toEventSelector, type Address } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import { readLogs } from '#service/chain/chain-data.ts'
import { RpcError } from '#service/chain/rpc.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type { Context } from '#service/context.ts'
import { readFinalBlock } from '#service/execution/outcome-chain.ts'
import { readWalletOnChain } from '#service/wallets/get-wallet.ts'
import type { LookAt } from './alert-kinds.ts'

const PROPOSED = toEventSelector('RecoveryProposed(uint256,uint256,uint256)')
const BLOCKS_START = 2_000n

type Parts = Pick<Context, 'db' | 'chain' | 'settings'>

/**
 * The wallets whose backup address has proposed another passkey, until it takes effect or is cancelled. Proposals come
 * over the chain alone: their events are read from the block on that was final when this was first looked at.
 */
export function recoveryProposals(ctx: Parts): LookAt {
  const { db, chain } = ctx
  let blocks = BLOCKS_START
  return async () => {
    const final = await readFinalBlock(ctx)
    if (final === undefined) return undefined
    const read = (await readCursor(ctx)) ?? final.number
    const to = final.number - read > blocks ? read + blocks : final.number
    const logs =
      to <= read
        ? []
        : await readLogs(chain, { from: read + 1n, to }, [[PROPOSED]]).catch((error: unknown) => {
            // Nodes limit the blocks, each in its own words: the next round asks for fewer.
            if (error instanceof RpcError && blocks > 1n) blocks /= 2n
            throw error
          })
    const { rows } = await sql<{ organizationId: string; address: Address; label: string }>`
      select organization_id as "organizationId", address, label from wallets
      where status = 'deployed' and (address = any(${logs.map(({ address }) => lowerCase(address))}::text[])
        or address in (select lower(subject) from alerts where kind = 'recovery-proposed' and cleared_at is null))`.execute(
      db,
    )
    const findings = []
    for (const { organizationId, address, label } of rows) {
      const seen = await readWalletOnChain(chain, address)
      if (seen?.onChain.pendingRecovery === undefined) continue
      const subject = checksumAddress(address)
      findings.push({ organizationId, subject, name: label || subject })
    }
    return { findings, done: () => moveCursor(ctx, to).then(() => to < final.number) }
  }
}

async function readCursor({ db, chain }: Parts): Promise<bigint | undefined> {
  const row = await db
    .selectFrom('alert_cursors')
    .select('block_number')
    .where('chain_id', '=', chain.id)
    .executeTakeFirst()
  return row && BigInt(row.block_number)
}

async function moveCursor({ db, chain }: Parts, to: bigint): Promise<void> {
  const moved = { block_number: to.toString() }
  await db
    .insertInto('alert_cursors')
    .values({ chain_id: chain.id, ...moved })
    .onConflict((conflict) => conflict.column('chain_id').doUpdateSet(moved))
    .execute()
}
