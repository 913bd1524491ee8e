import type { Hex } from 'viem'
import { sameAddress, checksumAddress } from '#protocol/display/address.ts'
import { bytesFromBase64Url } from '#protocol/passkey/base64-url.ts'
import { checkAssertion } from '#protocol/passkey/verify-assertion.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { bytesFromHex, hexFromBytes } from '#protocol/signing/hex.ts'
import { keccak256 } from '#protocol/signing/keccak.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { finding, type Finding } from './finding.ts'
import { type Receipt, receiptKeyId, receiptMessage, receiptSignature, signedCall } from './receipt.ts'

/** The caller's implementations of both signature algorithms: WebCrypto in a browser, node:crypto in a server. */
export type Verifiers = {
  /** ECDSA on P-256 with SHA-256; `rs` is r and s of 32 bytes each. */
  p256: (key: { x: Uint8Array; y: Uint8Array }, message: Uint8Array, rs: Uint8Array) => Promise<boolean>
  ed25519: (key: Uint8Array, message: Uint8Array, signature: Uint8Array) => Promise<boolean>
}

/** Every check of a receipt that works offline. */
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

/** `digest`: computed here from the call. */
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

/** A wallet's address is derived from its first key: finding another key for it is infeasible. */
export function isFirstKey({ address, factory, publicKey, rpIdHash }: Receipt['wallet']): boolean {
  const made = walletAddress({
    factory: checksumAddress(factory),
    qx: BigInt(publicKey.x),
    qy: BigInt(publicKey.y),
    rpIdHash: hexFromBytes(bytesFromHex(rpIdHash)),
  })
  return sameAddress(made, address)
}

/** An invalid key or signature verifies nothing. */
async function attempt(check: () => Promise<boolean>): Promise<boolean> {
  try {
    return await check()
  } catch (cause) {
    if (cause instanceof Error) return false
    throw cause
  }
}
