// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { readMessage } from '#protocol/messages/read-message.ts'
import type { PolicyVerdict } from '#protocol/simulation.ts'
import type { SignableMessage } from '#protocol/widget-call.ts'
import { callWords } from '#widget/calls/call-words.ts'
import { h } from '#widget/screens/dom.ts'
import { createStage } from '#widget/screens/stage.ts'
import { en } from '#widget/texts/en.ts'
import { signScreens } from './sign-screens.ts'

const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const COIN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const SPENDER = '0xDc64a140Aa3E981100a9becA4E685f962f0cF6C9'
const ORIGIN = 'https://shop.example'
const tokens = [{ address: COIN, name: 'Demo Coin', symbol: 'DEMO', decimals: 6, balance: 5_000_000n }]

/** Shows the screen of a message. Returns it with its button's effect. */
function show(message: SignableMessage, policies?: PolicyVerdict) {
  const card = h('div', { part: 'card' })
  const base = h('div', {}, card)
  const root = h('div').attachShadow({ mode: 'open' })
  root.append(base)
  const options = { signal: new AbortController().signal, cancel: () => {}, focusIsFree: () => false }
  const stage = createStage({ base, card, status: h('p') }, callWords(en), options)
  const read = readMessage(message, { chainId: 10, walletAddress: WALLET, tokens, origin: ORIGIN, nowMs: 0 })!
  const wallet = { address: WALLET, label: 'Mine', passkey: null }
  const review = async () => ({ policies, differences: [] })
  const reviews = { latest: review, again: review }
  const view = {
    message: read,
    wallet,
    chainId: 10,
    digest: read.hash,
    coSigner: undefined,
    coSignerNotice: 'expected' as const,
    origin: ORIGIN,
    reviews,
    problem: undefined,
  }
  let isAnswered = false
  void signScreens(stage)
    .askSign(view)
    .then(() => (isAnswered = true))
  const press = async () => {
    card.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
    await Promise.resolve()
    await new Promise((resolve) => queueMicrotask(() => resolve(undefined)))
    return isAnswered
  }
  const box = card.querySelector<HTMLInputElement>('input[type=checkbox]')
  const visible = () => {
    const copy = h('div')
    copy.append(...[...card.childNodes].map((node) => node.cloneNode(true)))
    copy.querySelector('details')?.remove()
    return (copy.textContent ?? '').replaceAll(/\s+/g, ' ')
  }
  const reds = () => [...card.querySelectorAll('.warnings .danger')].map(({ textContent }) => textContent)
  return { card, press, box, visible, reds, stage }
}

test('behavior: a text is shown in full, needs no box, and can be signed', async () => {
  const text = `First line\n${'word '.repeat(2_000)}last word`
  const { card, press, box, visible, reds } = show({ kind: 'text', text })
  expect(card.querySelector('h2')?.textContent).toBe('Sign a message')
  expect(card.querySelector('.message')?.textContent).toBe(text)
  expect(visible()).toContain(`${ORIGIN} asks for your signature`)
  expect([box, reds()]).toEqual([null, []])
  expect(await press()).toBe(true)
})

const signIn = (domain: string) =>
  `${domain} wants you to sign in with your Ethereum account:\n${WALLET}\n\n\nURI: https://${domain}/\nVersion: 1\nChain ID: 10\nNonce: abcd1234\nIssued At: 2026-11-26T12:00:00Z`

test('behavior: a sign-in of this page shows no warning', () => {
  const { card, box, reds, visible } = show({ kind: 'text', text: signIn('shop.example') })
  expect(card.querySelector('h2')?.textContent).toBe('Sign in')
  expect([box, reds()]).toEqual([null, []])
  expect(visible()).toContain('Nonce: abcd1234')
})

test('error: a sign-in of another site is red, and can be signed only with the box ticked', async () => {
  const { press, box, reds, card } = show({ kind: 'text', text: signIn('evil.example') })
  expect(reds()).toEqual([
    expect.stringContaining('signs you in to evil.example, but https://shop.example asks'),
  ])
  expect(await press()).toBe(false)
  expect(card.querySelector('#understood-problem')?.textContent).toBe('Tick this, or leave.')
  box?.click()
  expect(await press()).toBe(true)
})

