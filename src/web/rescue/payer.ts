import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import type { ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { functionSelector } from '#protocol/signing/function-signature.ts'
import { bytesFromHex, hexFromBytes } from '#protocol/signing/hex.ts'
import { joinSignature } from '#protocol/signing/joined-signature.ts'
import { keccak256 } from '#protocol/signing/keccak.ts'
import { NodeError } from '#web/ui/ask-node.ts'
import { ReadableError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'
import { deriveAccount } from './derive-account.ts'
import type { FoundWallet } from './find-wallet.ts'
import { hexSchema, type Node } from './node.ts'
import { serializeTransaction, type Transaction } from './serialize-transaction.ts'
import type { ChainConnection } from './settings.ts'

/** A signed call that any account can submit. */
export type Submission = { what: 'deploy' | 'execute'; to: Address; data: Hex }

const EXECUTE = 'execute(address,uint256,bytes,uint256,uint256,address,address,bytes)'
const DEPLOY = 'deploy(uint256,uint256,bytes32)'
const PRIVATE_KEY = /^(0x)?([0-9a-f]{64})$/i
const TIP_WEI = 1_000_000_000n
/** Poll interval of the chain, in milliseconds. */
const LOOK_AGAIN_MS = 1_000
const blockSchema = z.object({ baseFeePerGas: z.optional(z.string()) })
const receiptSchema = z.nullable(z.object({ status: z.string() }))

/**
 * The transactions that deploy the wallet, if needed, and execute the signed call. `tuple` is the passkey's
 * signature. `coSignature` is undefined if the call needs none.
 */
export function buildSubmissions(
  connection: ChainConnection,
  wallet: FoundWallet,
  call: ExecuteCall,
  { tuple, coSignature }: { tuple: Hex; coSignature: Hex | undefined },
): Submission[] {
  const signature = joinSignature({ tuple, keyNumber: wallet.keyNumber, coSignature })
  const execute: Submission = {
    what: 'execute',
    to: wallet.address,
    data: encodeCall(EXECUTE, [
      call.toAddress,
      String(call.value),
      call.data,
      String(call.expiration),
      String(call.fee),
      call.feeCoinAddress,
      call.feeWithdrawAddress,
      signature,
    ]),
  }
  if (wallet.isDeployed) return [execute]
  const data = encodeCall(DEPLOY, [String(wallet.qx), String(wallet.qy), wallet.rpIdHash])
  return [{ what: 'deploy', to: connection.factory, data }, execute]
}

/**
 * Sends transactions one after the other from the account of a private key. Each is sent when the previous
 * one is in a block. The key is not stored. Returns the last transaction's hash.
 *
 * @throws ReadableError with the chain's reason
 */
export async function pay(
  connection: ChainConnection,
  privateKey: string,
  submissions: readonly Submission[],
): Promise<Hex> {
  const [, , digits] = PRIVATE_KEY.exec(privateKey.trim()) ?? []
  if (digits === undefined)
    throw new ReadableError(t('The key must be a private key: 64 digits or letters a to f.'))
  const key = bytesFromHex(`0x${digits}`)
  let hash: Hex = '0x'
  for (const { to, data } of submissions) {
    const prepared = await prepare(connection, payerAccount(key), { to, data })
    hash = await connection.node.hex('eth_sendRawTransaction', [signTransaction(prepared, key)])
    await mined(connection.node, hash)
  }
  return hash
}

async function prepare(
  { node, chainId }: ChainConnection,
  from: Hex,
  call: { to: Address; data: Hex },
): Promise<Transaction> {
  const gas = await node.number('eth_estimateGas', [{ from, ...call }]).catch(explain)
  const [nonce, block] = await Promise.all([
    node.number('eth_getTransactionCount', [from, 'pending']),
    node.ask(blockSchema, 'eth_getBlockByNumber', ['latest', false]),
  ])
  const base = BigInt(block.baseFeePerGas ?? '0x0')
  return {
    chainId,
    ...call,
    nonce,
    gas: gas + gas / 5n,
    maxPriorityFeePerGas: TIP_WEI,
    maxFeePerGas: base * 2n + TIP_WEI,
  }
}

/** Throws the reason of the wallet's revert as a readable error. */
function explain(cause: unknown): never {
  if (!(cause instanceof NodeError)) throw cause
  const { data = '0x' } = hexSchema.safeParse(cause.data)
  const name = data === '0x' ? undefined : errorName(data)
  if (name === undefined) throw cause
  throw new ReadableError(t('The wallet would refuse this call: {name}.', { name }), { cause })
}

function errorName(data: Hex): string | undefined {
  const named = passkeyWalletAbi.find((entry) => {
    if (entry.type !== 'error') return false
    const types = entry.inputs.map(({ type }) => type).join()
    return data.startsWith(hexFromBytes(functionSelector(`${entry.name}(${types})`)))
  })
  return named?.type === 'error' ? named.name : undefined
}

async function mined(node: Node, hash: Hex): Promise<void> {
  for (;;) {
    const receipt = await node.ask(receiptSchema, 'eth_getTransactionReceipt', [hash])
    if (receipt?.status === '0x1') return
    if (receipt !== null) throw new ReadableError(t('The chain refused the transaction {hash}.', { hash }))
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
}

export function payerAccount(key: Uint8Array): Hex {
  return deriveAccount(secp256k1.getPublicKey(key, false))
}

/**
 * The signed transaction in the form that a node accepts. Uses the passkey code's curve and our own encoder. A
 * library's account would add a second curve and a second hash, a quarter of this page's size.
 */
export function signTransaction(transaction: Transaction, key: Uint8Array): Hex {
  const digest = keccak256(bytesFromHex(serializeTransaction(transaction)))
  const signed = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' })
  const { r, s, recovery = 0 } = secp256k1.Signature.fromBytes(signed, 'recovered')
  return serializeTransaction(transaction, { r, s, yParity: recovery })
}
