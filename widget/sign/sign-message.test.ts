import { createSiweMessage } from 'viem/siwe'
import { hashMessage } from 'viem'
import { describe, expect, test } from 'vitest'
import { messageDigest } from '#protocol/signing/message-digest.ts'
import { decodeSignature } from '#protocol/signing/signature.ts'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import type { SignableMessage } from '#protocol/widget-call.ts'
import type { WidgetError } from '#widget/errors.ts'
import type { Waiting } from '#widget/files.ts'
import { createHarness, RP_ID } from '#widget/testing/create-harness.ts'
import { COIN, type World } from '#widget/testing/stand-in-server.ts'
import { CHAIN_ID } from '#widget/testing/judge-execution.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import { signMessage, type SignDeps } from './sign-message.ts'

const ORIGIN = 'https://shop.example'
const TEXT: SignableMessage = { kind: 'text', text: 'I accept the terms.' }
const REFUSED = { held: 'held', declined: 'declined', expired: 'expired', unsafe: 'unsafe' }

async function withWallet(changes: Partial<World> = {}) {
  const harness = createHarness({ operations: ['create', 'transfer', 'execute', 'sign'], ...changes })
  const address = checksumAddress(await harness.withWallet())
  const views: Parameters<SignDeps['screens']['askSign']>[0][] = []
  const asked: Parameters<SignDeps['beforeSign']>[0][] = []
  const waits: Waiting[] = []
  const screens: SignDeps['screens'] = {
    refused: REFUSED,
    loading: () => {},
    askWallet: async ([first]) => first!,
    askRetry: async (problem) => {
      throw problem
    },
    askSign: async (view) => {
      views.push(view)
      if (views.length > 9) throw new RangeError('the flow goes round in circles')
    },
    showWaiting: () => {},
    showSigned: () => void views.push(views.at(-1)!),
  }
  function sign(message: unknown, changed: Partial<SignDeps> = {}) {
    const deps: SignDeps = {
      ...harness.common,
      origin: ORIGIN,
      screens,
      viewWaiting: async (waiting) => {
        waits.push(waiting)
        return { icon: { name: 'clock', tone: 'warning' }, heading: '', text: '', parts: [] }
      },
      beforeSign: (signing) => asked.push(signing) > 0,
      ...changed,
    }
    const input = { host: RP_ID, rpId: RP_ID }
    const given = message as SignableMessage | null
    return signMessage(deps, input, given, harness.leaving.controller.signal)
  }
  const fails = (message: unknown, changed: Partial<SignDeps> = {}) =>
    sign(message, changed).then(
      () => expect.unreachable(),
      (error: WidgetError) => error,
    )
  return { harness, address, views, asked, waits, sign, fails }
}

const permit = (owner: string, value: string): SignableMessage => ({
  kind: 'typed-data',
  typedData: {
    domain: { name: 'Demo Coin', version: '1', chainId: CHAIN_ID, verifyingContract: COIN },
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    message: { owner, spender: COIN, value, nonce: 0, deadline: 1 },
  },
})
const OTHER: SignableMessage = {
  kind: 'typed-data',
  typedData: {
    domain: {},
    types: { Vote: [{ name: 'for', type: 'string' }] },
    primaryType: 'Vote',
    message: { for: 'Ada' },
  },
}

test('behavior: a text is shown and signed in the domain of the wallet', async () => {
  const { harness, address, views, asked, sign } = await withWallet()
  const signed = await sign(TEXT)
  const hash = hashMessage('I accept the terms.')
  const digest = messageDigest(CHAIN_ID, address, hash)
  expect(signed).toMatchObject({ walletAddress: address, hash, digest })
  const { clientDataJSON } = decodeSignature(signed.signature)
  const challenge = base64Url(Buffer.from(digest.slice(2), 'hex'))
  expect(JSON.parse(clientDataJSON)).toMatchObject({ type: 'webauthn.get', challenge })
  expect(views).toMatchObject([{ message: { text: 'I accept the terms.' }, digest, origin: ORIGIN }, {}])
  expect(asked).toEqual([{ digest, hash, message: TEXT }])
  expect(harness.executions()).toBe(0)
})

test('behavior: bytes and typed data are signed over their own hashes', async () => {
  const { address, sign } = await withWallet()
  const bytes = await sign({ kind: 'bytes', data: '0x00ff' })
  expect(bytes.hash).toBe(hashMessage({ raw: '0x00ff' }))
  const typed = await sign(permit(address, '5'))
  expect(typed.digest).toBe(messageDigest(CHAIN_ID, address, typed.hash))
  expect(new Set([bytes.hash, typed.hash, typed.digest]).size).toBe(3)
})

