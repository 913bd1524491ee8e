import { hashMessage } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { expect, test } from 'vitest'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import { messageDigest } from '#protocol/signing/message-digest.ts'
import { decodeSignature } from '#protocol/signing/signature.ts'
import { CHAIN_ID } from '#widget/testing/judge-execution.ts'
import { ORIGIN, OTHER, permit, REFUSED, TEXT } from '#widget/testing/message-flow.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'

test('behavior: a text is shown, and signed in the wallet’s domain', async () => {
  const { world, address, views, asked, sign } = await widgetWorld.messages()
  const signed = await sign(TEXT)
  const hash = hashMessage('I accept the terms.')
  const digest = messageDigest(CHAIN_ID, address, hash)
  expect(signed).toMatchObject({ walletAddress: address, hash, digest })
  const { clientDataJSON } = decodeSignature(signed.signature)
  const challenge = base64Url(Buffer.from(digest.slice(2), 'hex'))
  expect(JSON.parse(clientDataJSON)).toMatchObject({ type: 'webauthn.get', challenge })
  expect(views).toMatchObject([{ message: { text: 'I accept the terms.' }, digest, origin: ORIGIN }, {}])
  expect(asked).toEqual([{ digest, hash, message: TEXT }])
  expect(world.executions()).toBe(0)
})

test('behavior: bytes and typed data are signed over their own hashes', async () => {
  const { address, sign } = await widgetWorld.messages()
  const bytes = await sign({ kind: 'bytes', data: '0x00ff' })
  expect(bytes.hash).toBe(hashMessage({ raw: '0x00ff' }))
  const typed = await sign(permit(address, '5'))
  expect(typed.digest).toBe(messageDigest(CHAIN_ID, address, typed.hash))
  expect(new Set([bytes.hash, typed.hash, typed.digest]).size).toBe(3)
})

test('behavior: a sign-in is compared with the requesting page, by the server’s clock', async () => {
  const { world, address, views, sign } = await widgetWorld.messages()
  const expirationTime = new Date(world.clock.now() + 1_000)
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
  world.clock.advance(2_000)
  await sign(of('shop.example'))
  const [own, , evil, , framed, , late] = views.map(({ message }) => message.warnings)
  expect([own, evil, framed, late]).toEqual([[], ['site', 'uri'], ['site', 'uri'], ['expired']])
})

test('error: a token without the operation signs nothing', async () => {
  const { views, fails } = await widgetWorld.messages({ operations: ['create', 'transfer', 'execute'] })
  expect(await fails(TEXT)).toMatchObject({
    code: 'OPERATION_NOT_ALLOWED',
    detail: 'the token does not allow sign',
  })
  expect(views).toEqual([])
})

test('error: a message that may be a transaction is rejected with its own sentence', async () => {
  const { world, views, fails } = await widgetWorld.messages()
  expect(await fails({ kind: 'bytes', data: `0x${'ab'.repeat(32)}` })).toMatchObject({
    code: 'OPERATION_NOT_ALLOWED',
    sentence: REFUSED.unsafe,
    next: 'none',
  })
  expect([views, world.authenticator.prompts.get]).toEqual([[], 0])
})

const vote = (changes: object) => ({ kind: 'typed-data', typedData: { ...OTHER.typedData, ...changes } })
const spender = (given: unknown) => ({
  kind: 'typed-data',
  typedData: {
    domain: {},
    types: { Grant: [{ name: 'spenders', type: 'address[]' }] },
    primaryType: 'Grant',
    message: { spenders: [given] },
  },
})

test.each<[what: string, message: unknown, says: string]>([
  ['missing', null, 'it is missing: set the property message'],
  ['a text', 'I accept', 'it must be an object, not string'],
  ['of no kind', { text: 'x' }, 'kind must be one of text, bytes, typed-data'],
  ['of an unknown kind', { kind: 'call' }, 'kind must be one of text, bytes, typed-data'],
  ['a text without its text', { kind: 'text' }, 'text must be a string'],
  ['a text that is a number', { kind: 'text', text: 5 }, 'text must be a string'],
  ['with a member too many', { ...TEXT, more: 1 }, 'more is not a member of it'],
  ['half a byte', { kind: 'bytes', data: '0x0' }, 'data must be 0x followed by an even number of hex digits'],
  ['a text too long', { kind: 'text', text: 'x'.repeat(65_537) }, 'text must be at most 65536 characters'],
  ['typed data that is a text', { kind: 'typed-data', typedData: '{}' }, 'typedData must be an object'],
  [
    'typed data without a domain',
    { kind: 'typed-data', typedData: { types: {} } },
    'domain must be an object',
  ],
  ['typed data of another chain', vote({ domain: { chainId: 1 } }), 'domain.chainId'],
  ['typed data without a member', vote({ message: {} }), 'message.for is required'],
  ['typed data without a message', vote({ message: undefined }), 'message is required'],
  [
    'typed data of an undeclared type',
    vote({ primaryType: 'Mail' }),
    'primaryType must be a type of EIP-712',
  ],
  [
    'typed data whose contract is empty',
    vote({ domain: { verifyingContract: '' } }),
    'domain.verifyingContract must be an address: 0x followed by 40 hex digits',
  ],
  [
    'typed data with an empty address',
    spender(''),
    'message.spenders[0] must be an address: 0x followed by 40 hex digits',
  ],
  [
    'typed data with a wrong checksum',
    spender('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'.replace('F', 'f')),
    'message.spenders[0] has a wrong checksum',
  ],
  ['typed data with an undefined item', spender(undefined), 'message.spenders[0] is required'],
  ['typed data with a class for a number', spender(new Date(0)), 'message.spenders[0] must be an address'],
])(
  'error: a message that is %s → the path of the member, without the value',
  async (_what, message, says) => {
    const { views, fails } = await widgetWorld.messages()
    const error = await fails(message)
    expect(error).toMatchObject({ code: 'CONFIGURATION' })
    expect(error.detail?.slice(0, `message: ${says}`.length)).toBe(`message: ${says}`)
    expect(error.detail).not.toMatch(/\{|Error|undefined \(/)
    expect(views).toEqual([])
  },
)

test('error: if the page stops the prompt or the person closes it, nothing is signed, and a retry is possible', async () => {
  const { world, views, sign } = await widgetWorld.messages()
  world.authenticator.failNext(new DOMException('closed', 'NotAllowedError'))
  let stops = 1
  await sign(TEXT, { beforeSign: () => (stops -= 1) < 0 })
  expect(views.map(({ problem }) => problem?.code)).toEqual([
    undefined,
    'STOPPED_BY_PAGE',
    'PASSKEY_CANCELLED',
    'PASSKEY_CANCELLED',
  ])
})

test('error: rejects another key’s passkey', async () => {
  const { world, sign } = await widgetWorld.messages()
  await world.authenticator.swapKey()
  const problems: (string | undefined)[] = []
  await sign(TEXT, {
    screens: {
      refused: REFUSED,
      loading: () => {},
      askWallet: async ([first]) => first!,
      askRetry: async () => {},
      askSign: async ({ problem }) => {
        problems.push(problem?.code)
        if (problem !== undefined) world.leave()
      },
      showWaiting: () => {},
      showSigned: () => {},
    },
  }).catch(() => {})
  expect(problems).toEqual([undefined, 'PASSKEY_WRONG'])
})
