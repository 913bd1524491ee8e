import { afterEach, expect, test } from 'vitest'
import type { FeeSettings } from '#protocol/deployment-config.ts'
import { act } from '#web/console/testing/act.ts'
import { fieldIn, typeInto } from '#web/console/testing/render-live.tsx'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'
import { FeeCard } from './fee-card.tsx'

const COIN = {
  address: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  name: 'Demo',
  symbol: 'DEMO',
  decimals: 6,
}
const COINS = { data: [COIN], error: null, isFetching: false, refetch: () => undefined }
const TREASURY = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const THIEF = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const PUT = 'PUT /api/org/fees'
const TEN: FeeSettings = {
  tokenAddress: COIN.address,
  amountPerTransaction: '10000000',
  withdrawAddress: TREASURY,
}

let leave = async () => {}
afterEach(() => leave())

async function openForm(fee: FeeSettings) {
  const answers = new Map<string, unknown>([
    ['GET /api/org/fees', { fee }],
    [PUT, { fee: TEN }],
  ])
  const asked = serve((request) => answers.get(request))
  const page = await renderPage(<FeeCard coins={COINS} />)
  leave = page.leave
  await page.shows(() => page.text().includes('A fixed fee'))
  const press = (within: Element, label: string) =>
    act(async () =>
      [...within.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click(),
    )
  const fill = async (label: string, text: string) =>
    act(async () => typeInto(fieldIn(page.place, label), text))
  const question = () => page.place.querySelector('dialog')
  return { page, asked, press, fill, question }
}

test.each<[change: string, amount: string, receiver: string]>([
  ['a higher amount', '11', TREASURY],
  ['another receiver', '9', THIEF],
])('behavior: %s → asks before saving, with amount and receiver', async (_, amount, receiver) => {
  const { page, asked, press, fill, question } = await openForm(TEN)
  await fill('Fee for each transaction', amount)
  await fill('Fees go to', receiver)
  await press(page.place, 'Save')
  await page.shows(() => question() !== null)
  expect(question()?.textContent).toContain(`costs the wallet ${amount} DEMO, paid to ${receiver}`)
  expect(asked).not.toContain(PUT)
  const dialog = question()
  if (dialog !== null) await press(dialog, 'Save')
  await page.shows(() => asked.includes(PUT))
  expect(question()).toBeNull()
})

test('behavior: a first fee → asks, and saves nothing after Cancel', async () => {
  const { page, asked, press, fill, question } = await openForm(null)
  await act(async () => page.place.querySelector<HTMLInputElement>('input[value=yes]')?.click())
  await fill('Fee for each transaction', '1')
  await fill('Fees go to', TREASURY)
  await press(page.place, 'Save')
  await page.shows(() => question() !== null)
  const dialog = question()
  if (dialog !== null) await press(dialog, 'Cancel')
  expect(question()).toBeNull()
  expect(asked).not.toContain(PUT)
})

test('behavior: saves a lower fee without asking', async () => {
  const { page, asked, press, fill, question } = await openForm(TEN)
  await fill('Fee for each transaction', '9')
  await press(page.place, 'Save')
  await page.shows(() => asked.includes(PUT))
  expect(question()).toBeNull()
})