test('behavior: a sign-in is compared with the page that asks, by the server’s clock', async () => {
  const { harness, address, views, sign } = await withWallet()
  const expirationTime = new Date(harness.clock.now() + 1_000)
  const of = (domain: string) => {
    const text = createSiweMessage({
      domain,
      address,
      uri: `https://${domain}/`,
      version: '1',
      chainId: CHAIN_ID,
      nonce: 'abcd1234',
      expirationTime,
    })
    return { kind: 'text', text }
  }
  await sign(of('shop.example'))
  await sign(of('evil.example'))
  await sign(of('shop.example'), { origin: 'https://evil.example' })
  harness.clock.advance(2_000)
  await sign(of('shop.example'))
  const [own, , evil, , framed, , late] = views.map(({ message }) => message.warnings)
  expect([own, evil, framed, late]).toEqual([[], ['site', 'uri'], ['site', 'uri'], ['expired']])
})

test('error: a token without the operation signs nothing', async () => {
  const { views, fails } = await withWallet({ operations: ['create', 'transfer', 'execute'] })
  expect(await fails(TEXT)).toMatchObject({
    code: 'OPERATION_NOT_ALLOWED',
    detail: 'the token does not allow sign',
  })
  expect(views).toEqual([])
})

test('error: what may be a transaction is refused with a sentence of its own', async () => {
  const { harness, views, fails } = await withWallet()
  expect(await fails({ kind: 'bytes', data: `0x${'ab'.repeat(32)}` })).toMatchObject({
    code: 'OPERATION_NOT_ALLOWED',
    sentence: REFUSED.unsafe,
    next: 'none',
  })
  expect([views, harness.authenticator.prompts.get]).toEqual([[], 0])
})

test.each([
  ['none', null],
  ['none of the kinds', { kind: 'call' }],
  ['one member too many', { ...TEXT, more: 1 }],
  ['half a byte', { kind: 'bytes', data: '0x0' }],
  ['a text too long', { kind: 'text', text: 'x'.repeat(65_537) }],
  ['typed data that is none', { kind: 'typed-data', typedData: { types: {} } }],
  [
    'typed data of another chain',
    { kind: 'typed-data', typedData: { ...OTHER.typedData, domain: { chainId: 1 } } },
  ],
])('error: a page whose message is %s is told', async (_what, message) => {
  const { fails } = await withWallet()
  expect(await fails(message)).toMatchObject({
    code: 'CONFIGURATION',
    detail: expect.stringMatching(/^message: ./),
  })
})

test('error: a page stops it, or the prompt is closed: nothing is signed, and it can be tried again', async () => {
  const { harness, views, sign } = await withWallet()
  harness.authenticator.failNext(new DOMException('closed', 'NotAllowedError'))
  let stops = 1
  await sign(TEXT, { beforeSign: () => (stops -= 1) < 0 })
  expect(views.map(({ problem }) => problem?.code)).toEqual([
    undefined,
    'STOPPED_BY_PAGE',
    'PASSKEY_CANCELLED',
    'PASSKEY_CANCELLED',
  ])
})

test('error: the passkey of another key is refused', async () => {
  const { harness, sign } = await withWallet()
  await harness.authenticator.swapKey()
  const problems: (string | undefined)[] = []
  await sign(TEXT, {
    screens: {
      refused: REFUSED,
      loading: () => {},
      askWallet: async ([first]) => first!,
      askRetry: async () => {},
      askSign: async ({ problem }) => {
        problems.push(problem?.code)
        if (problem !== undefined) harness.leave()
      },
      showWaiting: () => {},
      showSigned: () => {},
    },
  }).catch(() => {})
  expect(problems).toEqual([undefined, 'PASSKEY_WRONG'])
})

test.each([
  ['a permit', (owner: string) => permit(owner, '5')],
  ['unknown typed data', () => OTHER],
  ['bytes that are no text', (): SignableMessage => ({ kind: 'bytes', data: '0x00ff' })],
])('error: a held wallet signs no %s, but is told to send a transaction', async (_what, messageOf) => {
  const { harness, address, views, fails } = await withWallet({ held: true })
  expect(await fails(messageOf(address))).toMatchObject({
    code: 'OPERATION_NOT_ALLOWED',
    sentence: REFUSED.held,
    detail: expect.stringContaining('as a transaction'),
  })
  expect([views, harness.authenticator.prompts.get]).toEqual([[], 0])
})

