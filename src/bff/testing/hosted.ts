import { Webhook } from 'standardwebhooks'
import type * as z from 'zod/mini'
import { hostedUpstreamSchema, recordedTransactionSchema } from '#protocol/hosted-upstream.ts'
import { readContent, readError, request, type Admin } from './console-browser.ts'
import { fromPage, openShop } from './shop.ts'
import type { TestBff } from './test-bff.ts'
import { buildWallet } from './upstream-stand-in.ts'
import { EXECUTE, MINE, UUID } from './widget-bodies.ts'

/** Chain in the tests' settings. The stand-in has no `GET /config` unless a test adds it. */
export const CHAIN = { chainId: 84_001, factory: '0x00000000000000000000000000000000000000Fa' }
export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** Turns the stand-in into a service that has only the specification's endpoints and holds every execution. */
export function speakOnlyTheSpecification({ upstream }: TestBff): void {
  const lacking = () => ({ status: 404, content: { message: 'Cannot GET' } })
  upstream.on('GET /v1/baas/config', lacking)
  upstream.on('GET /v1/baas/transactions*', lacking)
  upstream.on('GET /v1/org*', lacking)
  upstream.on('POST /v1/org*', lacking)
  upstream.answers('POST /v1/baas/transactions/execute', {
    success: true,
    status: 'PENDING_USER_APPROVAL',
    transactionUuid: UUID,
  })
}

/** Returns the facts about the hosted service that the console reads. */
export async function describe({ browser }: Admin): Promise<z.output<typeof hostedUpstreamSchema>> {
  return hostedUpstreamSchema.parse(await readContent(await browser.send('/api/upstream')))
}

/** Stores the signing secret in the console. Returns the webhook's path. */
export async function setUpWebhook(admin: Admin, secret = SECRET): Promise<string> {
  const set = await admin.browser.send('/api/upstream/webhook', { method: 'PUT', body: { secret } })
  const { webhook } = hostedUpstreamSchema.parse(await readContent(set))
  return new URL(webhook.url).pathname
}

export type Delivery = {
  id?: string
  type?: string
  data?: Record<string, unknown>
  at: Date
  secret?: string
  body?: string
}

/** Sends a webhook, signed by the reference library of Standard Webhooks. */
export function deliver({ bff }: TestBff, path: string, delivery: Delivery): Promise<Response> {
  const { id = 'evt_1', type = 'transaction.approved', data = { transactionUuid: UUID }, at } = delivery
  const body = delivery.body ?? JSON.stringify({ type, timestamp: at.toISOString(), data })
  const signature = new Webhook(delivery.secret ?? SECRET).sign(id, at, body)
  return bff.fetch(
    request(path, {
      method: 'POST',
      raw: body,
      headers: {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': signature,
      },
    }),
  )
}

/**
 * Executes a transaction from a shop's page. The service holds the transaction. Returns a function that reads it
 * again.
 */
export async function holdFromPage(world: TestBff, expiration: string) {
  world.upstream.wallets.push(buildWallet(MINE, 'user-1'))
  const shop = await openShop(world)
  const token = await shop.token()
  const executed = await fromPage(world, token, '/transactions/execute', {
    method: 'POST',
    body: { ...EXECUTE, expiration },
  })
  if (executed.status !== 200) throw new Error(`execute: ${JSON.stringify(await readError(executed))}`)
  const send = () => fromPage(world, token, `/transactions/${UUID}`)
  return { token, send, read: async () => recordedTransactionSchema.parse(await readContent(await send())) }
}
