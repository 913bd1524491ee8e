import { afterEach, expect, test, vi } from 'vitest'
import { executeDigest, parseExecuteCall } from '#protocol/signing/execute-digest.ts'
import { act } from '#web/console/testing/act.ts'
import { CONFIG } from '#web/console/testing/example-config.ts'
import { AT, exampleTransaction } from '#web/console/testing/example-transaction.ts'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'
import { DecideDialog } from './decide-dialog.tsx'

const { transactionUuid, walletLabel, ...call } = exampleTransaction()
const held = {
  ...call,
  transactionUuid,
  walletLabel,
  organizationName: 'Demo',
  chainId: CONFIG.chainId,
  forOrganization: true,
  digest: executeDigest(CONFIG.chainId, parseExecuteCall(call)),
  numbers: [17, 42, 99],
  requestedBy: 'Dora',
  heldAtDatetime: AT,
  expiresAtDatetime: AT,
  secondsLeft: 600,
  reported: false,
}
const SIGNED_IN = {
  signedIn: true,
  email: 'ada@example.com',
  organizationName: 'Demo',
  expiresAtDatetime: AT,
}

let leave = async () => {}
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

type Served = { session?: object; request?: object | undefined; begun?: object }

async function renderDialog({ session = SIGNED_IN, request, begun }: Served) {
  const answers = new Map<string, unknown>([
    ['GET /approve/api/session', session],
    [`GET /approve/api/transactions/${transactionUuid}`, request],
    ['POST /approve/api/decisions/begin', begun],
    ['GET /api/baas/config', CONFIG],
    ['GET /api/baas/tokens/allowed', []],
  ])
  const asked = serve((one) => answers.get(one))
  const onClose = vi.fn()
  const page = await renderPage(<DecideDialog transactionUuid={transactionUuid} onClose={onClose} />)
  leave = page.leave
  return { ...page, asked, onClose }
}
const press = (place: Element, name: string) =>
  act(async () => {
    const button = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)
    if (button === undefined) throw new Error(`there is no button ${name}`)
    button.click()
  })

test('behavior: without a session of the approval passkey, asks for it and shows no request', async () => {
  const { text, shows, asked } = await renderDialog({ session: { signedIn: false } })
  await shows(() => text().includes('Use approval passkey'))
  expect(asked.filter((one) => one.includes('/transactions/'))).toEqual([])
})

test('behavior: another number than the requester’s declines, and the dialog says so', async () => {
  const declined = { ...held, numbers: undefined, status: 'REJECTED', reason: 'wrong number' }
  const { place, text, shows, onClose } = await renderDialog({ request: held, begun: declined })
  await shows(() => text().includes('Which number does the requester see?'))
  expect(text()).toContain('Comments are not signed with the passkey.')
  await act(async () => place.querySelector<HTMLInputElement>('input[value="17"]')?.click())
  await press(place, 'Approve with passkey')
  await shows(() => text().includes('That was not the requester’s number'))
  expect(onClose).not.toHaveBeenCalled()
})

test('error: offers no decision if the service names the digest of another call', async () => {
  const request = { ...held, digest: `0x${'ab'.repeat(32)}` }
  const { text, shows } = await renderDialog({ request })
  await shows(() => text().includes('The displayed call is not the signed one'))
  expect(text()).not.toContain('Approve with passkey')
})

test('error: says that the signed-in person is not an approver', async () => {
  const { text, shows } = await renderDialog({ request: undefined })
  await shows(() => text().includes('ada@example.com is not an approver of this request'))
})

test('behavior: a person whose approval was carried over can still decline', async () => {
  const own = { name: 'Ada', self: true, decision: 'approve', decidedAtDatetime: AT, carriedOver: true }
  const request = { ...held, numbers: undefined, approvalsRequired: 2, approvers: [own] }
  const { place, text, shows } = await renderDialog({ request })
  await shows(() => text().includes('Your approval counts for this one too.'))
  const buttons = [...place.querySelectorAll('button')].map(({ textContent }) => textContent)
  expect(buttons).toContain('Decline')
  expect(buttons).not.toContain('Approve with passkey')
})
