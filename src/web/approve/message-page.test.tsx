/** @jsxImportSource preact */
import { render } from 'preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HeldMessage } from '#protocol/approver-api.ts'
import { MessagePage } from './message-page.tsx'

const WALLET = '0x1111111111111111111111111111111111111111'
const FRIEND = '0x3333333333333333333333333333333333333333'
const COIN = '0x5555555555555555555555555555555555555555'
const tokens = [{ address: COIN, name: 'Demo Coin', symbol: 'DEMO', decimals: 6 }]

/** A pending EIP-3009 payment. */
function heldPayment(from: string): HeldMessage {
  const members = [
    ...['from', 'to'].map((name) => ({ name, type: 'address' })),
    ...['value', 'validAfter', 'validBefore'].map((name) => ({ name, type: 'uint256' })),
    { name: 'nonce', type: 'bytes32' },
  ]
  const message = { from, to: FRIEND, value: '2500000', validAfter: '0', validBefore: '1800000000' }
  return {
    messageUuid: '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa',
    status: 'PENDING_USER_APPROVAL',
    organizationName: 'Demo',
    walletAddress: WALLET,
    walletLabel: '',
    chainId: 1,
    message: {
      kind: 'typed-data',
      typedData: {
        domain: { name: 'Demo Coin', version: '2', chainId: 1, verifyingContract: COIN },
        types: { TransferWithAuthorization: members },
        primaryType: 'TransferWithAuthorization',
        message: { ...message, nonce: `0x${'ab'.repeat(32)}` },
      },
    },
    origin: 'https://shop.example',
    numbers: [12, 34, 56],
    heldAtDatetime: '2026-11-22T01:00:00.000Z',
    secondsLeft: 600,
    reported: false,
  }
}

let page: HTMLElement
beforeEach(() => {
  page = document.createElement('div')
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  )
})
afterEach(() => {
  render(null, page)
  vi.unstubAllGlobals()
})

/** The page of a held message: its heading, dangers and text. */
async function open(held: HeldMessage) {
  vi.stubGlobal('fetch', async () => Response.json({ statusCode: 200, content: held }))
  render(<MessagePage messageUuid={held.messageUuid} tokens={tokens} />, page)
  await expect.poll(() => page.querySelector('dl')).not.toBeNull()
  return {
    heading: page.querySelector('h1')?.textContent,
    dangers: [...page.querySelectorAll('.notice.danger')].map(({ textContent }) => textContent),
    text: page.textContent,
  }
}

test('behavior: a payment by signature → its amount, recipient and time, in red', async () => {
  const { heading, dangers, text } = await open(heldPayment(WALLET))
  expect(heading).toBe('Send 2.5 DEMO')
  expect(dangers).toEqual([expect.stringContaining('This signature alone lets others take')])
  expect(text).toContain('Valid untilJan 15, 2027')
  expect(text).toContain(FRIEND)
})

test('error: a payment from another account → a danger with that account', async () => {
  const { dangers, text } = await open(heldPayment(FRIEND))
  expect(dangers).toEqual([expect.stringContaining('the money of another account, not of this wallet')])
  expect(text).toContain(`From${FRIEND}`)
})

/** A pending EIP-4361 sign-in. */
function heldSignIn(changes: Partial<Record<'site' | 'account' | 'uri' | 'chain' | 'more', string>>) {
  const {
    site = 'shop.example',
    account = WALLET,
    uri = 'https://shop.example/',
    chain = '1',
    more = '',
  } = changes
  const text = [
    `${site} wants you to sign in with your Ethereum account:`,
    account,
    '',
    'Welcome.',
    '',
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${chain}`,
    'Nonce: 12345678',
    'Issued At: 2026-11-22T01:00:00.000Z',
    ...(more === '' ? [] : [more]),
  ].join('\n')
  return { ...heldPayment(WALLET), message: { kind: 'text' as const, text } }
}

test.each([
  ['nothing', {}, []],
  [
    'another site',
    { site: 'bank.example' },
    ['This signs in to another site than the one that asked for it.'],
  ],
  ['another account', { account: FRIEND }, ['This sign-in names another account than this wallet.']],
  ['another chain', { chain: '5' }, ['This sign-in is for another network than this wallet’s.']],
  ['its end', { more: 'Expiration Time: 2026-11-22T02:00:00.000Z' }, ['This sign-in has expired.']],
  ['its beginning', { more: 'Not Before: 9999-01-01T00:00:00.000Z' }, ['This sign-in is not valid yet.']],
  ['its form', { chain: 'one' }, ['This looks like a sign-in but does not have the form of one.']],
])('error: a sign-in with a fault in %s → shows the fault as a danger', async (_, changes, sentences) => {
  const { dangers } = await open(heldSignIn(changes))
  expect(dangers).toEqual(sentences.map((sentence) => expect.stringContaining(sentence)))
})
