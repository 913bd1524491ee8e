import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { Address, Hex } from 'viem'
import { sameAddress } from '#protocol/display/address.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { bytesFromHex, HexError } from '#protocol/signing/hex.ts'
import { NodeError } from '#web/ui/ask-node.ts'
import { ReadableError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'
import { deriveAccount } from './derive-account.ts'
import type { Node } from './node.ts'

/** Length of r, s and v in an account's signature, in bytes. */
const ACCOUNT_SIGNATURE_BYTES = 65
/** Value of v for a recovery bit of 0. */
const V_START = 27
/** The value that ERC-1271 returns for a valid signature. */
const VALID = `0x1626ba7e${'0'.repeat(56)}`

/**
 * Checks a pasted co-signature like the wallet contract: by ECDSA if the co-signer has no code, otherwise by
 * ERC-1271.
 *
 * @returns the signature without surrounding white space
 * @throws ReadableError if the co-signer did not sign this digest or does not respond
 */
export async function checkCoSignature(
  node: Node,
  { coSigner, digest, pasted }: { coSigner: Address; digest: Hex; pasted: string },
): Promise<Hex> {
  const coSignature = parseHex(pasted)
  const code = await node.hex('eth_getCode', [coSigner, 'latest'])
  const isValid =
    code === '0x'
      ? isSignedByAccount(coSigner, digest, coSignature)
      : await isAcceptedByContract(node, coSigner, digest, coSignature)
  if (isValid) return coSignature
  throw new ReadableError(t('The co-signer did not sign this digest. Copy the digest again.'))
}

function parseHex(pasted: string): Hex {
  const text = pasted.trim()
  try {
    const hex: Hex = `0x${text.replace(/^0x/i, '').toLowerCase()}`
    if (bytesFromHex(hex).length > 0) return hex
  } catch (cause) {
    if (!(cause instanceof HexError)) throw cause
  }
  throw new ReadableError(t('Paste the co-signature as hex: 0x and an even number of digits.'))
}

function isSignedByAccount(account: Address, digest: Hex, coSignature: Hex): boolean {
  const bytes = bytesFromHex(coSignature)
  if (bytes.length !== ACCOUNT_SIGNATURE_BYTES)
    throw new ReadableError(
      t(
        'The co-signer has no contract on this chain, so its signature has 65 bytes. Deploy the contract first if it is a wallet.',
      ),
    )
  const recovery = (bytes[64] ?? 0) - V_START
  if (recovery !== 0 && recovery !== 1) return false
  try {
    const signature = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact').addRecoveryBit(recovery)
    // The contract rejects a high s.
    if (signature.hasHighS()) return false
    const key = signature.recoverPublicKey(bytesFromHex(digest)).toBytes(false)
    return sameAddress(deriveAccount(key), account)
  } catch {
    // r and s match no public key.
    return false
  }
}

async function isAcceptedByContract(
  node: Node,
  to: Address,
  digest: Hex,
  coSignature: Hex,
): Promise<boolean> {
  const data = encodeCall('isValidSignature(bytes32,bytes)', [digest, coSignature])
  try {
    return (await node.hex('eth_call', [{ to, data }, 'latest'])) === VALID
  } catch (cause) {
    // A contract may revert instead of returning a value.
    if (cause instanceof NodeError && cause.data !== undefined) return false
    throw cause
  }
}
