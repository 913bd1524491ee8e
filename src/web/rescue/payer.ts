import { decodeErrorResult, encodeFunctionData, type Address, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { passkeyWalletFactoryAbi } from '#protocol/abi/passkey-wallet-factory.ts'
import type { ExecuteCall } from '#protocol/signing/execute-digest.ts'
import type { FoundWallet } from './find-wallet.ts'
import { NodeRefusal, type Node } from './node.ts'
import { RescueError } from './rescue-error.ts'
import type { ChainConnection } from './settings.ts'

/** What is to be sent: anybody may send it, for what counts is signed already. */
export type Submission = { what: 'deploy' | 'execute'; to: Address; data: Hex }

const PRIVATE_KEY = /^(0x)?([0-9a-f]{64})$/i
const TIP_WEI = 1_000_000_000n
/** A pause between two looks at the chain. */
const LOOK_AGAIN_MS = 1_000
const blockSchema = z.object({ baseFeePerGas: z.optional(z.string()) })
const receiptSchema = z.nullable(z.object({ status: z.string() }))

/** The wallet itself where it is not deployed yet, and the signed call. */
export function submissionsOf(
  connection: ChainConnection,
  wallet: FoundWallet,
  call: ExecuteCall,
  signature: Hex,
): Submission[] {
  const execute: Submission = {
    what: 'execute',
    to: wallet.address,
    data: encodeFunctionData({
      abi: passkeyWalletAbi,
      functionName: 'execute',
      args: [
        call.toAddress,
        call.value,
        call.data,
        call.expiration,
        call.fee,
        call.feeCoinAddress,
        call.feeWithdrawAddress,
        signature,
      ],
    }),
  }
  if (wallet.isDeployed) return [execute]
  const data = encodeFunctionData({
    abi: passkeyWalletFactoryAbi,
    functionName: 'deploy',
    args: [wallet.qx, wallet.qy, wallet.rpIdHash],
  })
  return [{ what: 'deploy', to: connection.factory, data }, execute]
}

/**
 * Sends transactions one after the other from the account of a private key, each when the one before is in a block.
 * The key is used here and kept nowhere. Answers the last one's hash. @throws RescueError with the chain's reason
 */
export async function pay(
  connection: ChainConnection,
  privateKey: string,
  submissions: readonly Submission[],
): Promise<Hex> {
  const [, , digits] = PRIVATE_KEY.exec(privateKey.trim()) ?? []
  if (digits === undefined)
    throw new RescueError('The key must be a private key: 64 digits or letters a to f.')
  const account = privateKeyToAccount(`0x${digits}`)
  let hash: Hex = '0x'
  for (const { to, data } of submissions) {
    const sent = await prepare(connection, account.address, { to, data })
    const raw = await account.signTransaction(sent)
    hash = await connection.node.hex('eth_sendRawTransaction', [raw])
    await mined(connection.node, hash)
  }
  return hash
}

async function prepare(
  { node, chainId }: ChainConnection,
  from: Address,
  { to, data }: { to: Address; data: Hex },
) {
  const gas = await node.number('eth_estimateGas', [{ from, to, data }]).catch(explain)
  const [nonce, block] = await Promise.all([
    node.number('eth_getTransactionCount', [from, 'pending']),
    node.ask('eth_getBlockByNumber', ['latest', false]).then((answer) => blockSchema.parse(answer)),
  ])
  const base = BigInt(block.baseFeePerGas ?? '0x0')
  return {
    type: 'eip1559' as const,
    chainId,
    to,
    data,
    nonce: Number(nonce),
    gas: gas + gas / 5n,
    maxPriorityFeePerGas: TIP_WEI,
    maxFeePerGas: base * 2n + TIP_WEI,
  }
}

/** Says in words why the wallet would refuse. */
function explain(cause: unknown): never {
  if (!(cause instanceof NodeRefusal) || cause.data === undefined || cause.data === '0x') throw cause
  const name = errorName(cause.data)
  throw new RescueError(name === undefined ? cause.message : `The wallet would refuse this call: ${name}.`, {
    cause,
  })
}

function errorName(data: Hex): string | undefined {
  try {
    return decodeErrorResult({ abi: passkeyWalletAbi, data }).errorName
  } catch {
    return undefined
  }
}

async function mined(node: Node, hash: Hex): Promise<void> {
  for (;;) {
    const receipt = receiptSchema.parse(await node.ask('eth_getTransactionReceipt', [hash]))
    if (receipt?.status === '0x1') return
    if (receipt !== null) throw new RescueError(`The chain refused the transaction ${hash}.`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
}
