import { createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'
import { receiptKeyId } from '#protocol/receipt/receipt-message.ts'
import type { Context } from '#service/context.ts'

/** PKCS #8 of an Ed25519 key up to its 32 bytes of seed. Source: RFC 8410 7. */
const PKCS8_START = Buffer.from('302e020100300506032b657004220420', 'hex')
const SPKI_START_LENGTH = 12

export type ReceiptKey = {
  id: string
  /** 32 bytes, base64url. */
  publicKey: string
  /** Ed25519, base64url. */
  sign: (message: Uint8Array) => string
}

const known = new WeakMap<Uint8Array, ReceiptKey>()

/**
 * The key that this deployment signs receipts with, noted among the published ones. It comes of SECRET_KEY: with
 * another secret there is another key, and the old one stays published.
 */
export async function receiptKey(ctx: Pick<Context, 'db' | 'settings'>): Promise<ReceiptKey> {
  const { receiptSeed } = ctx.settings
  const key = known.get(receiptSeed) ?? keyOf(receiptSeed)
  known.set(receiptSeed, key)
  await ctx.db
    .insertInto('receipt_keys')
    .values({ id: key.id, public_key: key.publicKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return key
}

function keyOf(seed: Uint8Array): ReceiptKey {
  const pkcs8 = Buffer.concat([PKCS8_START, seed])
  const privateKey: KeyObject = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  const publicKey = spki.subarray(SPKI_START_LENGTH)
  return {
    id: receiptKeyId(publicKey),
    publicKey: publicKey.toString('base64url'),
    sign: (message) => sign(null, message, privateKey).toString('base64url'),
  }
}
