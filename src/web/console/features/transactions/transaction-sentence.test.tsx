import { encodeFunctionData, erc20Abi, erc721Abi, maxUint256 } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { describeCallOrNull } from '#protocol/effects/describe-call.ts'
import { exampleTransaction } from '#web/console/testing/example-transaction.ts'
import { answerRequests, renderLive } from '#web/console/testing/render-live.tsx'
import { showLanguage } from '#web/ui/text.ts'
import type { ShownTransaction } from './organization-transactions.tsx'
import { sentenceTexts } from './sentence-texts.ts'
import { TransactionSentence } from './transaction-sentence.tsx'

const COIN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const ITEMS = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const EXCHANGE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const SAVINGS = '0x52908400098527886E0F7030069857D2E4169EE7'
const STRANGER = '0xde709f2102306220921060314715629080e2fb77'
const TOKENS = [
  { id: '1', address: COIN, symbol: 'DEMO', name: 'Demo', decimals: 6, logoUrl: '' },
  {
    id: '2',
    address: ITEMS,
    symbol: 'ART',
    name: 'Art',
    decimals: 0,
    logoUrl: '',
    standard: 'erc721' as const,
  },
]
const LOOKUP = 'POST /api/addresses/lookup'
const KNOWN = {
  addresses: [
    { address: EXCHANGE, known: { address: EXCHANGE, name: 'Exchange', from: 'book' }, looksLike: null },
    { address: SAVINGS, known: { address: SAVINGS, name: 'Savings', from: 'wallet' }, looksLike: null },
    { address: STRANGER, known: null, looksLike: null },
    { address: COIN, known: { address: COIN, name: 'DEMO', from: 'token' }, looksLike: null },
    { address: ITEMS, known: { address: ITEMS, name: 'ART', from: 'token' }, looksLike: null },
  ],
  wallets: 'checked',
}

afterEach(async () => {
  vi.unstubAllGlobals()
  await showLanguage('en')
})

const transfer = (to: string, units: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to as `0x${string}`, units] })
const approve = (units: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [EXCHANGE, units] })
const give = encodeFunctionData({
  abi: erc721Abi,
  functionName: 'safeTransferFrom',
  args: [SAVINGS, EXCHANGE, 7n],
})
const ADA = { requestedBy: { id: 'ada', name: 'Ada' } }
const SENT: Partial<ShownTransaction> = {
  status: 'CONFIRMED',
  walletLabel: 'Treasury',
  externalUserId: '',
  toAddress: COIN,
  data: transfer(EXCHANGE, 12_500_000n),
}

function render(changes: Partial<ShownTransaction>): HTMLElement {
  answerRequests({ [LOOKUP]: KNOWN })
  const transaction = exampleTransaction({ ...SENT, ...changes })
  const description = describeCallOrNull({ ...transaction, chainId: 31_337, tokens: TOKENS })
  return renderLive(<TransactionSentence transaction={transaction} description={description} />)
}

test.each<[written: string, changes: Partial<ShownTransaction>]>([
  ['Ada sent 12.5 DEMO from Treasury to Exchange', ADA],
  ['Treasury sent 12.5 DEMO to Exchange', {}],
  ['Grace sent 12.5 DEMO from Treasury to Exchange', { externalUserId: 'u', externalUserLabel: 'Grace' }],
  ['Ada asked to send 12.5 DEMO from Treasury to Exchange', { ...ADA, status: 'PENDING_USER_APPROVAL' }],
  ['Ada asked to send 12.5 DEMO from Treasury to Exchange', { ...ADA, status: 'FAILED' }],
  ['Treasury was asked to send 12.5 DEMO to Exchange', { status: 'REJECTED' }],
  ['Ada sent NFT #7 from Treasury to Exchange', { ...ADA, toAddress: ITEMS, data: give }],
  ['Ada sent 12.5 DEMO from Treasury to Savings', { ...ADA, data: transfer(SAVINGS, 12_500_000n) }],
  ['Ada sent 12.5 DEMO from Treasury to 0xde70…fb77', { ...ADA, data: transfer(STRANGER, 12_500_000n) }],
  ['Ada allowed Exchange to take 5 DEMO from Treasury', { ...ADA, data: approve(5_000_000n) }],
  ['Ada allowed Exchange to take all DEMO from Treasury', { ...ADA, data: approve(maxUint256) }],
  ['Ada revoked the permission of Exchange to take tokens from Treasury', { ...ADA, data: approve(0n) }],
  ['Ada called DEMO from Treasury', { ...ADA, data: '0x12345678' }],
])('behavior: %s', async (written, changes) => {
  const place = render(changes)
  await expect.poll(() => place.textContent).toBe(written)
})

test('behavior: wallets of the organization are links, and nobody else’s address is', async () => {
  const own = render({ ...ADA, data: transfer(SAVINGS, 1n) })
  await expect.poll(() => own.textContent).toContain('Savings')
  const links = [...own.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Treasury', `/wallets/${SAVINGS}`],
    ['Savings', `/wallets/${SAVINGS}`],
  ])
  const other = render(ADA)
  await expect.poll(() => other.textContent).toContain('Exchange')
  expect([...other.querySelectorAll('a')].map((link) => link.textContent)).toEqual(['Treasury'])
})

test('behavior: a name from outside cannot deceive, and an unreadable call names its contract', async () => {
  const place = render({ requestedBy: { id: 'x', name: 'Ada\u202e' }, data: '0x1' })
  await expect.poll(() => place.textContent).toBe('Ada called DEMO from Treasury')
})

test('param: each sentence names its wallet, and those by a person name the person', () => {
  for (const [kind, { done, asked }] of Object.entries(sentenceTexts()))
    for (const [byPerson, byNobody] of [done, asked]) {
      expect(byPerson, kind).toMatch(/^\{actor\} .*\{wallet\}/)
      expect(byNobody, kind).toContain('{wallet}')
      expect(byNobody, kind).not.toContain('{actor}')
    }
})
