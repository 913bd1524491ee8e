import { afterEach, expect, test, vi } from 'vitest'
import type { WalletDetails } from '#protocol/wallets.ts'
import { act } from '#web/console/testing/act.ts'
import { fieldIn, typeInto } from '#web/console/testing/render-live.tsx'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'
import { PasskeyElsewhere, PasskeyHere } from './passkey-elsewhere.tsx'
import { RecoveryCard } from './recovery-card.tsx'
import { useRevokeDialog } from './revoke-dialog.tsx'
import type { Grant } from './wallet-grants.tsx'
import { walletDetailsQuery } from './wallet-requests.ts'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const HASH = `0x${'ab'.repeat(32)}`
const DETAILS: WalletDetails = {
  id: '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e',
  address: ADDRESS,
  label: '',
  externalUserId: '',
  externalUserLabel: '',
  createdAtDatetime: '2026-11-21T12:00:00.000Z',
  state: 'deployed',
  transactionHash: HASH,
  qx: 'ab'.repeat(32),
  qy: 'cd'.repeat(32),
  rpIdHash: HASH,
  onChain: { backupAddress: ADDRESS, isKeyReplaced: false },
}

const host = window.location.hostname
let page: Awaited<ReturnType<typeof renderPage>>
afterEach(() => page.leave())

/** Serves the wallet with the domain of its passkey. */
const serveWallet = (rpId: string) =>
  serve((request) => (request === `GET /api/baas/wallets/${ADDRESS}` ? { ...DETAILS, rpId } : undefined))

test.each([
  ['of the domain of the page', host, false],
  ['of another domain', 'shop.example', true],
  ['of a domain that only ends alike', host.slice(1), true],
  ['of a domain that the organization no longer has', undefined, false],
])('behavior: a passkey %s has a warning only if it does not work here', async (_what, rpId, isSaid) => {
  page = await renderPage(<PasskeyElsewhere wallet={{ rpId }} />)
  expect(document.body.textContent.includes('does not work here')).toBe(isSaid)
  expect(document.body.textContent.includes(`this page is on ${host}`)).toBe(isSaid)
})

const FORM = (
  <PasskeyHere address={ADDRESS}>
    <label htmlFor="amount">Amount</label>
    <input id="amount" />
  </PasskeyHere>
)
const warning = 'does not work here'

test.each([
  ['of the domain of the page', host, true],
  ['of another domain', 'shop.example', false],
])('behavior: a form waits for the domain of a passkey %s', async (_what, rpId, isForm) => {
  let answer = () => {}
  const read = new Promise<void>((resolve) => (answer = resolve))
  vi.stubGlobal('fetch', async () => {
    await read
    return Response.json({ statusCode: 200, content: { ...DETAILS, rpId } })
  })
  page = await renderPage(FORM)
  expect(page.place.querySelector('input')).toBeNull()
  expect(page.place.querySelector('[aria-busy]')).not.toBeNull()
  answer()
  await page.shows(() => page.place.querySelector('[aria-busy]') === null)
  expect(page.place.querySelector('input') !== null).toBe(isForm)
  expect(page.text().includes(warning)).toBe(!isForm)
})

test('behavior: a form keeps what was typed while the domain was unknown, and then has the warning', async () => {
  serve(() => undefined)
  page = await renderPage(FORM)
  await page.shows(() => page.place.querySelector('input') !== null)
  await act(async () => typeInto(fieldIn(page.place, 'Amount'), '12'))
  serveWallet('shop.example')
  await act(async () => page.queryClient.refetchQueries(walletDetailsQuery(ADDRESS)))
  await page.shows(() => page.text().includes(warning))
  expect(fieldIn(page.place, 'Amount').value).toBe('12')
})

function RevokeButton() {
  const { toButton, dialog } = useRevokeDialog(ADDRESS)
  const grant: Grant = {
    key: 'grant',
    what: 'Unlimited DEMO',
    who: ADDRESS,
    since: undefined,
    revoke: { kind: 'erc20-approve', token: ADDRESS, spender: ADDRESS, amount: '0' },
  }
  return (
    <>
      {toButton(grant)}
      {dialog}
    </>
  )
}

test.each([
  ['of the domain of the page', host, true],
  ['of another domain', 'shop.example', false],
])('behavior: the revoke dialog of a passkey %s → a confirmation: %s, %s', async (_what, rpId, canSign) => {
  serveWallet(rpId)
  page = await renderPage(<RevokeButton />)
  await act(async () => page.place.querySelector('button')?.click())
  await page.shows(() => document.body.textContent.includes('Unlimited DEMO'))
  await page.shows(() => document.body.textContent.includes('does not work here') === !canSign)
  await page.shows(() => document.body.textContent.includes('wallet widget') === canSign)
})

test.each([
  ['of the domain of the page', host, null],
  ['of another domain', 'shop.example', 'true'],
])('behavior: backup and recovery of a passkey %s → disabled: %s, %s', async (_what, rpId, disabled) => {
  serveWallet(rpId)
  page = await renderPage(<RecoveryCard address={ADDRESS} />)
  await page.shows(() => page.text().includes('Recover with a new passkey'))
  const names = ['Change the backup address', 'Recover with a new passkey']
  const listButtons = () =>
    [...page.place.querySelectorAll('button')].filter(({ textContent }) => names.includes(textContent))
  await page.shows(() => listButtons().every((button) => button.getAttribute('aria-disabled') === disabled))
  const buttons = listButtons()
  expect(buttons).toHaveLength(2)
  for (const button of buttons) await act(async () => button.click())
  expect(document.querySelector('dialog') !== null).toBe(disabled === null)
})
