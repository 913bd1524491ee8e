import type { Hex } from 'viem'
import * as z from 'zod/mini'
import { sameAddress, checksumAddress } from '#protocol/display/address.ts'
import { logsOfCall } from '#protocol/executed-logs.ts'
import { bytesFromBase64Url } from '#protocol/passkey/base64-url.ts'
import { checkAssertion } from '#protocol/passkey/verify-assertion.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { bytesFromHex, hexFromBytes, sameBytes } from '#protocol/signing/hex.ts'
import { keccak256 } from '#protocol/signing/keccak.ts'
import { encodeExecuteCall } from '#protocol/signing/pack-execute.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { checkCoSignature, checkCoSignatureOnChain } from './check-co-signature.ts'
import { finding, type Finding, type FindingWord } from './finding.ts'
import { readBundle } from './read-bundle.ts'
import {
  type Receipt,
  receiptKeyId,
  receiptMessage,
  receiptSignature,
  signedCall,
  submittedSignature,
} from './receipt.ts'
import { type AskNode, attempt, type Verifiers } from './verifiers.ts'
import { isWalletKeyAt } from './wallet-keys.ts'

/** Runs every check of a receipt that works offline. */
export async function checkReceipt(receipt: Receipt, verifiers: Verifiers): Promise<Finding[]> {
  const dataHash = hexFromBytes(keccak256(bytesFromHex(receipt.call.data)))
  const digest = executeDigest(receipt.chainId, signedCall(receipt))
  return [
    await checkServiceSignature(receipt, verifiers),
    finding('data-hash', dataHash === receipt.dataHash),
    finding('digest', digest === receipt.digest),
    await checkPasskeySignature(receipt, digest, verifiers),
    isFirstKey(receipt.wallet)
      ? { name: 'wallet-key', result: 'holds', because: 'wallet-key first', values: {} }
      : { name: 'wallet-key', result: 'unknown', because: 'wallet-key later', values: {} },
    ...(await checkCoSignature(receipt, digest, verifiers)),
  ]
}

async function checkServiceSignature({ proof, ...body }: Receipt, verifiers: Verifiers): Promise<Finding> {
  const isSigned = await attempt(async () => {
    const key = bytesFromBase64Url(proof.publicKey)
    if (receiptKeyId(key) !== proof.keyId) return false
    return verifiers.ed25519(key, receiptMessage(body), bytesFromBase64Url(proof.value))
  })
  return finding('service-signature', isSigned)
}

/** `digest` is computed here from the call. */
async function checkPasskeySignature(receipt: Receipt, digest: Hex, verifiers: Verifiers): Promise<Finding> {
  const { publicKey, rpIdHash } = receipt.wallet
  const isSigned = await attempt(async () => {
    const signature = receiptSignature(receipt)
    const check = checkAssertion({ digest, signature, rpIdHash: hexFromBytes(bytesFromHex(rpIdHash)) })
    if (!check.ok) return false
    const key = { x: bytesFromHex(publicKey.x), y: bytesFromHex(publicKey.y) }
    return verifiers.p256(key, check.signedBytes, check.rs)
  })
  return finding('passkey-signature', isSigned)
}

/**
 * Whether the receipt's key is the wallet's first key. A wallet's address derives from it, so finding another
 * key for it is infeasible.
 */
function isFirstKey({ address, factory, publicKey, rpIdHash }: Receipt['wallet']): boolean {
  const made = walletAddress({
    factory: checksumAddress(factory),
    qx: BigInt(publicKey.x),
    qy: BigInt(publicKey.y),
    rpIdHash: hexFromBytes(bytesFromHex(rpIdHash)),
  })
  return sameAddress(made, address)
}

const quantitySchema = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/)),
  z.transform((text) => BigInt(text)),
)
const dataSchema = z.pipe(
  z.string().check(z.regex(/^0x([0-9a-fA-F]{2})*$/)),
  z.transform((text): Hex => `0x${text.slice(2).toLowerCase()}`),
)
const transactionSchema = z.nullable(z.object({ to: z.nullable(z.string()), input: dataSchema }))
const receiptSchema = z.nullable(
  z.object({
    blockNumber: quantitySchema,
    blockHash: z.string(),
    status: quantitySchema,
    logs: z.array(z.object({ address: z.string(), topics: z.array(z.string()) })),
  }),
)
type Transaction = z.infer<typeof transactionSchema>
type Mined = z.infer<typeof receiptSchema>
const blockSchema = z.nullable(z.object({ hash: z.nullable(z.string()) }))

/**
 * A chain node's findings about a receipt. A node of another chain gives a single finding. The second result is
 * the number of confirmations, or null if the transaction is in no block.
 *
 * @throws if the node is unreachable, or its response is not JSON-RPC of an EVM chain
 */
