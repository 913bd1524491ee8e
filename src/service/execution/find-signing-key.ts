import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { readWalletKey } from '#service/chain/wallet-contract.ts'
import type { Context } from '#service/context.ts'
import type { OwnWallet } from '#service/wallets/require-own-wallet.ts'

type P256Point = { x: bigint; y: bigint }

/**
 * Which of a wallet's keys made a signature: the one at its creation first; only a wallet that was recovered has
 * another, which the chain knows. `undefined` when neither did. `signedBytes` and `rs` are those of `checkAssertion`.
 */
export async function findSigningKey(
  ctx: Pick<Context, 'chain'>,
  wallet: OwnWallet,
  { signedBytes, rs }: { signedBytes: Uint8Array; rs: Uint8Array },
): Promise<P256Point | undefined> {
  const first = { x: wallet.qx, y: wallet.qy }
  if (await verifyP256(first, signedBytes, rs)) return first
  const current = await readWalletKey(ctx.chain, wallet.address)
  if (current === undefined || (current.x === wallet.qx && current.y === wallet.qy)) return undefined
  return (await verifyP256(current, signedBytes, rs)) ? current : undefined
}

const verifyInBackground = promisify(verify)

/** In a thread of its own: a verification takes longer than all else on the way of a request. */
function verifyP256(point: P256Point, signedBytes: Uint8Array, rs: Uint8Array): Promise<boolean> {
  const key = { key: publicKeyOf(point), dsaEncoding: 'ieee-p1363' as const }
  return verifyInBackground('sha256', signedBytes, key, rs)
}

/** Keys in the form that verifies. The same numbers are the same key for ever, and making one is dear. */
const publicKeys = new Map<string, KeyObject>()
const PUBLIC_KEYS_MAX = 10_000

function publicKeyOf({ x, y }: P256Point): KeyObject {
  const name = `${x} ${y}`
  const known = publicKeys.get(name)
  if (known !== undefined) return known
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(x), y: coordinate(y) }
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  if (publicKeys.size >= PUBLIC_KEYS_MAX) publicKeys.clear()
  publicKeys.set(name, key)
  return key
}

function coordinate(value: bigint): string {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex').toString('base64url')
}
