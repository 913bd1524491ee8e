import { keccak256, stringToBytes, type Address, type Hex } from 'viem'
import { demoCoinBytecode } from '#protocol/abi/demo-coin-bytecode.ts'
import { demoCollectibleBytecode } from '#protocol/abi/demo-collectible-bytecode.ts'
import { demoMultiTokenBytecode } from '#protocol/abi/demo-multi-token-bytecode.ts'
import { encodeTokenFunction } from '#protocol/signing/calldata.ts'
import type { ChainConnection } from '#service/chain/chain.ts'
import { deployContract, deploymentAddress, type SendAndWait } from '#service/chain/deploy-contract.ts'
import type { TokenStandard } from '#protocol/token-functions.ts'

const SALT = keccak256(stringToBytes('Latchkey sandbox'))

/** The sandbox's tokens; the same on every sandbox of a version, because they are deployed by CREATE2. */
export type DemoTokens = { erc20: Address; erc721: Address; erc1155: Address }

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

/** Which of the demo tokens an address is; `undefined` for any other. */
export function demoTokenStandard(token: Address): TokenStandard | undefined {
  const wanted = token.toLowerCase()
  if (wanted === DEMO_TOKENS.erc20.toLowerCase()) return 'erc20'
  if (wanted === DEMO_TOKENS.erc721.toLowerCase()) return 'erc721'
  if (wanted === DEMO_TOKENS.erc1155.toLowerCase()) return 'erc1155'
  return undefined
}

type Mint =
  | { standard: 'erc20'; to: Address; amount: bigint }
  | { standard: 'erc721'; to: Address; tokenId: bigint }
  | { standard: 'erc1155'; to: Address; tokenId: bigint; amount: bigint }

/** Calldata by which anyone creates demo tokens. Amounts in the smallest unit. */
export function encodeMint({ standard, to, ...numbers }: Mint): Hex {
  const { tokenId, amount } = { tokenId: undefined, amount: undefined, ...numbers }
  const params = [to, tokenId, amount].filter((param) => param !== undefined).map(String)
  return encodeTokenFunction(
    standard === 'erc1155' ? 'mint(address,uint256,uint256)' : 'mint(address,uint256)',
    params,
  )
}
