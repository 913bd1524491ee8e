import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { listenLocally } from './listen-locally.ts'

/** A browser's push subscription, as `PushSubscription.toJSON` writes it, and the keys to read its messages. */
export type PushDevice = {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  /** The text of a message. Throws if it was encrypted for another device. */
  decrypt: (body: Buffer) => string
}

/** A message that arrived at the push service. */
export type PushedMessage = { path: string; headers: Record<string, string>; body: Buffer }

/** A push service for tests (RFC 8030), like those of browser makers. */
export type PushService = {
  /** `http://localhost:<port>`, which only the sandbox calls. */
  origin: string
  received: PushedMessage[]
  /** Creates a browser that subscribes to this push service. */
  newDevice: () => PushDevice
  /** Sets the response to each later message. The default is 201. */
  answer: (message: PushedMessage, response: ServerResponse) => void
  close: () => Promise<void>
}

const SALT_BYTES = 16
const TAG_BYTES = 16
const KEY_LENGTH_AT = 20

export async function startPushService(): Promise<PushService> {
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])
      const message = {
        path: incoming.url ?? '/',
        headers: Object.fromEntries(headers),
        body: Buffer.concat(chunks),
      }
      service.received.push(message)
      service.answer(message, response)
    })
  })
  const origin = `http://localhost:${await listenLocally(server)}`
  const service: PushService = {
    origin,
    received: [],
    newDevice: () => newDevice(origin),
    answer: (_message, response) => void response.writeHead(201).end(),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return service
}

function newDevice(origin: string): PushDevice {
  const keys = createECDH('prime256v1')
  const publicKey = keys.generateKeys()
  const auth = randomBytes(16)
  const endpoint = `${origin}/push/${randomBytes(16).toString('base64url')}`
  return {
    subscription: {
      endpoint,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    decrypt: (body) => decrypt(body, { auth, publicKey, secretWith: (other) => keys.computeSecret(other) }),
  }
}

type DeviceKeys = { auth: Buffer; publicKey: Buffer; secretWith: (other: Buffer) => Buffer }

/**
 * Decrypts one record of `aes128gcm` (RFC 8188) with the keys of RFC 8291. Implemented independently, to check
 * what was sent.
 */
function decrypt(body: Buffer, device: DeviceKeys): string {
  const salt = body.subarray(0, SALT_BYTES)
  const keyEnd = KEY_LENGTH_AT + 1 + body.readUInt8(KEY_LENGTH_AT)
  const sender = body.subarray(KEY_LENGTH_AT + 1, keyEnd)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), device.publicKey, sender])
  const secret = derive(device.secretWith(sender), device.auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(body.subarray(-TAG_BYTES))
  const padded = Buffer.concat([decipher.update(body.subarray(keyEnd, -TAG_BYTES)), decipher.final()])
  // The text of the last record ends with the octet 2, and zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))
}
