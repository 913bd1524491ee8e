import { createECDH, createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { encrypt } from 'http_ece'
import { SignJWT } from 'jose'
import { readNotice, pushMessageText, type PushMessage } from '#protocol/push-message.ts'
import { openSecret, sealSecret, type SecretContext } from '#server-kit/secrets/secret-box.ts'
import type { HasDatabase, HasPublicUrl, HasSecretKeys } from '#service/context-parts.ts'

/**
 * VAPID keys as base64url without padding: the uncompressed point of P-256 that browsers subscribe with (65 bytes),
 * and its secret number (32 bytes).
 */
export type PushKeys = { publicKey: string; privateKey: string }

const ONLY_ROW = 1
/** OpenSSL's name of P-256. */
const CURVE = 'prime256v1'
/**
 * The keys belong to the deployment and not to an organization, because a browser can subscribe with only one
 * key.
 */
export const PUSH_KEYS_CONTEXT: SecretContext = { owner: 'deployment', column: 'push_keys.private_key_box' }

/**
 * Returns the deployment's VAPID keys. The first process that needs them creates them, and they never change:
 * push services would reject messages to the existing subscriptions with other keys (RFC 8292).
 */
export async function pushKeys(ctx: HasDatabase & HasSecretKeys): Promise<PushKeys> {
  const { secretKeys } = ctx.settings
  const select = ctx.db.selectFrom('push_keys').select(['public_key', 'private_key_box'])
  let row = await select.executeTakeFirst()
  if (row === undefined) {
    const { publicKey, privateKey } = createPushKeys()
    const box = sealSecret(secretKeys, PUSH_KEYS_CONTEXT, privateKey)
    await ctx.db
      .insertInto('push_keys')
      .values({ id: ONLY_ROW, public_key: publicKey, private_key_box: box })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    // Another process may have been faster.
    row = await select.executeTakeFirstOrThrow()
  }
  return {
    publicKey: row.public_key,
    privateKey: openSecret(secretKeys, PUSH_KEYS_CONTEXT, row.private_key_box),
  }
}

/** Marks an uncompressed point (SEC 1, 2.3.3). */
const UNCOMPRESSED = 4
/** Bytes of a coordinate of P-256. */
const COORDINATE_BYTES = 32

function createPushKeys(): PushKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: CURVE })
  const { d = '', x = '', y = '' } = privateKey.export({ format: 'jwk' })
  const point = [Buffer.of(UNCOMPRESSED), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d }
}

export type PushTarget = { endpoint: string; p256dh: string; auth: string }

/**
 * Returns a push message as an HTTP request, encrypted for the browser (RFC 8291) and signed by the
 * deployment (RFC 8292). An undelivered push message is replaced by a later one about the same transaction or
 * message (`Topic`, RFC 8030 section 5.4). `ttlSeconds`: how long the push service stores it for an offline
 * device.
 *
 * @throws Error if the target's `p256dh` is not a point of P-256
 */
export async function pushRequest(
  ctx: HasPublicUrl,
  target: PushTarget,
  { keys, message, ttlSeconds }: { keys: PushKeys; message: PushMessage; ttlSeconds: number },
): Promise<{ headers: { [k: string]: string }; body: Buffer }> {
  const { publicUrl } = ctx.settings
  // Contact for push services: the deployment's own address, if others can reach it.
  const contact = publicUrl.startsWith('https:') ? publicUrl : 'mailto:sandbox@localhost.invalid'
  const headers = {
    authorization: await vapidHeader(keys, { audience: new URL(target.endpoint).origin, contact }),
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: String(ttlSeconds),
    urgency: 'high',
    topic: readNotice(message).uuid.replaceAll('-', ''),
  }
  return { headers, body: encryptFor(target, pushMessageText(message)) }
}

/** The sender's key pair is used for one message only (RFC 8291 section 3.1). */
function encryptFor({ p256dh, auth }: PushTarget, text: string): Buffer {
  const privateKey = createECDH(CURVE)
  privateKey.generateKeys()
  return encrypt(Buffer.from(text), { version: 'aes128gcm', privateKey, dh: p256dh, authSecret: auth })
}

/** Validity of a signature. Push services reject more than 24 hours (RFC 8292 section 2). */
const SIGNATURE_VALID_FOR = '12h'

async function vapidHeader(
  { publicKey, privateKey }: PushKeys,
  { audience, contact }: { audience: string; contact: string },
): Promise<string> {
  const point = Buffer.from(publicKey, 'base64url')
  const x = point.subarray(1, 1 + COORDINATE_BYTES).toString('base64url')
  const y = point.subarray(1 + COORDINATE_BYTES).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x, y, d: privateKey }
  const token = await new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(audience)
    .setExpirationTime(SIGNATURE_VALID_FOR)
    .setSubject(contact)
    .sign(createPrivateKey({ key: jwk, format: 'jwk' }))
  return `vapid t=${token}, k=${publicKey}`
}
