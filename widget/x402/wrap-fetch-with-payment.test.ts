import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { X402Error } from './index.ts'
import { writeHeader } from './payment-header.ts'
import {
  acceptable,
  acceptableV1,
  COIN,
  PAYEE,
  require1,
  require2,
  scriptPayment,
  SIGNATURE,
  URL_402,
  WALLET,
} from './testing/scripted-payment.ts'

const NOW_SECONDS = 1_800_000_000
/** Any address that is not allowed as a token. */
const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW_SECONDS * 1_000 }))
afterEach(() => void vi.useRealTimers())

const ok = () => new Response('The report.')

async function failure(request: Promise<unknown>): Promise<X402Error> {
  const error = await request.then(
    () => expect.unreachable('it was paid'),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(X402Error)
  return error instanceof X402Error ? error : expect.unreachable('another error')
}

describe('a payment', () => {
  test('behavior: a 402 of version 2 → the wallet signs one payment, and the request is sent once more with it', async () => {
    const { pay, received, signed } = scriptPayment([require2(), ok()])
    const response = await pay(URL_402, { headers: { accept: 'text/plain' } })
    expect(await response.text()).toBe('The report.')
    const [typed, ...more] = signed()
    expect(more).toEqual([])
    expect(typed).toMatchObject({
      domain: { name: 'USD Coin', version: '2', chainId: 84001, verifyingContract: COIN },
      primaryType: 'TransferWithAuthorization',
      message: {
        from: WALLET,
        to: PAYEE,
        value: '2500',
        validAfter: '0',
        validBefore: String(NOW_SECONDS + 60 + 900),
        nonce: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      },
    })
    expect(received).toHaveLength(2)
    expect(received[1]?.headers.get('accept')).toBe('text/plain')
    expect(received[1]?.payment).toEqual({
      x402Version: 2,
      resource: { url: URL_402 },
      accepted: acceptable(),
      payload: { signature: SIGNATURE, authorization: typed?.message },
      extensions: { a: { b: 1 } },
    })
  })

  test('behavior: a 402 of version 1 → the header of version 1, with its name of the chain', async () => {
    const { pay, received, signed } = scriptPayment([require1(), ok()])
    expect((await pay(URL_402)).status).toBe(200)
    expect(received[1]?.payment).toEqual({
      x402Version: 1,
      scheme: 'exact',
      network: 'sandbox',
      payload: { signature: SIGNATURE, authorization: signed()[0]?.message },
    })
  })

  test('behavior: several payments are accepted → the first that the options allow', async () => {
    const others = [acceptable({ network: 'solana:mainnet', payTo: 'So1' }), acceptable({ amount: '2501' })]
    const { pay, signed } = scriptPayment([
      require2([...others, acceptable({ amount: '7' }), acceptable()]),
      ok(),
    ])
    await pay(URL_402)
    expect(signed()[0]?.message).toMatchObject({ value: '7' })
  })

  test('behavior: each payment has a nonce of its own', async () => {
    const { pay, signed } = scriptPayment([require2(), ok(), require2(), ok()])
    await pay(URL_402)
    await pay(URL_402)
    expect(new Set(signed().map(({ message }) => message['nonce'])).size).toBe(2)
  })

  test('behavior: onPayment receives the payment before it is sent', async () => {
    const seen: [unknown, number][] = []
    const script = scriptPayment([require2(), ok()], {
      onPayment: (payment) => void seen.push([payment, script.received.length]),
    })
    await script.pay(URL_402)
    const about = {
      from: WALLET,
      token: COIN,
      recipient: PAYEE,
      amount: '2500',
      validBefore: NOW_SECONDS + 960,
    }
    expect(seen).toEqual([[expect.objectContaining(about), 1]])
  })

  test('param: signingSeconds and the server’s time limit bound the validity', async () => {
    const { pay, signed } = scriptPayment([require2(), ok()], { signingSeconds: 0 })
    await pay(URL_402)
    expect(signed()[0]?.message).toMatchObject({ validBefore: String(NOW_SECONDS + 60) })
  })
})

describe('what is never paid', () => {
  test.each([200, 401, 404, 500])(
    'behavior: a response %i is returned, and the wallet is not asked',
    async (status) => {
      const { pay, asked } = scriptPayment([new Response('', { status })])
      expect((await pay(URL_402)).status).toBe(status)
      expect(asked).toEqual([])
    },
  )

  test('behavior: a second 402 is returned, and is not paid again', async () => {
    const { pay, signed, received } = scriptPayment([require2(), require2()])
    expect((await pay(URL_402)).status).toBe(402)
    expect([signed().length, received.length]).toEqual([1, 2])
  })

  test.each(['PAYMENT-SIGNATURE', 'X-PAYMENT'])(
    'behavior: a request with its own %s is sent once, and its 402 is returned',
    async (name) => {
      const { pay, asked, received } = scriptPayment([require2()])
      const headers = { [name]: writeHeader({}) }
      expect((await pay(new Request(URL_402, { headers }))).status).toBe(402)
      expect([asked.length, received.length]).toEqual([0, 1])
    },
  )

  test.each([
    ['another scheme', acceptable({ scheme: 'upto' }), 'scheme'],
    ['another network', acceptable({ network: 'eip155:8453' }), 'network'],
    ['a chain ID in another spelling', acceptable({ network: 'eip155:084001' }), 'network'],
    ['the chain’s name of version 1', acceptable({ network: 'sandbox' }), 'network'],
    ['another way to pay', acceptable({ extra: { assetTransferMethod: 'permit2' } }), 'method'],
    ['a payment in parts', acceptable({ extra: { paymentFlow: 'escrow' } }), 'method'],
    ['another contract', acceptable({ extra: { verifyingContract: OTHER } }), 'method'],
    ['another asset', acceptable({ asset: OTHER }), 'asset'],
    ['no asset', acceptable({ asset: undefined }), 'asset'],
    ['a wrong checksum', acceptable({ payTo: PAYEE.replace('C5', 'c5') }), 'recipient'],
    ['a recipient that is no address', acceptable({ payTo: 'merchant' }), 'recipient'],
    ['one unit above the maximum', acceptable({ amount: '2501' }), 'maximum'],
    ['an amount as a number', acceptable({ amount: 2500 }), 'amount'],
    ['a negative amount', acceptable({ amount: '-1' }), 'amount'],
    ['an amount of 2^256', acceptable({ amount: String(2n ** 256n) }), 'amount'],
    ['nothing', acceptable({ amount: '0' }), 'amount'],
    ['the amount of version 1', acceptable({ amount: undefined, maxAmountRequired: '2500' }), 'amount'],
    ['a time limit that is over', acceptable({ maxTimeoutSeconds: 0 }), 'timeout'],
    ['a negative time limit', acceptable({ maxTimeoutSeconds: -60 }), 'timeout'],
    ['a time limit as a text', acceptable({ maxTimeoutSeconds: '60' }), 'timeout'],
    ['a time limit of a week', acceptable({ maxTimeoutSeconds: 7 * 86_400 }), 'max-timeout'],
    ['no name of the token', acceptable({ extra: { version: '2' } }), 'domain'],
    ['no extra members', acceptable({ extra: null }), 'domain'],
    ['an empty version', acceptable({ extra: { name: 'USD Coin', version: '' } }), 'domain'],
  ])('error: %s → refused before the wallet is asked', async (_what, option, reason) => {
    const { pay, asked, received } = scriptPayment([require2([option])])
    const error = await failure(pay(URL_402))
    expect([error.code, error.reasons]).toEqual(['NOT_ACCEPTED', [reason]])
    expect(error.response?.status).toBe(402)
    expect(asked.map(({ method }) => method)).toEqual(['eth_chainId'])
    expect(received).toHaveLength(1)
  })

  test.each([
    ['another network of version 1', require1([acceptableV1({ network: 'base' })]), {}],
    ['a chain without a name in version 1', require1(), { networkV1: undefined }],
  ])('error: %s → refused', async (_what, response, options) => {
    const { pay, signed } = scriptPayment([response], options)
    expect((await failure(pay(URL_402))).reasons).toEqual(['network'])
    expect(signed()).toEqual([])
  })

  test('error: a time limit that ends before the wallet could sign → refused', async () => {
    const short = require2([acceptable({ maxTimeoutSeconds: 5 })])
    const { pay } = scriptPayment([short], { signingSeconds: 0 })
    expect((await failure(pay(URL_402))).reasons).toEqual(['timeout'])
  })

  const header = (value: string) =>
    new Response('{}', { status: 402, headers: { 'payment-required': value } })
  test.each([
    ['no requirements', () => new Response('Pay by card.', { status: 402 })],
    ['a body of version 2', () => require1([acceptable()], { x402Version: 2 })],
    ['a header of version 1', () => require2([acceptable()], { x402Version: 1 })],
    ['a header that is not base64', () => header('{}')],
    ['a header that is not JSON', () => header(btoa('not JSON'))],
    ['a header that is not UTF-8', () => header(btoa('"\xff"'))],
    ['a list in the header', () => header(writeHeader([acceptable()]))],
    ['no payments', () => require2([])],
    ['payments that are no list', () => require2([], { accepts: acceptable() })],
    ['a payment that is no object', () => require2([acceptable(), 'exact'])],
    ['a body of 70,000 characters', () => require1([acceptableV1({ description: 'x'.repeat(70_000) })])],
  ])('error: %s → RESPONSE_MALFORMED, with the unread response', async (_what, respond) => {
    const { pay, asked } = scriptPayment([respond()])
    const error = await failure(pay(URL_402))
    expect(error.code).toBe('RESPONSE_MALFORMED')
    expect(error.response?.bodyUsed).toBe(false)
    expect(asked).toEqual([])
  })
})

describe('the body of the request', () => {
  const stream = () => new Blob(['order']).stream()
  test.each([
    ['a text', () => [URL_402, { method: 'POST', body: 'order' }]],
    ['bytes', () => [URL_402, { method: 'POST', body: new TextEncoder().encode('order') }]],
    ['a Blob', () => [URL_402, { method: 'POST', body: new Blob(['order']) }]],
    ['a Request', () => [new Request(URL_402, { method: 'POST', body: 'order' })]],
  ] satisfies [string, () => [RequestInfo, RequestInit?]][])(
    'behavior: %s is sent a second time with the payment',
    async (_what, request) => {
      const { pay, received } = scriptPayment([require2(), ok()])
      const [input, init]: [RequestInfo, RequestInit?] = request()
      expect((await pay(input, init)).status).toBe(200)
      expect(received.map(({ body }) => body)).toEqual(['order', 'order'])
    },
  )

  test('error: a stream cannot be sent again → refused before the wallet is asked, and sent if nothing is to pay', async () => {
    const init = () => ({ method: 'POST', body: stream(), duplex: 'half' })
    const { pay, asked, received } = scriptPayment([require2(), ok()])
    expect((await failure(pay(URL_402, init()))).code).toBe('BODY_NOT_REPEATABLE')
    expect(asked).toEqual([])
    expect((await pay(URL_402, init())).status).toBe(200)
    expect(received.map(({ body }) => body)).toEqual(['order', 'order'])
  })
})

describe('a signature that does not come, or is not used', () => {
  test('error: the user or an approver declines → the wallet’s own error, and nothing is sent', async () => {
    const declined = Object.assign(new Error('declined'), { code: 4001 })
    const { pay, received } = scriptPayment([require2(), ok()], { sign: () => Promise.reject(declined) })
    await expect(pay(URL_402)).rejects.toBe(declined)
    expect(received).toHaveLength(1)
  })

  test('error: it comes after the payment’s time → AUTHORIZATION_EXPIRED, and it is not sent', async () => {
    const { pay, received } = scriptPayment([require2(), ok()], {
      async sign() {
        vi.setSystemTime((NOW_SECONDS + 955) * 1_000)
        return SIGNATURE
      },
    })
    expect((await failure(pay(URL_402))).code).toBe('AUTHORIZATION_EXPIRED')
    expect(received).toHaveLength(1)
  })

  test('error: the caller aborts while the wallet is open → the signal’s reason, and a later signature is not sent', async () => {
    const leaving = new AbortController()
    const reason = new Error('left')
    let finish = () => {}
    const { pay, received } = scriptPayment([require2(), ok()], {
      sign: () =>
        new Promise((resolve) => {
          finish = () => resolve(SIGNATURE)
          leaving.abort(reason)
        }),
    })
    await expect(pay(URL_402, { signal: leaving.signal })).rejects.toBe(reason)
    finish()
    await Promise.resolve()
    expect(received).toHaveLength(1)
  })

  test.each([undefined, '', '0x', 'signed', { signature: SIGNATURE }])(
    'error: the wallet returns %j → UNEXPECTED_ANSWER',
    async (signature) => {
      const { pay } = scriptPayment([require2(), ok()], { sign: async () => signature })
      expect((await failure(pay(URL_402))).code).toBe('UNEXPECTED_ANSWER')
    },
  )

  test('error: the connection fails after the payment was sent → its headers repeat the request without another signature', async () => {
    const lost = new TypeError('Failed to fetch')
    const { pay, received, signed } = scriptPayment([require2(), lost, ok()])
    const error = await failure(pay(URL_402))
    expect([error.code, error.cause]).toEqual(['OUTCOME_UNKNOWN', lost])
    expect((await pay(URL_402, { headers: error.payment?.headers ?? {} })).status).toBe(200)
    expect(received[2]?.payment).toEqual(received[1]?.payment)
    expect(signed()).toHaveLength(1)
  })
})
