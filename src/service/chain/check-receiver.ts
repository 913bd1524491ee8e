import { size, slice, type Address, type Hex } from 'viem'
import type { ChainReader } from './chain.ts'
import { simulateCall, type Simulation } from './simulate.ts'
import { isDeployed } from './wallet-contract.ts'

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
  /** The function by which the token asks the recipient whether it accepts. */
  hook: string
  hookData: Hex
}

/**
 * Whether a recipient can receive by a safe transfer: accounts without code can. A contract is tried by the whole
 * transfer first; where that fails, perhaps for want of the token, the contract alone is asked as the token would.
 *
 * @throws ApiError CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function checkReceiver(
  chain: ChainReader,
  transfer: SafeTransfer,
): Promise<{ ok: true } | { ok: false; reason: string }> {
  const { token, recipient, operator, transferData, hook, hookData } = transfer
  if (!(await isDeployed(chain, recipient))) return { ok: true }
  const whole = { from: operator, to: token, data: transferData, gas: TRANSFER_GAS }
  if ((await simulateCall(chain.rpc, whole)).ok) return { ok: true }
  const alone = { from: token, to: recipient, data: hookData, gas: RECEIPT_GAS }
  return verdictOf(hook, hookData, await simulateCall(chain.rpc, alone))
}

/** A contract accepts by answering the hook's own selector. Source: ERC-721, ERC-1155. */
function verdictOf(
  hook: string,
  hookData: Hex,
  asked: Simulation,
): { ok: true } | { ok: false; reason: string } {
  const name = hook.slice(0, hook.indexOf('('))
  if (!asked.ok) return { ok: false, reason: `${name}: ${asked.reason}` }
  const { returned } = asked
  if (size(returned) >= 32 && slice(returned, 0, 4) === slice(hookData, 0, 4)) return { ok: true }
  return { ok: false, reason: `${name}: it does not answer that it accepts` }
}
