import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { ALL, openShop } from '#bff/testing/shop.ts'
import { SHOP } from '#bff/testing/test-bff.ts'
import { bringOutside, deployDoor, executeUnseen, OPEN, SHUT } from '#service/testing/outside-execution.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import type { WalletService } from '#service/testing/wallet-service.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import { createSoftwareAuthenticator } from '#widget/testing/software-authenticator.ts'
import { memoryStore } from '#widget/testing/test-flows.ts'
import { createLatchkey, type Latchkey } from './index.ts'

const USER = { email: 'mira@example.com', externalUserId: 'mira' }
const EXECUTE = '/v1/baas/transactions/execute'
const SIMULATE = '/v1/baas/transactions/simulate'

let service: WalletService
let bff: Awaited<ReturnType<typeof consoleWorld.bff>>
let latchkey: Latchkey
let address: string
/** Submitted requests, in order. */
const submitted: Record<string, unknown>[] = []
/** Whether simulations succeed regardless of the chain, so that a call can fail in its block. */
let isUnseen = false

/** A page connected to the BFF, the service and a chain, with a wallet that holds ether. */
beforeAll(async () => {
  const { hostname } = new URL(SHOP)
  vi.stubGlobal('location', { hostname })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('addEventListener', () => {})
  service = await serviceWorld.wallets()
  const { id, key } = await service.addOrganization('Shop', hostname)
  bff = await consoleWorld.bff({ upstreamFetch: submit, clock: service.clock })
  await bff.bff.ensureOrganization({ id, name: 'Shop', apiKey: key })
  const { token } = await openShop(bff, ALL)
  latchkey = createLatchkey({
    apiUrl: 'http://localhost:4000',
    getToken: () => token(USER),
    fetch(url, init) {
      const headers = new Headers(init.headers)
      headers.set('origin', SHOP)
      headers.set('sec-fetch-site', 'cross-site')
      return bff.bff.fetch(new Request(url, { ...init, headers }))
    },
    authenticator: createSoftwareAuthenticator(SHOP),
    store: memoryStore().store,
  })
  const askCode = async () => /\b[0-9]{6}\b/.exec(service.ctx.mails.at(-1)?.text ?? '')?.[0] ?? ''
  ;({ address } = await latchkey.createWallet({ email: USER.email, askCode }))
  await service.chain.send({ to: `0x${address.slice(2)}`, data: '0x', value: 100n })
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await bff.close()
  await service.stop()
})

async function submit(request: Request): Promise<Response> {
  // Hides the simulation that reports the failing call.
  if (isUnseen && request.url.endsWith(SIMULATE)) return new Response('', { status: 404 })
  if (!request.url.endsWith(EXECUTE)) return service.fetch(request)
  const body: Record<string, unknown> = await request.clone().json()
  submitted.push(body)
  let response = Response.error()
  async function execute() {
    response = await service.fetch(request)
    const { status, headers } = response
    return { status, headers, text: '', content: undefined }
  }
  await (isUnseen ? executeUnseen({ ...service, execute }, body) : execute())
  return response
}

/** A payment that its recipient rejected in the block, and would accept now. */
async function failedPayment() {
  const door = await deployDoor(service.chain)
  await service.chain.send({ to: door, data: SHUT })
  isUnseen = true
  const failed = await latchkey.signTransaction({
    call: { kind: 'raw', to: door, data: '0x', value: '3' },
    confirm: async () => true,
  })
  isUnseen = false
  await service.chain.send({ to: door, data: OPEN })
  return { ...failed, body: submitted.at(-1) ?? {} }
}

test('behavior: a page cancels a failed payment by its digest, and it can no longer be executed', async () => {
  const payment = await failedPayment()
  expect(payment).toMatchObject({ status: 'FAILED', executableUntil: expect.any(String) })
  const asked: Confirmation[] = []
  const states: string[] = []
  const cancelled = await latchkey.cancelTransaction({
    digest: payment.digest,
    confirm: async (confirmation) => asked.push(confirmation) > 0,
    onProgress: ({ status, confirmation }) =>
      states.push(`${confirmation.cancels ? 'its cancellation' : 'it'} ${status}`),
  })
  expect(asked).toMatchObject([
    { call: { toAddress: address }, cancels: { digest: payment.digest, call: { value: 3n } } },
  ])
  expect(cancelled).toMatchObject({ digest: payment.digest, status: 'CANCELLED' })
  expect(states.at(-1)).toBe('it CANCELLED')
  await expect(bringOutside(service, payment.body)).rejects.toThrow()
  await expect(
    latchkey.cancelTransaction({ digest: payment.digest, confirm: async () => true }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('behavior: without an explicit yes nothing is cancelled, and a payment executed meanwhile is returned as confirmed', async () => {
  const { digest, body } = await failedPayment()
  await expect(latchkey.cancelTransaction({ digest, confirm: async () => false })).rejects.toMatchObject({
    code: 'STOPPED_BY_PAGE',
  })
  await bringOutside(service, body)
  const confirm = async () => true
  // Until the service has seen the block, the cancellation is rejected because it would revert.
  await expect
    .poll(() => latchkey.cancelTransaction({ digest, confirm }).catch(() => {}))
    .toMatchObject({
      status: 'CONFIRMED',
    })
})
