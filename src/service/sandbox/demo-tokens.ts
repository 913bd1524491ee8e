import { keccak256, stringToBytes, type Address, type Hex } from 'viem'
import { demoCoinBytecode } from '#protocol/abi/demo-coin-bytecode.ts'
import { demoCollectibleBytecode } from '#protocol/abi/demo-collectible-bytecode.ts'
import { demoMultiTokenBytecode } from '#protocol/abi/demo-multi-token-bytecode.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import type { ChainConnection } from '#service/chain/chain.ts'
import { deployContract, deploymentAddress, type SendAndWait } from '#service/chain/deploy-contract.ts'
import type { TokenStandard } from '#protocol/token-functions.ts'

const SALT = keccak256(stringToBytes('Latchkey sandbox'))

/** The sandbox's tokens; the same on every sandbox of a version, because they are deployed by CREATE2. */
export type DemoTokens = Record<TokenStandard, Address>

export const DEMO_TOKENS: DemoTokens = {
  erc20: deploymentAddress(demoCoinBytecode, SALT),
  erc721: deploymentAddress(demoCollectibleBytecode, SALT),
  erc1155: deploymentAddress(demoMultiTokenBytecode, SALT),
}

/** Deploys the three demo tokens, or finds them there. */
export async function deployDemoTokens(chain: ChainConnection, send: SendAndWait): Promise<DemoTokens> {
  for (const initCode of [demoCoinBytecode, demoCollectibleBytecode, demoMultiTokenBytecode] as const) {
    await deployContract(chain, send, { initCode, salt: SALT })
  }
  return DEMO_TOKENS
}

/** ERC-20 takes `amount`, ERC-721 `tokenId`, ERC-1155 both. */
type Mint = { standard: TokenStandard; to: Address; tokenId?: bigint; amount?: bigint }

/** Calldata by which anyone creates demo tokens. Amounts in the smallest unit. */
export function encodeMint({ to, tokenId, amount }: Mint): Hex {
  const numbers = [tokenId, amount].filter((number) => number !== undefined).map(String)
  return encodeCall(`mint(address${',uint256'.repeat(numbers.length)})`, [to, ...numbers])
}
