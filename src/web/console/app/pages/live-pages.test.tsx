import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WalletApprover } from '#protocol/approval-endpoints.ts'
import type { Invitation, Member } from '#protocol/members.ts'
import type { Wallet, WalletDetails } from '#protocol/wallets.ts'
import { MembersPage } from '#web/console/features/members/members-page.tsx'
import { ProtectionStrip } from '#web/console/features/wallets/protection-strip.tsx'
import { RecoveryCard } from '#web/console/features/wallets/recovery-card.tsx'
import { useLiveEvents } from '#web/console/lib/live-events.ts'
import { act } from '#web/console/testing/act.ts'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const BACKUP = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const AT = '2026-11-21T12:00:00.000Z'
const HASH = `0x${'ab'.repeat(32)}`
const MEMBERS = { joinedAtDatetime: AT, lastSeenAtDatetime: null, sessions: 0, passkeys: 1 }
const ADA: Member = { ...MEMBERS, id: 'ada', name: 'Ada', role: 'owner' }

const WALLET: Wallet = {
  id: '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e',
  address: ADDRESS,
  label: 'Of Grace',
  externalUserId: 'user-1',
  externalUserLabel: '',
  createdAtDatetime: AT,
}
const detailsWith = (backupAddress: string): WalletDetails => ({
  ...WALLET,
  state: 'deployed',
  transactionHash: HASH,
  qx: 'ab'.repeat(32),
  qy: 'cd'.repeat(32),
  rpIdHash: HASH,
  onChain: { backupAddress, isKeyReplaced: false },
})

/** Live streams that the test controls. */
const streams: EventTarget[] = []
class Source extends EventTarget {
  readonly CLOSED = 2
  readyState = 1
  constructor() {
    super()
    streams.push(this)
  }
  close() {
    this.readyState = 2
  }
}
const tell = (type: string) =>
  act(async () => void streams.at(-1)?.dispatchEvent(new MessageEvent(type, { data: '{}' })))

function Live() {
  useLiveEvents()
  return null
}

let page: Awaited<ReturnType<typeof renderPage>>
beforeEach(() => void vi.stubGlobal('EventSource', Source))
afterEach(() => page.leave())
afterAll(() => vi.unstubAllGlobals())

test('behavior: an open wallet page updates when its end-user enrols', async () => {
  let approver: WalletApprover = { state: 'invited' }
  serve((request) => (request.endsWith('/approver') ? approver : undefined))
  page = await renderPage(
    <>
      <Live />
      <ProtectionStrip wallet={WALLET} address={ADDRESS} />
    </>,
  )
  await page.shows(() => page.text().includes('has not enrolled in the approval app'))
  approver = { state: 'enrolled', enrolledAtDatetime: AT }
  await tell('approver.enrolled')
  await page.shows(() => page.text().includes('Held until the end-user approves it'))
  expect(page.text()).not.toContain('Sent immediately')
})

test('behavior: an open wallet page updates when a confirmed call names a backup address', async () => {
  let details = detailsWith('0x0000000000000000000000000000000000000000')
  serve((request) => (request === `GET /api/baas/wallets/${ADDRESS}` ? details : undefined))
  page = await renderPage(
    <>
      <Live />
      <RecoveryCard address={ADDRESS} />
    </>,
  )
  await page.shows(() => page.text().includes('No backup address'))
  details = detailsWith(BACKUP)
  await tell('transaction.confirmed')
  await page.shows(() => page.text().includes('8617'))
  expect(page.text()).not.toContain('No backup address')
})

test('behavior: an open members page shows a new member and removes the invitation', async () => {
  const invitation: Invitation = {
    id: '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e',
    role: 'operator',
    email: 'grace@example.com',
    invitedBy: 'Ada',
    createdAtDatetime: AT,
    expiresAtDatetime: AT,
  }
  let members = [ADA]
  let invitations = [invitation]
  serve((request) => {
    if (request === 'GET /api/members') return members
    return request === 'GET /api/invitations' ? { invitations, canMail: true } : undefined
  })
  page = await renderPage(
    <>
      <Live />
      <MembersPage />
    </>,
  )
  await page.shows(() => page.text().includes('grace@example.com'))
  members = [ADA, { ...MEMBERS, id: 'grace', name: 'Grace', role: 'operator' }]
  invitations = []
  await tell('changed')
  await page.shows(() => page.text().includes('Grace') && page.text().includes('No open invitations.'))
  expect(page.text()).not.toContain('grace@example.com')
})
