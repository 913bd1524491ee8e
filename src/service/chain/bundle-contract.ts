import { keccak256, stringToBytes, type Address } from 'viem'
import { callBundleBytecode } from '#protocol/abi/call-bundle-bytecode.ts'
import type { ChainConnection } from './chain.ts'
import { deployContract, deploymentAddress, type SendAndWait } from './deploy-contract.ts'

const CONTRACT = { initCode: callBundleBytecode, salt: keccak256(stringToBytes('Latchkey CallBundle')) }

/** Address of the contract that makes several calls in one transaction. It is the same on every chain. */
export const BUNDLE_CONTRACT = deploymentAddress(CONTRACT.initCode, CONTRACT.salt)

/**
 * Deploys the contract that makes several calls in one transaction at its deterministic address, or finds it
 * there. It holds nothing, and no wallet trusts it.
 */
export function deployBundleContract(chain: ChainConnection, send: SendAndWait): Promise<Address> {
  return deployContract(chain, send, CONTRACT)
}
