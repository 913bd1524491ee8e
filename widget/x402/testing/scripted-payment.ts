import type { WalletProvider } from '#widget/x402/create-x402-signer.ts'
import { writeHeader } from '#widget/x402/payment-header.ts'
import type { PaymentOptions } from '#widget/x402/payment-options.ts'
import { wrapFetchWithPayment } from '#widget/x402/wrap-fetch-with-payment.ts'

export const WALLET = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const COIN = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'
export const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const URL_402 = 'https://api.example/report'
export const SIGNATURE = '0x5160'

/** A payment that the server accepts, in version 2. */
export const acceptable = (change: object = {}): Record<string, unknown> => ({
  scheme: 'exact',
  network: 'eip155:84001',
  amount: '2500',
  asset: COIN,
  payTo: PAYEE,
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '2' },
  ...change,
})

/** The same in version 1. */
export function acceptableV1(change: object = {}): Record<string, unknown> {
  const { amount, ...rest } = acceptable()
  const about = { resource: URL_402, description: 'A report', mimeType: 'text/plain' }
  return { ...rest, network: 'sandbox', maxAmountRequired: amount, ...about, ...change }
}

/** A 402 response of version 2. */
export function require2(accepts: readonly unknown[] = [acceptable()], change: object = {}): Response {
  const required = { x402Version: 2, resource: { url: URL_402 }, accepts, extensions: { a: { b: 1 } } }
  const header = writeHeader({ ...required, ...change })
  return new Response('{}', { status: 402, headers: { 'payment-required': header } })
}

/** A 402 response of version 1. */
export function require1(accepts: readonly unknown[] = [acceptableV1()], change: object = {}): Response {
  const required = { x402Version: 1, error: 'X-PAYMENT header is required', accepts }
  return new Response(JSON.stringify({ ...required, ...change }), { status: 402 })
}

/** A request as the server receives it. `payment` is the content of its payment header. */
export type Received = { headers: Headers; body: string; payment: unknown }

/**
 * A page that pays, with a wallet that signs and a server that responds in this order. `asked` has the wallet's
 * requests with their parameters.
 */
export function scriptPayment(
  responses: (Response | Error)[],
  {
    sign = async () => SIGNATURE,
    ...options
  }: Partial<PaymentOptions> & { sign?: () => Promise<unknown> } = {},
) {
  const asked: { method: string; params?: unknown }[] = []
  const received: Received[] = []
  const provider: WalletProvider = {
    async request(request) {
      asked.push(request)
      if (request.method === 'eth_chainId') return '0x14821'
      return request.method === 'eth_requestAccounts' ? [WALLET] : sign()
    },
  }
  const pay = wrapFetchWithPayment(
    async (input, init) => {
      const request = new Request(input, init)
      const { headers } = request
      const body = await request.text()
      const sent = headers.get('payment-signature') ?? headers.get('x-payment')
      received.push({ headers, body, payment: sent === null ? undefined : JSON.parse(atob(sent)) })
      const response = responses.shift()
      if (response === undefined || response instanceof Error) throw response ?? new Error('no response')
      return response
    },
    { provider, tokens: [{ address: COIN, maxAmount: '2500' }], networkV1: 'sandbox', ...options },
  )
  /** The typed data that the wallet was asked to sign. */
  const signed = (): { message: Record<string, string>; domain: object }[] =>
    asked.flatMap(({ method, params }) =>
      method === 'eth_signTypedData_v4' && Array.isArray(params) ? [JSON.parse(String(params[1]))] : [],
    )
  return { pay, asked, received, signed }
}
