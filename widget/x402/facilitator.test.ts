import { x402Client } from '@x402/core/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { EVM_NETWORK_CHAIN_ID_MAP } from '@x402/evm/v1'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { forFile } from '#protocol/testing/for-file.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'
import { createX402Signer, readSettlement, wrapFetchWithPayment, type PaymentOptions } from './index.ts'
import { NETWORKS_V1 } from './networks-v1.ts'
import { NETWORK_V1, PAYEE, RESOURCE, startPaidService } from './testing/paid-service.ts'

/* The wallet pays on a real chain, and the facilitator of `@x402/evm` verifies and executes the payments. */

type Signer = Awaited<ReturnType<typeof widgetWorld.chainSigner>>
const paramsSchema = z.tuple([z.string(), z.string()])
const typedDataSchema = z.object({
  domain: z.record(z.string(), z.unknown()),
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  message: z.record(z.string(), z.unknown()),
})

async function openShop(wallet: Signer) {
  const key = generatePrivateKey()
  await wallet.chain.embedded.fund(privateKeyToAccount(key).address, 10n ** 20n)
  const service = await startPaidService({ chainId: wallet.id, transport: wallet.transport, key })
  await service.mint(wallet.address, 10_000n)
  const sent: string[] = []
  const provider = {
    async request({ method, params }: { method: string; params?: unknown }) {
      if (method === 'eth_chainId') return `0x${wallet.id.toString(16)}`
      if (method === 'eth_requestAccounts') return [wallet.address]
      const [, typedData] = paramsSchema.parse(params)
      const given = typedDataSchema.parse(JSON.parse(typedData))
      sent.push(given.primaryType)
      return (await wallet.sign({ kind: 'typed-data', typedData: given })).signature
    },
  }
  const pay = (version: 1 | 2, more: Partial<PaymentOptions> = {}) =>
    wrapFetchWithPayment((_input, init) => service.answer(new Headers(init?.headers), version), {
      provider,
      tokens: [{ address: service.coin, maxAmount: '2500' }],
      networkV1: NETWORK_V1,
      ...more,
    })
  return { service, provider, pay, sent }
}

const wallet = await forFile(widgetWorld.chainSigner())
const { service, provider, pay, sent } = await openShop(wallet)

test.each([1, 2] as const)(
  'behavior: a 402 of version %i → the facilitator executes the signed payment, and the tokens move',
  async (version) => {
    const [own, payee] = [await service.balanceOf(wallet.address), await service.balanceOf(PAYEE)]
    const response = await pay(version)(RESOURCE)
    expect(await response.text()).toBe('The report.')
    expect(readSettlement(response)).toMatchObject({
      success: true,
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    })
    expect(await service.balanceOf(PAYEE)).toBe(payee + 2_500n)
    expect(await service.balanceOf(wallet.address)).toBe(own - 2_500n)
    expect(sent.at(-1)).toBe('TransferWithAuthorization')
  },
)

test('behavior: the client of x402 pays with the signer', async () => {
  const signer = await createX402Signer(provider)
  const client = x402Client.fromConfig({
    schemes: [{ network: 'eip155:*', client: new ExactEvmScheme(signer) }],
    spendControls: false,
  })
  const required = { x402Version: 2, resource: { url: RESOURCE }, accepts: [service.requirements] }
  const payload = await client.createPaymentPayload(required)
  expect(await service.settle(payload)).toMatchObject({ header: expect.any(String) })
})

test('error: a payment that was executed or changed → the facilitator refuses it', async () => {
  const headers: Record<string, string>[] = []
  await pay(2, { onPayment: (payment) => void headers.push({ ...payment.headers }) })(RESOURCE)
  const payment = headers[0] ?? {}
  const before = await service.balanceOf(PAYEE)
  expect((await service.answer(new Headers(payment))).status).toBe(402)
  const paid = JSON.parse(atob(payment['PAYMENT-SIGNATURE'] ?? ''))
  const { authorization } = paid.payload
  const changed = { ...paid.payload, authorization: { ...authorization, nonce: `0x${'12'.repeat(32)}` } }
  expect(await service.settle({ ...paid, payload: changed })).toEqual({
    error: 'invalid_exact_evm_signature',
  })
  expect(await service.balanceOf(PAYEE)).toBe(before)
})

test('error: a wallet without a contract cannot pay, because its signature has no ERC-6492 form', async () => {
  const undeployed = await widgetWorld.chainSigner({ isDeployed: false })
  try {
    const shop = await openShop(undeployed)
    const response = await shop.pay(2)(RESOURCE)
    expect(response.status).toBe(402)
    expect(shop.sent).toHaveLength(1)
    expect(await shop.service.balanceOf(PAYEE)).toBe(0n)
  } finally {
    await undeployed.close()
  }
})

test('param: the names of chains in version 1 are those of x402', () => {
  const theirs = Object.entries(EVM_NETWORK_CHAIN_ID_MAP).filter(([name]) => name !== NETWORK_V1)
  expect(new Map(theirs.map(([name, id]) => [id, name]))).toEqual(NETWORKS_V1)
})