test('error: invisible characters are shown by their codes, with a caution', () => {
  const { card, box } = show({ kind: 'text', text: 'a\u202eb' })
  expect(card.querySelector('.message')?.textContent).toBe('a\\u{202e}b')
  expect(card.querySelector('.warnings .caution')?.textContent).toContain('invisible characters')
  expect(box).toBeNull()
})

const permit = (value: string): SignableMessage => ({
  kind: 'typed-data',
  typedData: {
    domain: { name: 'Demo Coin', chainId: 10, verifyingContract: COIN },
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
    message: { owner: WALLET, spender: SPENDER, value, nonce: 0, deadline: 1_800_000_000 },
  },
})

test('error: a permit is shown as its allowance, in red, with every value and a box', async () => {
  const { card, press, box, visible, reds } = show(permit('2500000'))
  expect(card.querySelector('h2')?.textContent).toBe('Sign a permission')
  expect(card.querySelector('.amount.danger')?.textContent).toBe('You allow spending2.5 DEMO')
  expect(reds()).toEqual([expect.stringContaining('This signature alone lets others take')])
  for (const shown of [SPENDER, COIN, 'value2500000', 'deadline1800000000', 'domain.name']) {
    expect(visible().replaceAll(' ', '')).toContain(shown.replaceAll(' ', ''))
  }
  expect(await press()).toBe(false)
  box?.click()
  expect(await press()).toBe(true)
})

test('behavior: the revocation of a permit shows no warning', () => {
  const { card, box, reds } = show(permit('0'))
  expect(card.querySelector('.amount')?.textContent).toContain('You revoke the permission to spend')
  expect([box, reds()]).toEqual([null, []])
})

