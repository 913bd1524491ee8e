import { sql } from 'kysely'
import { toEventSelector, type Address } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import { readLogs } from '#service/chain/chain-data.ts'
import { readFinalBlock } from '#service/chain/final-block.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { RpcError } from '#service/chain/rpc.ts'
import type { HasChain, HasConfirmations, HasDatabase } from '#service/context-parts.ts'
import type { Database } from '#service/db/database.ts'
import { readWalletOnChain } from '#service/wallets/get-wallet.ts'
import type { Finding, LookAt } from './tables.ts'

const PROPOSED = toEventSelector('RecoveryProposed(uint256,uint256,uint256)')
/** Number of past blocks that a new process reads, to find proposals that were made while no process ran. */
const BLOCKS_BACK = 20_000n
const BLOCKS_MAX = 2_000n
/** Maximum number of requests in one round. */
const REQUESTS_MAX = 20

/**
 * The wallets whose backup address has proposed another passkey, until the passkey takes effect or the proposal is
 * cancelled.
 */
export function recoveryProposals(ctx: HasChain & HasDatabase & HasConfirmations): LookAt {
  const proposers = new Set<Address>()
  let blocks = BLOCKS_MAX
  let next: bigint | undefined
  return async () => {
    const final = await readFinalBlock(ctx)
    if (final === undefined) return undefined
    let from: bigint = next ?? (final.number > BLOCKS_BACK ? final.number - BLOCKS_BACK : 0n)
    blocks = blocks < BLOCKS_MAX ? blocks * 2n : BLOCKS_MAX
    for (let asked = 0; asked < REQUESTS_MAX && from <= final.number; asked += 1) {
      const to: bigint = from + blocks > final.number ? final.number : from + blocks - 1n
      // Proposals only occur on the chain, so no request of the service reports them.
      const logs = await readLogs(ctx.chain, { from, to }, [[PROPOSED]]).catch((error: unknown) => {
        if (error instanceof RpcError && blocks > 1n) return undefined
        throw error
      })
      // Nodes limit the number of blocks per request. Their messages differ, so any refusal halves the number.
      if (logs === undefined) blocks /= 2n
      else from = to + 1n
      for (const { address } of logs ?? []) proposers.add(lowerCase(address))
    }
    next = from
    return pending(ctx, proposers)
  }
}

/** Returns the proposals that are still pending, both new ones and those with a raised alert. */
async function pending({ db, chain }: HasChain & HasDatabase, proposers: Set<Address>) {
  const rows = await findProposers(db, [...proposers])
  dropStrangers(proposers, new Set(rows.map(({ address }) => address)))
  const findings: Finding[] = []
  for (const { organizationId, address, label, isDeployed } of rows) {
    if (!isDeployed) continue
    const seen = await readWalletOnChain(chain, address)
    const subject = checksumAddress(address)
    if (seen?.onChain.pendingRecovery === undefined) proposers.delete(address)
    else findings.push({ organizationId, subject, name: label || subject })
  }
  return findings
}

/**
 * Maximum number of remembered unknown emitters. Any contract can emit this event, and may become a wallet here
 * later. The newest are kept.
 */
const STRANGERS_MAX = 1_000

function dropStrangers(proposers: Set<Address>, wallets: ReadonlySet<Address>): void {
  const strangers = [...proposers].filter((proposer) => !wallets.has(proposer))
  for (const stranger of strangers.slice(0, -STRANGERS_MAX)) proposers.delete(stranger)
}

/** Returns the wallets at these addresses, and the wallets with a raised alert of this kind. */
export async function findProposers(
  db: Database,
  addresses: readonly Address[],
): Promise<{ organizationId: string; address: Address; label: string; isDeployed: boolean }[]> {
  // Uses the index on the address. Without `offset 0`, the planner reads the whole table.
  const { rows } = await sql<{
    organizationId: string
    address: Address
    label: string
    isDeployed: boolean
  }>`
    select own.organization_id as "organizationId", own.address, own.label, own.status = 'deployed' as "isDeployed"
    from (
      select unnest(${addresses}::text[]) as address
      union select lower(subject) from alerts where kind = 'recovery-proposed' and cleared_at is null) as asked
    cross join lateral (
      select organization_id, address, label, status from wallets
      where address = asked.address and status <> 'failed' offset 0
    ) as own`.execute(db)
  return rows
}
