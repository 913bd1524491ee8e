import { sameAddress, checksumAddress } from '#shared/display/address.ts'
import { bytesFromBase64Url } from '#shared/passkey/base64-url.ts'
import { checkAssertion } from '#shared/passkey/verify-assertion.ts'
import { executeDigest } from '#shared/signing/execute-digest.ts'
import { bytesFromHex, hexFromBytes } from '#shared/signing/hex.ts'
import { keccak256 } from '#shared/signing/keccak.ts'
import { walletAddress } from '#shared/signing/wallet-address.ts'
import { finding, type Finding } from './finding.ts'
import type { Receipt } from './receipt.ts'
import { receiptKeyId, receiptMessage } from './receipt-message.ts'
import { receiptSignature, signedCall } from './signed-call.ts'

/** The two signature algorithms, from wherever the caller has them: WebCrypto in a browser, node:crypto in a server. */
export type Verifiers = {
  /** ECDSA on P-256 with SHA-256; `rs` is r and s of 32 bytes each. */
  p256: (key: { x: Uint8Array; y: Uint8Array }, message: Uint8Array, rs: Uint8Array) => Promise<boolean>
  ed25519: (key: Uint8Array, message: Uint8Array, signature: Uint8Array) => Promise<boolean>
}

/** Everything about a receipt that needs no connection. */
export async function checkReceipt(receipt: Receipt, verifiers: Verifiers): Promise<Finding[]> {
  return [
    await checkServiceSignature(receipt, verifiers),
    checkDataHash(receipt),
    checkDigest(receipt),
    await checkPasskeySignature(receipt, verifiers),
    checkWalletKey(receipt),
  ]
}

async function checkServiceSignature({ proof, ...body }: Receipt, verifiers: Verifiers): Promise<Finding> {
  const isSigned = await attempt(async () => {
    const key = bytesFromBase64Url(proof.publicKey)
    if (receiptKeyId(key) !== proof.keyId) return false
    return verifiers.ed25519(key, receiptMessage(body), bytesFromBase64Url(proof.value))
  })
  return finding('service-signature', isSigned, {
    holds: 'The service’s signature covers every field of this receipt, and none was changed since.',
    fails:
      'The service’s signature does not fit. Something in this receipt was changed after it was issued, or it was never issued.',
  })
}

function checkDataHash({ call, dataHash }: Receipt): Finding {
  const hash = hexFromBytes(keccak256(bytesFromHex(call.data)))
  return finding('data-hash', hash === dataHash, {
    holds: 'The hash of the call data is the one that the receipt names.',
    fails: 'The call data has another hash than the receipt names.',
  })
}

function checkDigest(receipt: Receipt): Finding {
  return finding('digest', executeDigest(receipt.chainId, signedCall(receipt)) === receipt.digest, {
    holds: 'The digest follows from the chain, the wallet and every field of the call.',
    fails: 'The digest is that of another call, wallet or chain.',
  })
}

async function checkPasskeySignature(receipt: Receipt, verifiers: Verifiers): Promise<Finding> {
  const { publicKey, rpIdHash } = receipt.wallet
  const digest = executeDigest(receipt.chainId, signedCall(receipt))
  const isSigned = await attempt(async () => {
    const signature = receiptSignature(receipt)
    const check = checkAssertion({ digest, signature, rpIdHash: hexFromBytes(bytesFromHex(rpIdHash)) })
    if (!check.ok) return false
    const key = { x: bytesFromHex(publicKey.x), y: bytesFromHex(publicKey.y) }
    return verifiers.p256(key, check.signedBytes, check.rs)
  })
  return finding('passkey-signature', isSigned, {
    holds: 'The passkey has signed exactly this call, with its person present and verified.',
    fails: 'The passkey has not signed this call.',
  })
}

/** A wallet's address is made of its first key: no one can find another key for it. */
export function isFirstKey({ address, factory, publicKey, rpIdHash }: Receipt['wallet']): boolean {
  const made = walletAddress({
    factory: checksumAddress(factory),
    qx: BigInt(publicKey.x),
    qy: BigInt(publicKey.y),
    rpIdHash: hexFromBytes(bytesFromHex(rpIdHash)),
  })
  return sameAddress(made, address)
}

function checkWalletKey({ wallet }: Receipt): Finding {
  if (isFirstKey(wallet)) {
    return {
      name: 'wallet-key',
      result: 'holds',
      because: 'The wallet’s address is made of this passkey and its domain: no other key fits.',
    }
  }
  return {
    name: 'wallet-key',
    result: 'unknown',
    because:
      'The wallet was not created with this passkey. Only the chain can say whether it took its place.',
  }
}

/** A key or a signature that is none proves nothing. */
async function attempt(check: () => Promise<boolean>): Promise<boolean> {
  try {
    return await check()
  } catch (cause) {
    if (cause instanceof Error) return false
    throw cause
  }
}
