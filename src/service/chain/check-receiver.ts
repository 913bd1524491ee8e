import { size, slice, type Address, type Hex } from 'viem'
import type { ChainConnection } from './chain.ts'
import { simulateCall, type Simulation } from './simulate.ts'
import { isDeployed } from './wallet-contract.ts'
import { lowerCase } from './rpc-schemas.ts'

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
  chain: Pick<ChainConnection, 'rpc'>,
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
  if (size(returned) >= 32 && slice(returned, 0, 4) === receipt.selector) return { ok: true }
  return { ok: false, reason: `${receipt.functionName}: it does not answer that it accepts` }
}

/** What a token contract passes to a receiving contract; numbers as decimal strings, `data` as 0x-hex (default `0x`). */
export type TokenReceipt = { operator: string; from: string; data?: string | undefined } & (
  | { standard: 'erc721'; tokenId: string }
  | { standard: 'erc1155'; tokenId: string; amount: string }
  | { standard: 'erc1155-batch'; tokenIds: readonly string[]; amounts: readonly string[] }
)

const receiverAbi = parseAbi([
  'function onERC721Received(address operator, address from, uint256 tokenId, bytes data)',
  'function onERC1155Received(address operator, address from, uint256 id, uint256 value, bytes data)',
  'function onERC1155BatchReceived(address operator, address from, uint256[] ids, uint256[] values, bytes data)',
])

/** The call by which a token asks a contract whether it takes what arrives, and the function's name. */
export type ReceiptCall = {
  functionName: string
  data: Hex
  /** A contract accepts by answering these first four bytes of the call. Source: ERC-721, ERC-1155. */
  selector: Hex
}

/** Encodes the question of `onERC721Received`, `onERC1155Received` or `onERC1155BatchReceived`. */
export function encodeReceipt(receipt: TokenReceipt): ReceiptCall {
  const abi = receiverAbi
  const [operator, from, data] = [
    lowerCase(receipt.operator),
    lowerCase(receipt.from),
    lowerCase(receipt.data ?? '0x'),
  ]
  switch (receipt.standard) {
    case 'erc721': {
      const functionName = 'onERC721Received'
      const args = [operator, from, BigInt(receipt.tokenId), data] as const
      return asked(functionName, encodeFunctionData({ abi, functionName, args }))
    }
    case 'erc1155': {
      const functionName = 'onERC1155Received'
      const args = [operator, from, BigInt(receipt.tokenId), BigInt(receipt.amount), data] as const
      return asked(functionName, encodeFunctionData({ abi, functionName, args }))
    }
    case 'erc1155-batch': {
      const functionName = 'onERC1155BatchReceived'
      const args = [operator, from, receipt.tokenIds.map(BigInt), receipt.amounts.map(BigInt), data] as const
      return asked(functionName, encodeFunctionData({ abi, functionName, args }))
    }
  }
}

function asked(functionName: string, data: Hex): ReceiptCall {
  return { functionName, data, selector: slice(data, 0, 4) }
}
