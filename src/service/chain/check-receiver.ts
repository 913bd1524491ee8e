import { size, slice, type Address, type Hex } from 'viem'
import type { ChainConnection } from './chain.ts'
import { simulateCall, type Simulation } from './simulate.ts'
import type { ReceiptCall } from './token-receipt.ts'
import { isDeployed } from './wallet-state.ts'

/** An honest receiver needs a fraction of it; a hostile one cannot keep the node busy for longer. */
const RECEIPT_GAS = 3_000_000n
/** A batch of 50 new tokens takes about three million. */
const TRANSFER_GAS = 8_000_000n

export type SafeTransfer = {
  token: Address
  recipient: Address
  /** The wallet that will make the call. */
  operator: Address
  transferData: Hex
  receipt: ReceiptCall
}

/**
 * Whether a recipient can receive by a safe transfer: accounts without code can. A contract is tried by the whole
 * transfer first; where that fails, perhaps for want of the token, the contract alone is asked as the token would.
 *
 * @throws ApiError CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function checkReceiver(
  chain: Pick<ChainConnection, 'rpc'>,
  transfer: SafeTransfer,
): Promise<{ ok: true } | { ok: false; reason: string }> {
  const { token, recipient, operator, transferData, receipt } = transfer
  if (!(await isDeployed(chain, recipient))) return { ok: true }
  const whole = { from: operator, to: token, data: transferData, gas: TRANSFER_GAS }
  if ((await simulateCall(chain.rpc, whole)).ok) return { ok: true }
  const alone = { from: token, to: recipient, data: receipt.data, gas: RECEIPT_GAS }
  return verdictOf(receipt, await simulateCall(chain.rpc, alone))
}

function verdictOf(receipt: ReceiptCall, asked: Simulation): { ok: true } | { ok: false; reason: string } {
  if (!asked.ok) return { ok: false, reason: `${receipt.functionName}: ${asked.reason}` }
  const { returned } = asked
  if (size(returned) >= 32 && slice(returned, 0, 4) === receipt.selector) return { ok: true }
  return { ok: false, reason: `${receipt.functionName}: it does not answer that it accepts` }
}
