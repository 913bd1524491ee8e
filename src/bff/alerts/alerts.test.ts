import { beforeEach, expect, test } from 'vitest'
import { readContent, createBrowser, readError, type Admin } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { addMember, invitationToken, tryToJoin } from '#bff/testing/people.ts'
import { ALERT_KINDS, alertListSchema, shownAlertMailsSchema, type Alert } from '#protocol/alerts.ts'
import { MailRefusedError } from '#server-kit/mail-refused-error.ts'
import { sendAlerts } from './alerts.ts'

const PATH = '/api/account/alerts'
const LIST = 'GET /v1/org/alerts'
const HOOK = '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e'
const FAILING: Alert = {
  id: 'one',
  kind: 'webhook-failing',
  subject: HOOK,
  name: 'hooks.evil.example',
  raisedAtDatetime: '2026-11-21T09:00:00.000Z',
}

const mails: { to: string; subject: string; text: string }[] = []
let isMailAway = false
let refusal: MailRefusedError | undefined
const mailer = {
  send: async (mail: (typeof mails)[number]) => {
    if (isMailAway) throw new Error('no connection')
    if (refusal !== undefined) throw refusal
    mails.push(mail)
  },
}
beforeEach(() => {
  mails.length = 0
  isMailAway = false
})
const world = await consoleWorld.fresh({ mailer })
const owner = world.adminForEach()

const set = ({ browser }: Admin, email: string | null, muted: string[] = [], headers = {}) =>
  browser.send(PATH, { method: 'PUT', body: { email, muted }, headers })
const settingsOf = async ({ browser }: Admin) =>
  shownAlertMailsSchema.parse(await readContent(browser.send(PATH)))
const alertsOf = async ({ browser }: Admin) =>
  alertListSchema.parse(await readContent(browser.send('/api/org/alerts')))
const round = () => sendAlerts(world.ctx)

test('behavior: an alert is mailed once to each person who wants its kind, by any process, and again if raised again', async () => {
  const grace = await addMember(world, owner, { role: 'operator', name: 'Grace' })
  const mute = await addMember(world, owner, { role: 'operator', name: 'Mute' })
  await addMember(world, owner, { role: 'operator', name: 'Without an address' })
  await set(owner, 'ada@example.com')
  await set(grace, 'grace@example.com', ['relayer-low'])
  await set(mute, 'mute@example.com', ['webhook-failing'])
  world.upstream.answers(LIST, [FAILING])
  await Promise.all([round(), round()])
  await round()
  expect(mails.map(({ to }) => to).toSorted()).toEqual(['ada@example.com', 'grace@example.com'])
  world.upstream.answers(LIST, [])
  await round()
  world.upstream.answers(LIST, [{ ...FAILING, id: 'two' }])
  await round()
  expect(mails).toHaveLength(4)
})

test('behavior: the mail is in the language of the page that chose it, and names cannot add a link', async () => {
  await set(owner, 'ada@example.com', [], { 'accept-language': 'de-AT' })
  world.upstream.answers(LIST, [FAILING])
  await world.db.updateTable('bff_organization').set({ name: 'Demo\n\nhttps://evil.example' }).execute()
  await round()
  const [mail] = mails
  expect(mail?.subject).toBe(
    'Demo https evil example: Zustellungen an den Webhook-Endpunkt hooks evil example schlagen fehl',
  )
  expect(mail?.text.match(/\S*(:\/\/|\w\.\w)\S*/g)).toEqual(['http://localhost:4000/'])
})

test.each([
  ['en', HOOK, `Demo: The transaction ${HOOK} was executed without approval, or against a policy`],
  ['de', HOOK, `Demo: Die Transaktion ${HOOK} wurde ohne Freigabe oder gegen eine Richtlinie ausgeführt`],
  ['es', HOOK, `Demo: La transacción ${HOOK} se ejecutó sin aprobación o en contra de una política`],
  [
    'en',
    `0x${'52'.repeat(20)}`,
    `Demo: The wallet ${HOOK} executed a call without approval, and the call could not be read`,
  ],
])(
  'behavior: in the language %s the mail about %s executed without approval names the transaction or the wallet',
  async (language, about, subject) => {
    await set(owner, 'ada@example.com', [], { 'accept-language': language })
    const alert = { ...FAILING, kind: 'executed-unapproved', subject: about, name: HOOK }
    world.upstream.answers(LIST, [alert])
    await round()
    expect(mails.map((mail) => mail.subject)).toEqual([subject])
  },
)

test('error: a mail that was not accepted is retried, and sent only once', async () => {
  await set(owner, 'ada@example.com')
  world.upstream.answers(LIST, [FAILING])
  isMailAway = true
  await round()
  expect(mails).toEqual([])
  isMailAway = false
  await round()
  await round()
  expect(mails).toHaveLength(1)
  expect(world.logs.join('')).not.toContain('ada@example.com')
})

test('error: an alert that an address refuses permanently is not mailed again', async () => {
  await set(owner, 'ada@example.com')
  world.upstream.answers(LIST, [FAILING])
  refusal = new MailRefusedError('no such mailbox', { reply: '550 5.1.1' })
  await round()
  refusal = undefined
  await round()
  expect(mails).toEqual([])
  expect(world.logs.join('')).toContain('refused for good')
})

