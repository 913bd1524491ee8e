import { afterEach, expect, test, vi } from 'vitest'
import { ALERT_KINDS } from '#protocol/alerts.ts'
import { fieldIn, renderLive, submitIn, typeInto } from '#web/console/testing/render-live.tsx'
import { AlertsCard } from './alerts-card.tsx'

afterEach(() => void vi.unstubAllGlobals())

const MAILS = { email: 'ada@example.com', muted: ['relayer-low'], canMail: true }

/** A server that stores the alert settings it receives. */
function serve(mails: object) {
  let kept = mails
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
    if (init?.method === 'PUT') {
      const body: object = await new Response(init.body).json()
      sent.push(body)
      kept = { ...kept, ...body }
    }
    return Response.json({ statusCode: 200, content: kept })
  })
  return sent
}
const boxes = (card: HTMLElement) => [...card.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]

test('behavior: the user turns kinds of alerts off and on, and an empty address ends all mails', async () => {
  const sent = serve(MAILS)
  const card = renderLive(<AlertsCard />)
  await expect
    .poll(() => boxes(card).map(({ checked }) => checked))
    .toEqual([false, ...ALERT_KINDS.slice(1).map(() => true)])
  boxes(card)[0]?.click()
  boxes(card)[1]?.click()
  submitIn(card)
  await expect.poll(() => card.textContent).toContain('Saved')
  expect(sent).toEqual([{ email: 'ada@example.com', muted: ['webhook-failing'] }])
  typeInto(fieldIn(card, 'Email'), '')
  submitIn(card)
  await expect.poll(() => sent[1]).toEqual({ email: null, muted: ['webhook-failing'] })
})

test('error: does not send an invalid address', async () => {
  const sent = serve({ ...MAILS, email: null })
  const card = renderLive(<AlertsCard />)
  await expect.poll(() => boxes(card).length).toBe(ALERT_KINDS.length)
  typeInto(fieldIn(card, 'Email'), 'nobody')
  submitIn(card)
  await expect.poll(() => card.textContent).toContain('name@example.com')
  expect(sent).toEqual([])
})

test('behavior: a deployment without mail says so', async () => {
  serve({ ...MAILS, canMail: false })
  const card = renderLive(<AlertsCard />)
  await expect.poll(() => card.textContent).toContain('This deployment has no mail server.')
  expect(card.querySelector('form')).toBeNull()
})
