import { keccak256, stringToBytes, type Address, type Hex } from 'viem'
import { demoCoinBytecode } from '#protocol/abi/demo-coin-bytecode.ts'
import { demoCollectibleBytecode } from '#protocol/abi/demo-collectible-bytecode.ts'
import { demoMultiTokenBytecode } from '#protocol/abi/demo-multi-token-bytecode.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import type { TokenStandard } from '#protocol/token-functions.ts'
import type { ChainConnection } from '#service/chain/chain.ts'
import { deployContract, deploymentAddress, type SendAndWait } from '#service/chain/deploy-contract.ts'

const SALT = keccak256(stringToBytes('Latchkey sandbox'))

/**
 * The sandbox's tokens. Their addresses are the same in every sandbox of a version, because CREATE2 deploys
 * them.
 */
export type DemoTokens = Record<TokenStandard, Address>

export const DEMO_TOKENS: DemoTokens = {
  erc20: deploymentAddress(demoCoinBytecode, SALT),
  erc721: deploymentAddress(demoCollectibleBytecode, SALT),
  erc1155: deploymentAddress(demoMultiTokenBytecode, SALT),
}

/** Deploys the three demo tokens unless they exist. */
export async function deployDemoTokens(chain: ChainConnection, send: SendAndWait): Promise<DemoTokens> {
  for (const initCode of [demoCoinBytecode, demoCollectibleBytecode, demoMultiTokenBytecode] as const) {
    await deployContract(chain, send, { initCode, salt: SALT })
  }
  return DEMO_TOKENS
}

/** An ERC-20 mint takes `amount`, an ERC-721 mint `tokenId`, an ERC-1155 mint both. */
type Mint = { standard: TokenStandard; to: Address; tokenId?: bigint; amount?: bigint }

/** Calldata with which anyone can mint demo tokens. Amounts are in base units. */
export function encodeMint({ to, tokenId, amount }: Mint): Hex {
  const numbers = [tokenId, amount].filter((number) => number !== undefined).map(String)
  return encodeCall(`mint(address${',uint256'.repeat(numbers.length)})`, [to, ...numbers])
}