test('behavior: a held wallet signs texts, and the revocation of a permit', async () => {
  const { harness, address, sign } = await withWallet({ held: true })
  await sign(TEXT)
  await sign(permit(address, '0'))
  expect(harness.world.requests.some(({ query }) => query.includes('approver'))).toBe(false)
})

test('error: where it cannot be told whether a wallet is held, nothing that gives is signed', async () => {
  const { harness, address, views, fails } = await withWallet()
  harness.world.interrupt = (line, time) => (line === 'GET /wallets' && time > 1 ? 'lost' : undefined)
  expect(await fails(permit(address, '5'))).toMatchObject({ code: 'NETWORK_FAILED' })
  expect(views).toEqual([])
})

describe('where the service has such messages approved', () => {
  test('behavior: the page gets the signature once it is approved; until then the number is shown', async () => {
    const messageStatuses = ['PENDING_USER_APPROVAL', 'PENDING_USER_APPROVAL', 'APPROVED']
    const { harness, address, views, waits, sign } = await withWallet({ held: true, messageStatuses })
    const signed = await sign({ ...permit(address, '5') })
    const [request] = harness.world.requests.filter(({ line }) => line === 'POST /messages')
    const { signature } = signed
    expect(request?.body).toMatchObject({ walletAddress: address, origin: ORIGIN, signature })
    expect(waits).toMatchObject([
      { number: 42, link: expect.stringContaining('https://wallets.example/approve#message=0b5b3c0e-') },
    ])
    expect(harness.lines().filter((line) => line.startsWith('GET /messages/'))).toHaveLength(2)
    expect(views).toHaveLength(2)
  })

  test.each([
    [
      'names the page around the frame',
      { crossOrigin: true, topOrigin: 'https://host.example' },
      'https://host.example',
    ],
    ['does not name it', { crossOrigin: true }, ORIGIN],
  ])(
    'behavior: in a frame of a browser that %s → the approver reads what the browser signed',
    async (_what, frame, page) => {
      const { harness, address, sign } = await withWallet({ held: true, messageStatuses: ['APPROVED'] })
      Object.assign(harness.authenticator, { frame })
      await sign(permit(address, '5'), { origin: 'https://host.example' })
      const [request] = harness.world.requests.filter(({ line }) => line === 'POST /messages')
      expect(request?.body).toMatchObject({ origin: page })
    },
  )

  test.each([
    ['REJECTED', 'approval: declined', 'declined'],
    ['EXPIRED', 'approval: expired', 'expired'],
  ])('error: one that is %s gives the page no signature', async (ended, detail, sentence) => {
    const messageStatuses = ['PENDING_USER_APPROVAL', ended]
    const { address, views, fails } = await withWallet({ held: true, messageStatuses })
    expect(await fails(permit(address, '5'))).toMatchObject({
      code: 'OPERATION_NOT_ALLOWED',
      detail,
      reason: sentence,
      sentence,
    })
    expect(views).toHaveLength(1)
  })

  test('behavior: a lost connection only delays it', async () => {
    const messageStatuses = ['PENDING_USER_APPROVAL', 'APPROVED']
    const { harness, address, waits, sign } = await withWallet({ messageStatuses })
    harness.world.interrupt = (line, time) =>
      line.startsWith('GET /messages/') && time < 4 ? 'lost' : undefined
    await sign(OTHER)
    expect(waits).toHaveLength(1)
    expect(address).toMatch(/^0x/)
  })

  test('behavior: what no one has to approve waits for no one, and what moves nothing is not sent', async () => {
    const { harness, address, waits, sign } = await withWallet({ messageStatuses: ['NOT_HELD'] })
    await sign(permit(address, '5'))
    await sign(TEXT)
    expect(waits).toEqual([])
    expect(harness.lines().filter((line) => line === 'POST /messages')).toHaveLength(1)
  })

  test('behavior: numbers that JSON has not are sent as decimal strings', async () => {
    const { harness, sign } = await withWallet({ messageStatuses: ['NOT_HELD'] })
    await sign({
      kind: 'typed-data',
      typedData: {
        domain: {},
        types: { Vote: [{ name: 'weight', type: 'uint256' }] },
        primaryType: 'Vote',
        message: { weight: 2n ** 200n },
      },
    })
    const [request] = harness.world.requests.filter(({ line }) => line === 'POST /messages')
    expect(request?.body).toMatchObject({
      message: { typedData: { message: { weight: String(2n ** 200n) } } },
    })
  })
})
