import type { Logger } from 'pino'
import type { Address, Hex } from 'viem'
import { findOldHead } from './old-head.ts'
import { dataSchema } from './rpc-schemas.ts'
import { isProvidersFault, RpcError, type Rpc } from './rpc.ts'

/**
 * Init code that returns 1 with the newer opcodes of the contracts' compilation target
 * (`compile-contracts.ts`). It stores 1 by TSTORE, reads it by TLOAD and copies it by MCOPY, with zeros by
 * PUSH0. As a call it deploys nothing.
 */
const BY_NEEDED_OPCODES: Hex = '0x60015f5d5f5c5f5260205f60205e60206020f3'
/** Init code that returns 1 with opcodes that every EVM has. Shows whether the node runs init code at all. */
const BY_OLD_OPCODES: Hex = '0x600160005260206000f3'

/** Thrown for a chain on which wallets could be created but never send anything. The message names what it lacks. */
export class UnsupportedChainError extends Error {
  override name = 'UnsupportedChainError'
}

/**
 * Returns whether the chain has the opcodes that wallets need. `unknown` if its node runs no init code in a
 * call.
 *
 * @throws ApiError CHAIN_FAILED or CHAIN_TIMEOUT if the node cannot be reached
 */
export async function probeOpcodes(rpc: Rpc): Promise<'present' | 'missing' | 'unknown'> {
  if (await answersOne(rpc, { data: BY_NEEDED_OPCODES })) return 'present'
  return (await answersOne(rpc, { data: BY_OLD_OPCODES })) ? 'missing' : 'unknown'
}

/** @throws UnsupportedChainError */
export async function requireOpcodes(
  rpc: Rpc,
  { chainId, log }: { chainId: number; log: Logger },
): Promise<void> {
  const found = await probeOpcodes(rpc)
  if (found === 'missing') {
    const old = await findOldHead(rpc)
    const subject =
      old === undefined
        ? `Chain ${chainId} of RPC_URL`
        : `${old} If it is still synchronizing, wait until it has finished. At that block, chain ${chainId}`
    throw new UnsupportedChainError(
      `${subject} lacks opcodes that the wallets need (PUSH0, MCOPY, TLOAD, TSTORE: the Cancun ` +
        'upgrade). Wallets could be created on it, and nothing could ever be sent from them. Use a chain that has it.',
    )
  }
  if (found === 'unknown')
    log.warn({ chainId }, 'it is not known whether the chain has the opcodes of Cancun')
}

async function answersOne(rpc: Rpc, call: { to?: Address; data: Hex }): Promise<boolean> {
  try {
    const answer = await rpc.request(dataSchema, 'eth_call', [call, 'latest'])
    return answer.length === 66 && BigInt(answer) === 1n
  } catch (error) {
    if (error instanceof RpcError && !isProvidersFault(error)) return false
    throw error
  }
}

const P256_VERIFY = '0x0000000000000000000000000000000000000100'

/** Hash, r, s, x, y of a valid signature, created once for this check with a discarded key. */
const GENUINE: Hex = `0x${[
  'd28ca416a6724105f474a40f553139ce14cde2fbc25f056eab4bece648218434',
  'fa3755c5e6a0f2fbc0020547bcbfdd5a64e5bde060ecf5131c3e0684c01f3e51',
  '3b4ba4bb44e15efbb374525f31543283f429fc117728a387dc5a1c15e2309a52',
  '04b8dabf39d46ca530eeaf62f7ee72a0c08c4408169fb6e664b735cf61fef516',
  '106833af2097dc4ee1cecade9578d764657f449136a7775337e5acf80bb6e31c',
].join('')}`

/** Whether the chain has the P-256 precompile of EIP-7951 at 0x100, which returns 1 for a genuine signature. */
export function hasP256Precompile(rpc: Rpc): Promise<boolean> {
  return answersOne(rpc, { to: P256_VERIFY, data: GENUINE })
}