export async function checkOnChain(
  receipt: Receipt,
  ask: AskNode,
): Promise<{ findings: Finding[]; confirmations: bigint | null }> {
  const chainId = quantitySchema.parse(await ask('eth_chainId', []))
  const values = { chainId: String(receipt.chainId), other: String(chainId) }
  const chain = finding('chain', chainId === BigInt(receipt.chainId), values)
  if (chain.result === 'fails') return { findings: [chain], confirmations: null }
  const hash = receipt.outcome.transactionHash
  const [transaction, mined, head] = await Promise.all([
    ask('eth_getTransactionByHash', [hash]).then((answer) => transactionSchema.parse(answer)),
    ask('eth_getTransactionReceipt', [hash]).then((answer) => receiptSchema.parse(answer)),
    ask('eth_blockNumber', []).then((answer) => quantitySchema.parse(answer)),
  ])
  const submits = submission(receipt, transaction)
  const findings: Finding[] = [
    chain,
    transaction === null
      ? { name: 'transaction', result: 'fails', because: 'transaction away', values: {} }
      : finding('transaction', submits !== undefined),
    checkOutcome(receipt, mined, submits),
    await checkBlock(receipt, mined, ask),
    ...(await checkPresentKey(receipt, ask)),
    ...(await checkCoSignatureOnChain(receipt, ask)),
  ]
  return { findings, confirmations: mined === null ? null : head - mined.blockNumber + 1n }
}

/**
 * Form in which a transaction submits the call: alone, or with others in a bundle. Undefined if the transaction does
 * not submit the call.
 */
type Submission = 'alone' | 'in a bundle' | undefined

function submission(receipt: Receipt, transaction: Transaction): Submission {
  const expected = expectedInput(receipt)
  if (transaction === null || expected === undefined) return undefined
  const { to, input } = transaction
  const { address } = receipt.wallet
  if (sameAddress(to ?? '', address) && input === expected) return 'alone'
  const call = bytesFromHex(expected)
  const isCall = (one: { to: string; data: Uint8Array }) =>
    sameAddress(one.to, address) && sameBytes(one.data, call)
  return readBundle(input).some(isCall) ? 'in a bundle' : undefined
}

function expectedInput(receipt: Receipt): string | undefined {
  try {
    return encodeExecuteCall(signedCall(receipt), submittedSignature(receipt))
  } catch (cause) {
    // An invalid call was never sent.
    if (cause instanceof Error) return undefined
    throw cause
  }
}

function checkOutcome(receipt: Receipt, mined: Mined, submits: Submission): Finding {
  const call = { wallet: receipt.wallet.address, digest: receipt.digest }
  const isExecuted = mined !== null && logsOfCall(mined.logs, call) !== undefined
  const wanted = receipt.outcome.status === 'CONFIRMED'
  // The transaction of a bundle succeeds regardless of the results of its calls.
  const isStatus = mined !== null && ((mined.status === 1n) === wanted || submits === 'in a bundle')
  const isSo = isStatus && isExecuted === wanted
  const [result, because] = isSo
    ? (['holds', wanted ? 'outcome succeeded' : 'outcome failed'] as const)
    : (['fails', otherwise(mined, isExecuted)] as const)
  return { name: 'outcome', result, because, values: {} }
}

/** Names how the outcome on the chain differs from the outcome in the receipt. */
function otherwise(mined: Mined, isExecuted: boolean): FindingWord {
  if (mined === null) return 'outcome away'
  if (mined.status !== 1n) return 'outcome otherwise-failed'
  return isExecuted ? 'outcome otherwise-succeeded' : 'outcome otherwise-silent'
}

async function checkBlock(receipt: Receipt, mined: Mined, ask: AskNode): Promise<Finding> {
  const { blockNumber, blockHash } = receipt.outcome
  const number = `0x${BigInt(blockNumber).toString(16)}`
  const block = blockSchema.parse(await ask('eth_getBlockByNumber', [number, false]))
  const isThere =
    mined !== null &&
    mined.blockNumber === BigInt(blockNumber) &&
    mined.blockHash.toLowerCase() === blockHash &&
    block?.hash?.toLowerCase() === blockHash
  return finding('block', isThere, { block: blockNumber })
}

/**
 * Checks a passkey that is not the wallet's first passkey, for which only the chain knows whether the wallet accepts
 * it. Empty for the first passkey.
 */
async function checkPresentKey(receipt: Receipt, ask: AskNode): Promise<Finding[]> {
  if (isFirstKey(receipt.wallet)) return []
  return [finding('wallet-key', await isWalletKeyAt(receipt, ask))]
}