test('behavior: a new owner or admin is an alert for the others, until removed or for three days', async () => {
  await set(owner, 'ada@example.com')
  const token = await invitationToken(owner, 'admin', 'grace@example.com')
  const { admin: grace } = await tryToJoin(world, token, 'Grace')
  mails.length = 0
  const [alert, ...others] = await alertsOf(owner)
  expect(others).toEqual([])
  expect(alert).toMatchObject({ kind: 'admin-added', name: 'Grace' })
  await round()
  await round()
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['ada@example.com', 'Demo: Grace is a new administrator'],
  ])
  const operator = await addMember(world, owner, { role: 'operator', name: 'Linus' })
  expect(await alertsOf(grace)).toEqual([alert])
  const change = (role: string) =>
    owner.browser.send(`/api/members/${operator.id}`, { method: 'PUT', body: { role } })
  await change('owner')
  expect(await alertsOf(grace)).toHaveLength(2)
  await change('admin')
  expect(await alertsOf(grace)).toHaveLength(2)
  await change('operator')
  expect(await alertsOf(grace)).toEqual([alert])
  mails.length = 0
  await world.db.deleteFrom('bff_alert_mail').execute()
  world.pass(72 * 3_600)
  await round()
  expect(mails).toEqual([])
})

test('param: owners and admins who were invited by mail get every kind of alert, others choose', async () => {
  const join = async (role: 'admin' | 'operator', email?: string) =>
    (await tryToJoin(world, await invitationToken(owner, role, email), 'X')).admin
  const shown = { canMail: true, muted: [] }
  expect(await settingsOf(await join('admin', 'admin@example.com'))).toEqual({
    ...shown,
    email: 'admin@example.com',
  })
  expect(await settingsOf(await join('admin'))).toEqual({ ...shown, email: null })
  expect(await settingsOf(await join('operator', 'operator@example.com'))).toEqual({ ...shown, email: null })
})

test('param: sets an address and the muted kinds, and null ends all mails', async () => {
  const refused = async (email: unknown, muted: unknown) =>
    (await owner.browser.send(PATH, { method: 'PUT', body: { email, muted } })).status
  expect(await refused('nobody', [])).toBe(400)
  expect(await refused('ada@example.com', ['weather'])).toBe(400)
  expect(await refused('ada@example.com', [...ALERT_KINDS, ...ALERT_KINDS])).toBe(400)
  expect((await set(owner, 'ada@example.com', ['relayer-low'])).status).toBe(200)
  expect(await settingsOf(owner)).toMatchObject({ email: 'ada@example.com', muted: ['relayer-low'] })
  expect((await set(owner, null)).status).toBe(200)
  world.upstream.answers(LIST, [FAILING])
  await round()
  expect(mails).toEqual([])
  const entries = await world.audited('alerts.mails-set')
  expect(entries.slice(-2).map(({ details }) => JSON.parse(details))).toEqual([
    { byMail: true, muted: 'relayer-low' },
    { byMail: false, muted: '' },
  ])
})

test('error: a change requires the passkey, and a member can neither read nor change another’s settings', async () => {
  const grace = await addMember(world, owner, { role: 'read-only', name: 'Grace' })
  await set(owner, 'ada@example.com')
  expect((await settingsOf(grace)).email).toBeNull()
  const stolen = createBrowser(world.bff, new Map(owner.browser.cookies))
  const answer = await stolen.send(PATH, { method: 'PUT', body: { email: null, muted: [] } })
  expect(await readError(answer)).toMatchObject({ status: 403, code: 'STEP_UP_REQUIRED' })
  expect((await settingsOf(owner)).email).toBe('ada@example.com')
  expect((await createBrowser(world.bff).send(PATH)).status).toBe(401)
})

test('behavior: a person who leaves the organization gets no more mails', async () => {
  const grace = await addMember(world, owner, { role: 'admin', name: 'Grace' })
  await set(grace, 'grace@example.com')
  await owner.browser.send(`/api/members/${grace.id}`, { method: 'DELETE' })
  world.upstream.answers(LIST, [FAILING])
  await round()
  expect(mails).toEqual([])
})

test.each([403, 404, 501])(
  'behavior: with a service without alerts (%i), only the console’s own are listed',
  async (status) => {
    world.upstream.refuses(LIST, status, { message: 'no' })
    await addMember(world, owner, { role: 'admin', name: 'Grace' })
    expect(await alertsOf(owner)).toMatchObject([{ kind: 'admin-added' }])
    await set(owner, 'ada@example.com')
    await round()
    expect(mails).toHaveLength(1)
  },
)

test('error: while the service is down, the list fails instead of being empty, and no alert is mailed', async () => {
  await set(owner, 'ada@example.com')
  world.upstream.fails(LIST, 'ECONNREFUSED')
  expect((await readError(owner.browser.send('/api/org/alerts'))).status).toBeGreaterThanOrEqual(500)
  await round()
  expect(mails).toEqual([])
  world.upstream.answers(LIST, [FAILING])
  await round()
  expect(mails).toHaveLength(1)
})

test('behavior: without a mail server the settings say so, and the service is not requested', async () => {
  await set(owner, 'ada@example.com')
  world.upstream.seen.length = 0
  await sendAlerts({ ...world.ctx, mailer: undefined })
  expect(world.upstream.seen).toEqual([])
  const other = createBrowser(world.another({ mailer: undefined }), owner.browser.cookies)
  expect(await readContent(other.send(PATH))).toMatchObject({ canMail: false, email: 'ada@example.com' })
})
