import { expect, test } from 'vitest'
import { type Access, CONSOLE_ACCESS, mayGovern, reaches, ROLES } from './console-access.ts'

test('behavior: each role may do what the roles below it may, and nothing above', () => {
  const reached = ROLES.map((role) => ROLES.filter((needed) => reaches(role, needed)).length)
  expect(reached).toEqual([4, 3, 2, 1])
  expect(reaches('read-only', 'operator')).toBe(false)
  expect(reaches('owner', 'admin')).toBe(true)
})

test('behavior: owners govern everybody, admins those below them, the others nobody', () => {
  expect(ROLES.map((role) => mayGovern('owner', role))).toEqual([true, true, true, true])
  expect(ROLES.map((role) => mayGovern('admin', role))).toEqual([false, false, true, true])
  expect(ROLES.map((role) => mayGovern('operator', role))).toEqual([false, false, false, false])
  expect(mayGovern('admin', 'operator', 'admin')).toBe(false)
})

/** Changes of members that a session alone may make. Each needs its reason: a thief of a session can make them too. */
const WITHOUT_PASSKEY: Readonly<Record<string, string>> = {
  'POST /api/step-up/options': 'asks for the passkey',
  'POST /api/step-up/verify': 'has the passkey',
  'POST /api/session/organization': 'the person’s own organizations',
  'POST /api/account/passkeys': 'its options took the passkey',
  'PUT /api/account/passkeys/:passkeyId': 'a name that the person alone reads',
  'DELETE /api/account/sessions/:sessionId': 'takes access away',
  'POST /api/account/sign-out-everywhere': 'takes access away',
  'POST /api/org/domains/:domainId/verify': 'looks for the proof; adding the domain took the passkey',
  'POST /api/widget-session': 'a wallet’s passkey signs',
  'POST /api/addresses/lookup': 'reads',
  'POST /api/doctor': 'reads',
  'POST /api/org/tokens/inspect': 'reads',
  'POST /api/org/keys/:keyId/allow-list-dry-run': 'reads',
  'POST /api/org/policies/dry-run': 'reads',
  'POST /api/org/transactions/:transactionUuid/notify': 'repeats a notice to the approver',
  'POST /api/org/wallets/:address/invitation': 'repeats a mail to the address on record',
  'POST /api/org/webhooks/:webhookId/test': 'sends to the endpoint on record',
  'POST /api/org/webhooks/:webhookId/resend': 'sends to the endpoint on record',
  'POST /api/org/webhooks/:webhookId/replay': 'sends to the endpoint on record',
  'POST /api/org/webhooks/:webhookId/deliveries/:deliveryId/resend': 'sends to the endpoint on record',
}

test('param: a change that members make without their passkey → one of those with a reason', () => {
  const rows: [string, Access][] = Object.entries(CONSOLE_ACCESS)
  // Daily operations need no prompt: a wallet's passkey signs them, and the sandbox holds nothing.
  const daily = /^[A-Z]+ \/api\/(baas|sandbox)\//
  const free = rows
    .filter(([route, { stepUp }]) => !route.startsWith('GET ') && stepUp !== true && !daily.test(route))
    .map(([route]) => route)
  expect(free.toSorted()).toEqual(Object.keys(WITHOUT_PASSKEY).toSorted())
})
