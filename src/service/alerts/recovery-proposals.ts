import { sql } from 'kysely'
import { toEventSelector, type Address } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import { readLogs } from '#service/chain/chain-data.ts'
import { RpcError } from '#service/chain/rpc.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type { Context } from '#service/context.ts'
import { readFinalBlock } from '#service/execution/outcome-chain.ts'
import { readWalletOnChain } from '#service/wallets/get-wallet.ts'
import type { Finding, LookAt } from './alert-kinds.ts'

const PROPOSED = toEventSelector('RecoveryProposed(uint256,uint256,uint256)')
/** A process begins so many blocks back: for proposals of the time in which none looked. */
const BLOCKS_BACK = 20_000n
const BLOCKS_START = 2_000n

/** The wallets whose backup address has proposed another passkey, until it takes effect or is cancelled. */
export function recoveryProposals(ctx: Pick<Context, 'db' | 'chain' | 'settings'>): LookAt {
  const proposers = new Set<Address>()
  let blocks = BLOCKS_START
  let next: bigint | undefined
  return async () => {
    const final = await readFinalBlock(ctx)
    if (final === undefined) return undefined
    const from = next ?? (final.number > BLOCKS_BACK ? final.number - BLOCKS_BACK : 0n)
    // Without a new block the last one is read again.
    const range = { from: from < final.number ? from : final.number, to: from + blocks - 1n }
    const to = range.to < final.number ? range.to : final.number
    // Proposals come over the chain alone: no request of the service knows of one.
    const logs = await readLogs(ctx.chain, { ...range, to }, [[PROPOSED]]).catch((error: unknown) => {
      // Nodes limit the blocks, each in its own words: the next round asks for fewer.
      if (error instanceof RpcError && blocks > 1n) blocks /= 2n
      throw error
    })
    for (const { address } of logs) proposers.add(lowerCase(address))
    next = to + 1n
    return pending(ctx, proposers)
  }
}

/** Of these and of those that are raised. What is not pending any more is dropped. */
async function pending(
  { db, chain }: Pick<Context, 'db' | 'chain'>,
  proposers: Set<Address>,
): Promise<Finding[]> {
  const { rows } = await sql<{ organizationId: string; address: Address; label: string }>`
    select organization_id as "organizationId", address, label from wallets
    where status = 'deployed' and (address = any(${[...proposers]}::text[]) or address in (
      select lower(subject) from alerts where kind = 'recovery-proposed' and cleared_at is null))`.execute(db)
  const findings: Finding[] = []
  for (const { organizationId, address, label } of rows) {
    const seen = await readWalletOnChain(chain, address)
    const subject = checksumAddress(address)
    if (seen?.onChain.pendingRecovery === undefined) proposers.delete(address)
    else findings.push({ organizationId, subject, name: label || subject })
  }
  return findings
}
