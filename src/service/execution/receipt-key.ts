import { createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'
import type { Hono } from 'hono'
import { RECEIPT_KEYS_PATH, receiptKeyId, type ReceiptKeys } from '#protocol/receipt/receipt.ts'
import { mountRows } from '#server-kit/http/mount-rows.ts'
import type { HasDatabase, HasReceiptSeed } from '#service/context-parts.ts'
import { type HttpEnv, noteRoute } from '#service/http/endpoint-routes.ts'

/** PKCS #8 of an Ed25519 key up to its 32 bytes of seed. Source: RFC 8410 7. */
const PKCS8_START = Buffer.from('302e020100300506032b657004220420', 'hex')
const SPKI_START_LENGTH = 12

type ReceiptKey = {
  id: string
  /** 32 bytes, base64url. */
  publicKey: string
  /** Returns an Ed25519 signature, base64url. */
  sign: (message: Uint8Array) => string
}

const known = new WeakMap<Uint8Array, ReceiptKey>()

/**
 * Returns the key with which this deployment signs receipts, and stores it among the published ones. It is
 * derived from SECRET_KEY: rotating the secret rotates this key, and the old one stays published.
 */
export async function receiptKey(ctx: HasDatabase & HasReceiptSeed): Promise<ReceiptKey> {
  const { receiptSeed } = ctx.settings
  const key = known.get(receiptSeed) ?? deriveKey(receiptSeed)
  known.set(receiptSeed, key)
  await ctx.db
    .insertInto('receipt_keys')
    .values({ id: key.id, public_key: key.publicKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return key
}

function deriveKey(seed: Uint8Array): ReceiptKey {
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

const HEADERS = {
  // Any page may read the keys, so that the holder of a receipt can verify it there. Public keys are not secret.
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'public, max-age=300',
  'x-content-type-options': 'nosniff',
}

/** Serves the public keys of receipts to everyone: the present key and all earlier ones (ADR 0019). */
export function receiptKeyRoutes(ctx: HasDatabase & HasReceiptSeed): Hono<HttpEnv> {
  const handle = async () => Response.json(await readReceiptKeys(ctx), { headers: HEADERS })
  return mountRows([{ method: 'GET', path: RECEIPT_KEYS_PATH, handle }], noteRoute)
}

async function readReceiptKeys(ctx: HasDatabase & HasReceiptSeed): Promise<ReceiptKeys> {
  await receiptKey(ctx)
  const rows = await ctx.db
    .selectFrom('receipt_keys')
    .select(['id', 'public_key'])
    .orderBy('created_at', 'desc')
    .execute()
  return { keys: rows.map(({ id, public_key: x }) => ({ kty: 'OKP', crv: 'Ed25519', kid: id, x })) }
}
