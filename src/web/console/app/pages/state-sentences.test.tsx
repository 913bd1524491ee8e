import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { IP_ALLOW_LIST_MODES, type ApiKey, type IpAllowListMode } from '#protocol/api-keys.ts'
import { AllowListCard } from '#web/console/features/api-keys/allow-list-card.tsx'
import { PoliciesPage } from '#web/console/features/policies/policies-page.tsx'
import { AlertsCard } from '#web/console/features/settings/alerts-card.tsx'
import { FeeCard } from '#web/console/features/settings/fee-card.tsx'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'

let leave = async () => {}
afterEach(() => leave())

const KEY: ApiKey = {
  id: '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa',
  label: 'key',
  start: 'pk_live_ab',
  scopes: ['wallet:read'],
  createdAtDatetime: '2026-11-01T00:00:00Z',
  expiresAtDatetime: null,
  revokedAtDatetime: null,
  lastUsedAtDatetime: null,
}
const allowList = (mode: IpAllowListMode) => (
  <AllowListCard apiKey={{ ...KEY, ipAllowList: { mode, ranges: ['203.0.113.7'] } }} />
)
const POLICY = {
  id: KEY.id,
  name: 'Limit',
  walletAddress: null,
  rule: { kind: 'recipients', recipients: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] },
  createdAtDatetime: '2026-11-01T00:00:00.000Z',
  updatedAtDatetime: '2026-11-01T00:00:00.000Z',
}
const COINS = { data: [], error: null, isFetching: false, refetch: () => undefined }
const MAILS = { email: 'ada@example.com', muted: [], canMail: true }
const POLICIES = 'GET /api/org/policies'
const FEES = 'GET /api/org/fees'
const ALERTS = 'GET /api/account/alerts'
const FEE = {
  tokenAddress: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  amountPerTransaction: '250000',
  withdrawAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
}

const LIST_SENTENCES: Record<IpAllowListMode, string> = {
  off: 'Any IP address can use this key.',
  staged: 'Requests from other IP addresses are logged, not blocked.',
  enforced: 'Requests from other IP addresses are blocked.',
}
const AREAS = {
  list: Object.values(LIST_SENTENCES),
  policies: ['Block transactions or require approval', 'All policies are off'],
  fee: ['Charged to the wallet for each transaction', 'No fee is charged'],
  alerts: ['By mail to you, on the overview', 'Not mailed to you'],
}

type Row = { state: string; area: keyof typeof AREAS; page: ReactNode; answers: object; sentence: string }
const policies = (enabled: boolean) => ({ [POLICIES]: [{ ...POLICY, enabled }] })
const fee = { area: 'fee', page: <FeeCard coins={COINS} /> } as const
const alerts = { area: 'alerts', page: <AlertsCard /> } as const
const list = { area: 'policies', page: <PoliciesPage /> } as const
const ROWS: Row[] = [
  ...IP_ALLOW_LIST_MODES.map((mode): Row => ({
    state: `an IP list that is ${mode}`,
    area: 'list',
    page: allowList(mode),
    answers: {},
    sentence: LIST_SENTENCES[mode],
  })),
  { ...list, state: 'a policy that is on', answers: policies(true), sentence: 'Block transactions' },
  { ...list, state: 'only a policy that is off', answers: policies(false), sentence: 'All policies are off' },
  { ...fee, state: 'a fee', answers: { [FEES]: { fee: FEE } }, sentence: 'Charged to the wallet' },
  { ...fee, state: 'no fee', answers: { [FEES]: { fee: null } }, sentence: 'No fee is charged' },
  { ...alerts, state: 'mails to an address', answers: { [ALERTS]: MAILS }, sentence: 'By mail to you, on' },
  {
    ...alerts,
    state: 'no address for mails',
    answers: { [ALERTS]: { ...MAILS, email: null } },
    sentence: 'Not mailed to you',
  },
  {
    ...alerts,
    state: 'no mail server',
    answers: { [ALERTS]: { ...MAILS, canMail: false } },
    sentence: 'Not mailed to you',
  },
]

test.each(ROWS)('behavior: $state → its card says so, and says nothing of another state', async (row) => {
  const { area, page, answers, sentence } = row
  const known = new Map<string, unknown>(Object.entries(answers))
  serve((request) => known.get(request))
  const shown = await renderPage(page)
  leave = shown.leave
  await shown.shows(() => shown.text().includes(sentence))
  const others = AREAS[area].filter((other) => !other.startsWith(sentence))
  expect(others.filter((other) => shown.text().includes(other))).toEqual([])
})
