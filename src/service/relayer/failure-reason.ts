import type { Selectable } from 'kysely'
import type { Receipt } from '#service/chain/rpc-schemas.ts'
import { simulateCall } from '#service/chain/simulate.ts'
import type { RelayParts } from './relay-parts.ts'
import type { RelayerTables } from './tables.ts'

export type FailedCall = Pick<
  Selectable<RelayerTables['relayed_transactions']>,
  'from_address' | 'to_address' | 'value' | 'data' | 'gas_limit'
>

/**
 * Returns why a call failed. Neither a receipt nor a bundle has the reason, so the call runs again at the
 * block in which it failed.
 */
export async function failureReason(parts: RelayParts, row: FailedCall, receipt: Receipt): Promise<string> {
  const call = {
    from: row.from_address,
    to: row.to_address,
    data: row.data,
    value: BigInt(row.value),
    gas: BigInt(row.gas_limit),
  }
  const simulation = await simulateCall(parts.chain.rpc, call, receipt.blockNumber).catch(() =>
    // Nodes keep the state of only a few blocks. If the state of that block is gone, the newest state is used.
    simulateCall(parts.chain.rpc, call, 'latest').catch(() => undefined),
  )
  return simulation?.ok === false ? simulation.reason : 'the call reverted'
}
