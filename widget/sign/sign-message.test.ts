import { createSiweMessage } from 'viem/siwe'
import { hashMessage } from 'viem'
import { expect, test } from 'vitest'
import { messageDigest } from '#protocol/signing/message-digest.ts'
import { decodeSignature } from '#protocol/signing/signature.ts'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import { CHAIN_ID } from '#widget/testing/judge-execution.ts'
import { ORIGIN, OTHER, permit, REFUSED, signHarness, TEXT } from '#widget/testing/sign-harness.ts'

test('behavior: a text is shown and signed in the domain of the wallet', async () => {
  const { harness, address, views, asked, sign } = await signHarness()
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
  const { address, sign } = await signHarness()
  const bytes = await sign({ kind: 'bytes', data: '0x00ff' })
  expect(bytes.hash).toBe(hashMessage({ raw: '0x00ff' }))
  const typed = await sign(permit(address, '5'))
  expect(typed.digest).toBe(messageDigest(CHAIN_ID, address, typed.hash))
  expect(new Set([bytes.hash, typed.hash, typed.digest]).size).toBe(3)
})

test('behavior: a sign-in is compared with the page that asks, by the server’s clock', async () => {
  const { harness, address, views, sign } = await signHarness()
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
  const { views, fails } = await signHarness({ operations: ['create', 'transfer', 'execute'] })
  expect(await fails(TEXT)).toMatchObject({
    code: 'OPERATION_NOT_ALLOWED',
    detail: 'the token does not allow sign',
  })
  expect(views).toEqual([])
})

test('error: what may be a transaction is refused with a sentence of its own', async () => {
  const { harness, views, fails } = await signHarness()
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
  const { fails } = await signHarness()
  expect(await fails(message)).toMatchObject({
    code: 'CONFIGURATION',
    detail: expect.stringMatching(/^message: ./),
  })
})

test('error: a page stops it, or the prompt is closed: nothing is signed, and it can be tried again', async () => {
  const { harness, views, sign } = await signHarness()
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
  const { harness, sign } = await signHarness()
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
