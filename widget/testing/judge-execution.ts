import type { Address, Hex } from 'viem'
import { sameAddress } from '#protocol/display/address.ts'
import type { ExecuteRequest } from '#protocol/execute-transaction.ts'
import { checkAssertion } from '#protocol/passkey/verify-assertion.ts'
import { resolveCalldata } from '#protocol/signing/calldata.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { bytesFromHex, joinBytes } from '#protocol/signing/hex.ts'
import { decodeSignature } from '#protocol/signing/signature.ts'

/* Checks submitted requests for the stand-in, like the service. */

export const CHAIN_ID = 84_001

export type StandInWallet = {
  address: Address
  label: string
  passkey: { credentialId: string; qx: string; qy: string; rpId: string } | null
  /** The server's passkeys. Undefined means only `passkey`. */
  passkeys?: NonNullable<StandInWallet['passkey']>[]
  /** The key in the contract, if its passkey is unknown. */
  key?: { qx: string; qy: string }
}

/** The digest of a request, computed like the service does. */
export function computeDigest(request: ExecuteRequest): Hex {
  return executeDigest(CHAIN_ID, {
    walletAddress: `0x${request.walletAddress.slice(2)}`,
    toAddress: `0x${request.toAddress.slice(2)}`,
    value: BigInt(request.value),
    data: resolveCalldata(request),
    expiration: BigInt(request.expiration),
    fee: BigInt(request.fee),
    feeCoinAddress: `0x${request.feeCoinAddress.slice(2)}`,
    feeWithdrawAddress: `0x${request.feeWithdrawAddress.slice(2)}`,
  })
}

/** The fault in the signature. Undefined if it is valid for the wallet's passkey. */
export async function signatureProblem(
  wallets: readonly StandInWallet[],
  request: ExecuteRequest,
  digest: Hex,
): Promise<string | undefined> {
  const wallet = wallets.find(({ address }) => sameAddress(address, request.walletAddress))
  if (wallet === undefined || wallet.passkey === null) return 'no such wallet'
  const { rpId } = wallet.passkey
  const rpIdHash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(rpId)))
  const checked = checkAssertion({
    digest,
    signature: decodeSignature(request.signature),
    rpIdHash: `0x${Buffer.from(rpIdHash).toString('hex')}`,
  })
  if (!checked.ok) return checked.reason
  for (const key of wallet.passkeys ?? [wallet.passkey]) if (await isSigned(key, checked)) return undefined
  return 'not signed by a key of the wallet'
}

async function isSigned(
  { qx, qy }: { qx: string; qy: string },
  { rs, signedBytes }: { rs: Uint8Array; signedBytes: Uint8Array },
): Promise<boolean> {
  const point = joinBytes([Uint8Array.of(4), bytesFromHex(`0x${qx}`), bytesFromHex(`0x${qy}`)])
  const curve = { name: 'ECDSA', namedCurve: 'P-256' }
  const key = await crypto.subtle.importKey('raw', new Uint8Array(point), curve, false, ['verify'])
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
  return crypto.subtle.verify(algorithm, key, new Uint8Array(rs), new Uint8Array(signedBytes))
}
