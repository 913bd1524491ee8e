import { afterEach, expect, test, vi } from 'vitest'
import { ALERT_KINDS, type Alert } from '#protocol/alerts.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { createRefresher } from '#web/console/lib/live-queries.ts'
import { createQueryClient } from '#web/console/lib/query-client.ts'
import { answerRequests, renderLive } from '#web/console/testing/render-live.tsx'
import { SIGNED_IN } from '#web/console/testing/signed-in.ts'
import { alertsQuery } from './overview-requests.ts'
import { RaisedAlerts } from './raised-alerts.tsx'

afterEach(() => void vi.unstubAllGlobals())

/** The card with the alerts of the server, as the overview renders it. */
function Alerts() {
  return <RaisedAlerts alerts={useLiveQuery(alertsQuery()).data ?? []} />
}

const LIST = 'GET /api/org/alerts'
const ID = '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e'
const alert = (kind: Alert['kind'], name = 'Shop\u202e'): Alert => ({
  id: kind,
  kind,
  subject: ID,
  name,
  raisedAtDatetime: '2026-11-21T09:00:00.000Z',
})

test('behavior: each raised alert links to its subject, except exposed keys, which have their own notice', async () => {
  answerRequests({ [LIST]: ALERT_KINDS.map((kind) => alert(kind)) })
  const place = renderLive(<Alerts />)
  await expect.poll(() => place.querySelectorAll('li').length).toBe(ALERT_KINDS.length - 1)
  const links = [...place.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['The relayer needs funds soon', '/usage'],
    ['The webhook endpoint Shop is failing', `/webhooks/${ID}`],
    ['The API key Shop is refused often', `/api-keys/${ID}`],
    ['Unusually many transactions are failing', '/transactions?status=FAILED&time=day'],
    ['A policy refused a request of the API key Shop', `/api-keys/${ID}`],
    ['A recovery of the wallet Shop was proposed', `/wallets/${ID}/security`],
    ['The removal of the co-signer of the wallet Shop was started', `/wallets/${ID}/security`],
    ['A passkey was added to the wallet Shop', `/wallets/${ID}/security`],
    ['The transaction Shop was executed without approval, or against a policy', `/transactions/${ID}`],
    ['The policy Shop has too few approvers', '/policies'],
    ['The policy Shop was loosened, turned off or deleted', '/policies'],
    ['The IP list of the API key Shop was loosened or turned off', `/api-keys/${ID}`],
    ['The API key Shop can now manage the organization', `/api-keys/${ID}`],
    ['The transaction fee in Shop was raised, or its token or receiver changed', '/settings'],
    ['Shop is a new administrator', '/members'],
    ['Shop used a recovery code', '/members'],
    ['A recovery link for Shop was created', '/members'],
    ['Shop used a recovery link', '/members'],
    ['Shop has new recovery codes', '/members'],
    ['Shop added a passkey', '/members'],
    ['Shop removed a passkey', '/members'],
    ['Shop linked an account at the identity provider', '/members'],
  ])
})

test('behavior: an event refetches the alerts, and the card disappears without any', async () => {
  const answers = { [LIST]: [alert('failure-spike')] }
  answerRequests(answers)
  const queryClient = createQueryClient()
  const place = renderLive(<Alerts />, { queryClient })
  await expect.poll(() => place.textContent).toContain('Unusually many')
  answers[LIST] = []
  const refresher = createRefresher((query) => void queryClient.invalidateQueries({ queryKey: [query] }))
  refresher.onEvent('alert.cleared')
  await expect.poll(() => place.textContent).toBe('')
  refresher.stop()
})

test.each<[by: Alert['by'], line: string]>([
  [{ kind: 'administrator', id: 'ada', name: 'Ada' }, 'By Ada'],
  [{ kind: 'api-key', id: 'key', name: 'Till' }, 'By the API key Till'],
  [{ kind: 'operator', id: '', name: '' }, 'By the operator of the server'],
  [{ kind: 'administrator', id: ID, name: 'Shop' }, ''],
])('behavior: an alert about an act by %o names the actor, unless it is the subject', async (by, line) => {
  answerRequests({ [LIST]: [{ ...alert('recovery-link-created'), ...(by && { by }) }] })
  const place = renderLive(<Alerts />)
  const text = () => place.querySelector('li a')?.parentElement?.textContent
  await expect.poll(text).toBe(`A recovery link for Shop was created${line}`)
})

const ACKNOWLEDGEMENT = { name: 'Ada', atDatetime: new Date().toISOString() }
const buttons = (place: Element) =>
  [...place.querySelectorAll('button')].map(({ textContent }) => textContent)

test('behavior: an acknowledged alert stays, after the others, with who acknowledged it and without the button', async () => {
  const open = alert('webhook-failing')
  const first = { ...alert('key-refused'), id: 'first' }
  const acknowledged = { ...first, acknowledgement: ACKNOWLEDGEMENT }
  const answers = {
    [LIST]: [first, open],
    'POST /api/alerts/first/acknowledgement': [acknowledged, open],
  }
  const asked = answerRequests(answers)
  const place = renderLive(<Alerts />)
  await expect.poll(() => buttons(place).length).toBe(2)
  answers[LIST] = [acknowledged, open]
  place.querySelector('button')?.click()
  await expect.poll(() => place.textContent).toContain('Acknowledged by Ada just now')
  expect([...place.querySelectorAll('li a')].map(({ textContent }) => textContent)).toEqual([
    'The webhook endpoint Shop is failing',
    'The API key Shop is refused often',
  ])
  expect(buttons(place)).toEqual(['Acknowledge The webhook endpoint Shop is failing'])
  expect(asked.filter((request) => request.startsWith('POST'))).toHaveLength(1)
})

test('behavior: members who may only read see no button', async () => {
  answerRequests({ [LIST]: [alert('webhook-failing')] })
  const admin = { ...SIGNED_IN.admin, role: 'read-only' as const }
  const place = renderLive(<Alerts />, { session: { ...SIGNED_IN, admin } })
  await expect.poll(() => place.querySelectorAll('li').length).toBe(1)
  expect(buttons(place)).toEqual([])
})
