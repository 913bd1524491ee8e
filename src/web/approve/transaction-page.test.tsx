/** @jsxImportSource preact */
import { render } from 'preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HeldTransaction } from '#protocol/approver-api.ts'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { TransactionPage } from './transaction-page.tsx'

const AT = '2026-11-22T01:00:00.000Z'
const WALLET = '0x1111111111111111111111111111111111111111'
const OTHER_WALLET = '0x2222222222222222222222222222222222222222'
const FRIEND = '0x3333333333333333333333333333333333333333'
const STRANGER = '0x4444444444444444444444444444444444444444'

/** A pending payment of five wei, with the given changes. */
function heldCall(transactionUuid: string, changes: Partial<HeldTransaction> = {}): HeldTransaction {
  const fees = { feeCoinAddress: ZERO_ADDRESS, feeWithdrawAddress: ZERO_ADDRESS } as const
  const signed = { walletAddress: WALLET, toAddress: FRIEND, data: '0x', ...fees } as const
  return {
    ...signed,
    transactionUuid,
    status: 'PENDING_USER_APPROVAL',
    organizationName: 'Demo',
    walletLabel: '',
    chainId: 1,
    digest: executeDigest(1, { ...signed, value: 5n, expiration: 1_900_000_000n, fee: 0n }),
    value: '5',
    expiration: '1900000000',
    fee: '0',
    heldAtDatetime: AT,
    expiresAtDatetime: AT,
    secondsLeft: 600,
    reported: false,
    ...changes,
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

/** Renders the page of a pending call while another call is still open. */
async function open(other: HeldTransaction): Promise<void> {
  const waiting = heldCall('2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa')
  let isListed = false
  vi.stubGlobal('fetch', async (path: string) => {
    isListed ||= path.endsWith('/transactions')
    const respond = (content: unknown) => Response.json({ statusCode: 200, content })
    if (path.endsWith(waiting.transactionUuid)) return respond(waiting)
    return respond(path.endsWith('/mutes') ? [] : [waiting, other])
  })
  render(<TransactionPage transactionUuid={waiting.transactionUuid} tokens={[]} />, page)
  await expect.poll(() => page.querySelector('form')).not.toBeNull()
  // The page reads the other calls after the first one. It has rendered them when the next task begins.
  await expect.poll(() => isListed).toBe(true)
  await new Promise((resolve) => setTimeout(resolve))
}

const EARLIER = '2f3f1f7e-7a52-4c6c-9a53-bbbbbbbbbbbb'
const FAILED = { status: 'FAILED', executableUntil: AT } as const
const warning = () => page.querySelector('.notice.danger')?.textContent ?? ''

test('behavior: before a second payment to the same recipient, shows the earlier one that can still be executed', async () => {
  const failed = heldCall(EARLIER, FAILED)
  await open(failed)
  expect(warning()).toMatch(
    /^You may pay twice\. .*Send 0\.000000000000000005 ETH.*Can still be executed until/,
  )
  expect(page.querySelector('.notice.danger a')?.getAttribute('href')).toBe(
    `#transaction=${failed.transactionUuid}`,
  )
})

test.each([
  ['pays somebody else', { ...FAILED, toAddress: STRANGER }],
  ['is of another wallet', { ...FAILED, walletAddress: OTHER_WALLET }],
  ['can no longer be executed', { status: 'FAILED' }],
] as const)('behavior: does not warn of a second payment if the earlier call %s', async (_, changes) => {
  await open(heldCall(EARLIER, changes))
  expect(warning()).toBe('')
})
