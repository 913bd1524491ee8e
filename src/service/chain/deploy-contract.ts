import { setTimeout as wait } from 'node:timers/promises'
import { concatHex, getContractAddress, type Address, type Hex } from 'viem'
import type { ChainConnection } from './chain.ts'
import { RpcError } from './rpc.ts'
import { isDeployed } from './wallet-contract.ts'

/**
 * Arachnid's deterministic deployment proxy, present on most chains. Sending it `salt ++ initCode` creates
 * the contract by CREATE2, at an address that depends only on these two.
 */
export const DEPLOYMENT_PROXY: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/**
 * The only transaction that installs the proxy on any chain. Its signature is the pattern 0x22…, so its key
 * is unknown.
 */
export const PROXY_INSTALLATION: Hex =
  '0xf8a58085174876e800830186a08080b853604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf31ba02222222222222222222222222222222222222222222222222222222222222222a02222222222222222222222222222222222222222222222222222222222222222'
export const PROXY_INSTALLER: Address = '0x3fAB184622Dc19b6109349B94811493BF2a45362'
/** Cost of the installation in wei: 100,000 gas at its fixed price of 100 gwei. */
const INSTALLATION_WEI = 10_000_000_000_000_000n

/** Sends a call of the relayer to the chain. Resolves when it is mined, and rejects if it failed. */
export type SendAndWait = (call: { to: Address; data: Hex; value?: bigint }) => Promise<void>

/** Returns the address at which `deployContract` deploys a contract. */
export function deploymentAddress(initCode: Hex, salt: Hex): Address {
  return getContractAddress({ opcode: 'CREATE2', from: DEPLOYMENT_PROXY, salt, bytecode: initCode })
}

/**
 * Deploys a contract at its deterministic address, or finds it there. It can be repeated after any end of the
 * process, and two processes can run it at once.
 *
 * @throws Error with a message for the operator if the proxy cannot be installed on the chain
 */
export async function deployContract(
  chain: ChainConnection,
  send: SendAndWait,
  contract: { initCode: Hex; salt: Hex },
): Promise<Address> {
  const address = deploymentAddress(contract.initCode, contract.salt)
  if (await isDeployed(chain, address)) return address
  await ensureProxy(chain, send)
  try {
    await send({ to: DEPLOYMENT_PROXY, data: concatHex([contract.salt, contract.initCode]) })
  } catch (error) {
    // Another process may have sent the deployment first. The proxy then reverts, even while that deployment is not
    // mined yet.
    if (!(await isDeployed(chain, address, 'pending'))) throw error
    await untilDeployed(chain, address)
  }
  return address
}

async function ensureProxy(chain: ChainConnection, send: SendAndWait): Promise<void> {
  if (await isDeployed(chain, DEPLOYMENT_PROXY)) return
  await send({ to: PROXY_INSTALLER, data: '0x', value: INSTALLATION_WEI })
  try {
    await chain.sendRawTransaction(PROXY_INSTALLATION)
  } catch (cause) {
    if (!(cause instanceof RpcError)) throw cause
    throw new Error(
      `Chain ${chain.id} has no deterministic deployment proxy (${DEPLOYMENT_PROXY}) and refuses its installation. ` +
        'Have it installed there by other means, then start again.',
      { cause },
    )
  }
  await untilDeployed(chain, DEPLOYMENT_PROXY)
}

const INSTALLATION_TIMEOUT_MS = 120_000
const LOOK_MS = 100

async function untilDeployed(chain: ChainConnection, address: Address): Promise<void> {
  const deadline = performance.now() + INSTALLATION_TIMEOUT_MS
  while (!(await isDeployed(chain, address))) {
    if (performance.now() > deadline) throw new Error(`${address} was not deployed within two minutes`)
    await wait(LOOK_MS)
  }
}
