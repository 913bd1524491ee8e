import type { Hex } from 'viem'
import { RpcError, type Rpc } from './rpc.ts'
import { dataSchema } from './rpc-schemas.ts'

const P256_VERIFY = '0x0000000000000000000000000000000000000100'

/** Hash, r, s, x, y of a signature that holds: made once for this check with a key that was thrown away. */
const GENUINE: Hex = `0x${[
  'd28ca416a6724105f474a40f553139ce14cde2fbc25f056eab4bece648218434',
  'fa3755c5e6a0f2fbc0020547bcbfdd5a64e5bde060ecf5131c3e0684c01f3e51',
  '3b4ba4bb44e15efbb374525f31543283f429fc117728a387dc5a1c15e2309a52',
  '04b8dabf39d46ca530eeaf62f7ee72a0c08c4408169fb6e664b735cf61fef516',
  '106833af2097dc4ee1cecade9578d764657f449136a7775337e5acf80bb6e31c',
].join('')}`

/** Whether the chain has the P-256 precompile of EIP-7951 at 0x100: a genuine signature is answered with 1. */
export async function hasP256Precompile(rpc: Rpc): Promise<boolean> {
  try {
    const answer = await rpc.request(dataSchema, 'eth_call', [{ to: P256_VERIFY, data: GENUINE }, 'latest'])
    return answer.length === 66 && BigInt(answer) === 1n
  } catch (error) {
    if (error instanceof RpcError) return false
    throw error
  }
}
