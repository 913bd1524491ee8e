import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { checksumAddress, sameAddress } from '#protocol/display/address.ts'
import { checkAssertion } from '#protocol/passkey/verify-assertion.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { bytesFromHex, hexFromBytes } from '#protocol/signing/hex.ts'
import { splitSignature } from '#protocol/signing/joined-signature.ts'
import { coSignatureDigest } from '#protocol/signing/message-digest.ts'
import { decodeSignature } from '#protocol/signing/signature.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { finding, type Finding } from './finding.ts'
import type { Receipt } from './receipt.ts'
import { attempt, type AskNode, type Verifiers } from './verifiers.ts'

type CoSignature = NonNullable<Receipt['coSignature']>
type Passkey = NonNullable<CoSignature['passkey']>

/** Bytes of r, s and v in an account's signature. */
const ACCOUNT_SIGNATURE_BYTES = 65
/** Value of v for a recovery bit of 0. */
const V_START = 27
/** The value that ERC-1271 returns for a valid signature. */
const VALID = `0x1626ba7e${'0'.repeat(56)}`
const answerSchema = z.string()

/**
 * The finding about a co-signature that needs no node. Empty if the receipt has no co-signature. Unknown for a
 * contract, unless it is a passkey wallet whose first passkey signed.
 */
export async function checkCoSignature(
  receipt: Receipt,
  digest: Hex,
  verifiers: Verifiers,
): Promise<Finding[]> {
  const { coSignature } = receipt
  if (coSignature === undefined) return []
  const { coSigner, passkey } = coSignature
  const values = { coSigner: checksumAddress(coSigner) }
  if (passkey !== undefined) {
    const isSigned = await attempt(() =>
      isSignedByPasskey(receipt, { ...coSignature, passkey }, digest, verifiers),
    )
    return [finding('co-signature', isSigned, values)]
  }
  const signature = bytesFromHex(coSignature.signature)
  if (signature.length !== ACCOUNT_SIGNATURE_BYTES)
    return [{ name: 'co-signature', result: 'unknown', because: 'co-signature later', values }]
  const recovery = (signature[64] ?? 0) - V_START
  const isSigned = await attempt(() =>
    verifiers.account({
      account: coSigner,
      digest: bytesFromHex(digest),
      rs: signature.subarray(0, 64),
      recovery,
    }),
  )
  return [finding('co-signature', isSigned, values)]
}

/**
 * Whether the co-signer's address derives from its passkey and the passkey signed the digest as a message of
 * that wallet.
 */
async function isSignedByPasskey(
  { chainId, wallet }: Receipt,
  { coSigner, passkey, signature }: CoSignature & { passkey: Passkey },
  digest: Hex,
  verifiers: Verifiers,
): Promise<boolean> {
  const approvalWallet = deriveAddress(wallet.factory, passkey)
  if (!sameAddress(approvalWallet, coSigner)) return false
  const { tuple, keyNumber = 0, coSignature } = splitSignature(hexFromBytes(bytesFromHex(signature)))
  // Another key or a co-signer of that wallet cannot be checked offline.
  if (keyNumber !== 0 || coSignature !== undefined) return false
  const check = checkAssertion({
    digest: coSignatureDigest(chainId, approvalWallet, digest),
    signature: decodeSignature(tuple),
    rpIdHash: hexFromBytes(bytesFromHex(passkey.rpIdHash)),
  })
  if (!check.ok) return false
  const { x, y } = passkey.publicKey
  return verifiers.p256({ x: bytesFromHex(x), y: bytesFromHex(y) }, check.signedBytes, check.rs)
}

function deriveAddress(factory: string, { publicKey, rpIdHash }: Passkey): Address {
  return walletAddress({
    factory: checksumAddress(factory),
    qx: BigInt(publicKey.x),
    qy: BigInt(publicKey.y),
    rpIdHash: hexFromBytes(bytesFromHex(rpIdHash)),
  })
}

/**
 * A node's finding about the co-signature of a contract, in the receipt's block. Empty if the receipt has no
 * co-signature, if it can be checked offline, or if the node no longer has that block.
 */
export async function checkCoSignatureOnChain(receipt: Receipt, ask: AskNode): Promise<Finding[]> {
  const { coSignature } = receipt
  if (coSignature === undefined || coSignature.passkey !== undefined) return []
  const { coSigner, signature } = coSignature
  if (bytesFromHex(signature).length === ACCOUNT_SIGNATURE_BYTES) return []
  const data = encodeCall('isValidSignature(bytes32,bytes)', [receipt.digest, signature])
  const block = `0x${BigInt(receipt.outcome.blockNumber).toString(16)}`
  const answer = await ask('eth_call', [{ to: coSigner, data }, block]).then(
    (word) => answerSchema.parse(word),
    () => undefined,
  )
  const values = { coSigner: checksumAddress(coSigner) }
  return answer === undefined ? [] : [finding('co-signature', answer === VALID, values)]
}