const payment = (from: string): SignableMessage => ({
  kind: 'typed-data',
  typedData: {
    domain: { name: 'Demo Coin', version: '2', chainId: 10, verifyingContract: COIN },
    types: {
      TransferWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'TransferWithAuthorization',
    message: {
      from,
      to: SPENDER,
      value: '0x2625a0',
      validAfter: 0,
      validBefore: 1_800_000_000,
      nonce: `0x${'AB'.repeat(32)}`,
    },
  },
})

test('error: a payment by signature → its amount, recipient and validity, in red, with a box', async () => {
  const { card, press, box, visible, reds } = show(payment(WALLET))
  expect(card.querySelector('h2')?.textContent).toBe('Sign a payment')
  expect(card.querySelector('.amount.danger')?.textContent).toContain('2.5 DEMO')
  expect(reds()).toEqual([expect.stringContaining('This signature alone lets others take')])
  expect(visible()).toContain('Valid untilJan 15, 2027')
  for (const shown of [SPENDER, 'value2500000', `nonce0x${'ab'.repeat(32)}`])
    expect(visible().replaceAll(' ', '')).toContain(shown)
  expect(await press()).toBe(false)
  box?.click()
  expect(await press()).toBe(true)
})

test('error: a payment from another account → a danger with that account', () => {
  const { box, visible, reds } = show(payment(SPENDER))
  expect(reds()).toEqual([expect.stringContaining('the money of another account, not of your wallet')])
  expect(visible().replaceAll(' ', '')).toContain(`from${SPENDER}`)
  expect(box).not.toBeNull()
})

test('error: unknown typed data is red and shown in full', () => {
  const { card, box, visible, reds } = show({
    kind: 'typed-data',
    typedData: {
      domain: { name: 'Votes' },
      types: {
        Vote: [
          { name: 'for', type: 'string' },
          { name: 'weights', type: 'uint8[]' },
        ],
      },
      primaryType: 'Vote',
      message: { for: 'Ada\u200b <b>', weights: [1, 2] },
    },
  })
  expect(card.querySelector('h2')?.textContent).toBe('Sign data')
  expect(reds()).toEqual([expect.stringContaining('is not known')])
  expect(box).not.toBeNull()
  expect(visible()).toContain('forAda\\u{200b} <b>weights[0]1weights[1]2')
})

test('error: an order shows the items given, and every value paid', () => {
  const item = [
    'uint8 itemType',
    'address token',
    'uint256 identifierOrCriteria',
    'uint256 startAmount',
    'uint256 endAmount',
  ]
  const fieldsOf = (list: string[]) =>
    list.map((one) => ({ type: one.split(' ')[0] ?? '', name: one.split(' ')[1] ?? '' }))
  const { visible } = show({
    kind: 'typed-data',
    typedData: {
      domain: {
        name: 'Seaport',
        chainId: 10,
        verifyingContract: '0x0000000000000068F116a894984e2DB1123eB395',
      },
      types: {
        OrderComponents: fieldsOf([
          'address offerer',
          'address zone',
          'OfferItem[] offer',
          'ConsiderationItem[] consideration',
          'uint8 orderType',
          'uint256 startTime',
          'uint256 endTime',
          'bytes32 zoneHash',
          'uint256 salt',
          'bytes32 conduitKey',
          'uint256 counter',
        ]),
        OfferItem: fieldsOf(item),
        ConsiderationItem: fieldsOf([...item, 'address recipient']),
      },
      primaryType: 'OrderComponents',
      message: {
        offerer: WALLET,
        zone: SPENDER,
        offer: [{ itemType: 2, token: SPENDER, identifierOrCriteria: 7, startAmount: 1, endAmount: 1 }],
        consideration: [
          {
            itemType: 1,
            token: COIN,
            identifierOrCriteria: 0,
            startAmount: 3_000_000,
            endAmount: 3_000_000,
            recipient: WALLET,
          },
          {
            itemType: 1,
            token: COIN,
            identifierOrCriteria: 0,
            startAmount: 500_000,
            endAmount: 500_000,
            recipient: SPENDER,
          },
        ],
        orderType: 0,
        startTime: 0,
        endTime: 1,
        zoneHash: `0x${'00'.repeat(32)}`,
        salt: 0,
        conduitKey: `0x${'00'.repeat(32)}`,
        counter: 0,
      },
    },
  })
  expect(visible()).toContain('You allow movingNFT #7')
  expect(visible()).toContain('consideration[0].startAmount3000000')
  expect(visible()).toContain(`consideration[1].recipient${SPENDER}`)
})

test('behavior: a person with several wallets chooses which one signs', () => {
  const { card, stage } = show({ kind: 'text', text: 'x' })
  const wallets = [WALLET, COIN].map((address) => ({ address, label: '', passkey: null }))
  void signScreens(stage).askWallet(wallets)
  expect(card.querySelector('.lede')?.textContent).toBe('Which wallet should sign it?')
  expect(card.querySelectorAll('button.choice')).toHaveLength(2)
})

const POLICY = { policyId: '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e', policyName: 'Large sums' }

test.each<[PolicyVerdict, string]>([
  [
    { outcome: 'needs-approval', by: 'administrator', ...POLICY },
    'After you sign, it needs the approval of the organization (policy “Large sums”).',
  ],
  [{ outcome: 'needs-approval', by: 'end-user' }, 'After you sign, you approve this in the approval app.'],
])('behavior: names the policy that requires an approval before the signature', async (verdict, sentence) => {
  const { press, box, visible } = show(permit('5'), verdict)
  await expect.poll(visible).toContain(sentence)
  box?.click()
  expect(await press()).toBe(true)
})

test('error: a message that a policy blocks is not signed, and the policy is named', async () => {
  const { card, press, box, visible } = show(permit('5'), {
    outcome: 'blocked',
    ...POLICY,
    reason: 'The policy “Large sums” refuses this signature.',
  })
  await expect.poll(visible).toContain('Blocked by the policy “Large sums”.It cannot be signed.')
  expect(card.querySelector<HTMLButtonElement>('button[type=submit]')?.disabled).toBe(true)
  box?.click()
  expect(await press()).toBe(false)
})
