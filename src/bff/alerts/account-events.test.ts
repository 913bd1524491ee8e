import { beforeEach, expect, test } from 'vitest'
import { readContent, createBrowser, readOptions, type Admin } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { addMember, listMembers } from '#bff/testing/people.ts'
import { PUBLIC_URL } from '#bff/testing/test-bff.ts'
import { ALERT_KINDS, alertListSchema, type Alert } from '#protocol/alerts.ts'
import { recoveryCodesSchema, recoveryLinkSchema } from '#protocol/members.ts'
import { createAuthenticator } from '#protocol/testing/authenticator.ts'
import { MailRefusedError } from '#server-kit/mail-refused-error.ts'
import { sendAccountMails } from './account-mails.ts'
import { sendAlerts } from './alerts.ts'

const LIST = 'GET /v1/org/alerts'
const ALERTS = '/api/account/alerts'

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
const world = await consoleWorld.fresh({ mailer })
const owner = world.adminForEach()
let grace: Admin & { id: string }
let adaId = ''
beforeEach(async () => {
  grace = await addMember(world, owner, { role: 'owner', name: 'Grace' })
  await setMails(owner, 'ada@example.com')
  await setMails(grace, 'grace@example.com')
  adaId = (await listMembers(owner)).find(({ name }) => name === 'Ada')?.id ?? ''
  // Sends the mails about Grace's joining, which is an alert too. They are not part of the tests.
  await round()
  mails.length = 0
  isMailAway = false
})

const setMails = ({ browser }: Admin, email: string | null, muted: string[] = [], headers = {}) =>
  browser.send(ALERTS, { method: 'PUT', body: { email, muted }, headers })
async function round() {
  await sendAccountMails(world.ctx)
  await sendAlerts(world.ctx)
}
const listAlerts = async ({ browser }: Admin) =>
  alertListSchema
    .parse(await readContent(browser.send('/api/org/alerts')))
    .filter(({ kind }) => kind !== 'admin-added')

async function firstCode({ browser }: Admin): Promise<string> {
  const { codes } = recoveryCodesSchema.parse(
    await readContent(browser.post('/api/account/recovery-codes', {})),
  )
  return codes[0] ?? ''
}
async function linkFor({ browser }: Admin, memberId: string): Promise<string> {
  const answer = await readContent(browser.post(`/api/members/${memberId}/recovery`, {}))
  return new URL(recoveryLinkSchema.parse(answer).link).hash.replace('#token=', '')
}
async function recover(token: string): Promise<number> {
  const browser = createBrowser(world.bff)
  const begun = await browser.post('/api/recover/options', { token })
  const response = createAuthenticator().register(await readOptions(begun), { origin: PUBLIC_URL })
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Firefox/128.0' }
  return (await browser.send('/api/recover/verify', { method: 'POST', body: { token, response }, headers }))
    .status
}
async function addPasskey({ browser }: Admin): Promise<string> {
  const added = createAuthenticator()
  const begun = await browser.post('/api/account/passkeys/options', {})
  const response = added.register(await readOptions(begun), { origin: PUBLIC_URL })
  await browser.post('/api/account/passkeys', { name: 'Spare', response })
  return response.id
}
/** Deletes the account events of earlier tests. */
async function forget() {
  await world.db.deleteFrom('bff_account_event').execute()
  await world.db.deleteFrom('bff_account_mail').execute()
}

type Act = { act: () => Promise<unknown>; by?: string; alert: string; mail: string }
const ACTS: Record<string, Act> = {
  'recovery-codes-made': {
    act: () => firstCode(owner),
    alert: 'Demo: Ada has new recovery codes',
    mail: 'New recovery codes were created for your account',
  },
  'recovery-code-used': {
    act: async () => {
      const code = await firstCode(owner)
      await forget()
      expect(await recover(code)).toBe(200)
    },
    alert: 'Demo: Ada used a recovery code',
    mail: 'A recovery code of your account was used, and a passkey was added',
  },
  'recovery-link-created': {
    act: () => linkFor(grace, adaId),
    by: 'Grace',
    alert: 'Demo: A recovery link for Ada was created',
    mail: 'A recovery link for your account was created',
  },
  'recovery-link-created by the operator of the server': {
    act: () => world.bff.startRecovery(adaId),
    by: 'the operator of the server',
    alert: 'Demo: A recovery link for Ada was created',
    mail: 'A recovery link for your account was created',
  },
  'recovery-link-used': {
    act: async () => {
      const token = await linkFor(grace, adaId)
      await forget()
      expect(await recover(token)).toBe(200)
    },
    alert: 'Demo: Ada used a recovery link',
    mail: 'A recovery link for your account was used, and a passkey was added',
  },
  'passkey-added': {
    act: () => addPasskey(owner),
    alert: 'Demo: Ada added a passkey',
    mail: 'A passkey was added to your account',
  },
  'passkey-removed': {
    act: async () => {
      const id = await addPasskey(owner)
      await forget()
      await owner.browser.send(`/api/account/passkeys/${id}`, { method: 'DELETE' })
    },
    alert: 'Demo: Ada removed a passkey',
    mail: 'A passkey was removed from your account',
  },
}

test.each(Object.entries(ACTS))(
  'behavior: %s → one alert to the other members and one mail to the account, even if it muted the kind',
  async (kind, { act, by = 'Ada', alert, mail }) => {
    await setMails(owner, 'ada@example.com', [...ALERT_KINDS])
    await forget()
    await act()
    const [raised, ...others] = await listAlerts(grace)
    expect(others).toEqual([])
    expect(raised).toMatchObject({ kind: kind.split(' ')[0], subject: adaId, name: 'Ada' })
    await Promise.all([round(), round()])
    await round()
    const sent = mails.map(({ to, subject }) => `${to} | ${subject}`).toSorted()
    expect(sent).toEqual([`ada@example.com | ${mail}`, `grace@example.com | ${alert}`])
    for (const { text } of mails) {
      expect(text).toMatch(/^When: [A-Z][a-z]{2} \d{1,2}, \d{4}, \d\d:\d\d:\d\d UTC$/m)
      expect(text).toContain(`By: ${by}\n`)
    }
    expect(await world.db.selectFrom('bff_account_mail').selectAll().execute()).toEqual([])
  },
)

test('behavior: a mail to the account names the browser, and what to do if it was another person', async () => {
  const code = await firstCode(owner)
  await forget()
  await recover(code)
  await round()
  const [mail] = mails.filter(({ to }) => to === 'ada@example.com')
  expect(mail?.text).toContain('Browser: Firefox 128, Linux\n')
  expect(mail?.text).toContain('If this was not you: sign out everywhere')
  expect(mail?.text).toContain(`${PUBLIC_URL}/account\n`)
})

test('behavior: a person in two organizations with two addresses → an alert in each, and one mail to each address', async () => {
  await world.bff.ensureOrganization({ id: 'org-2', name: 'Second', apiKey: 'pk_live_second' })
  const now = world.ctx.clock.now()
  const member = { organization_id: 'org-2', role: 'owner', created_at: now, entered_at: null } as const
  await world.db
    .insertInto('bff_member')
    .values({ ...member, admin_id: adaId, alert_email: 'ada@second.example', alert_language: 'de' })
    .execute()
  await addPasskey(owner)
  const events = await world.db.selectFrom('bff_account_event').select('organization_id').execute()
  expect(events.map(({ organization_id: id }) => id).toSorted()).toEqual(['org-1', 'org-2'])
  await sendAccountMails(world.ctx)
  expect(mails.map(({ to, subject }) => `${to} | ${subject}`).toSorted()).toEqual([
    'ada@example.com | A passkey was added to your account',
    'ada@second.example | Ihrem Konto wurde ein Passkey hinzugefügt',
  ])
})

test('error: an act that fails → no alert and no mail', async () => {
  const [id = ''] = (
    await world.db
      .selectFrom('bff_admin_passkey')
      .select('credential_id')
      .where('admin_id', '=', adaId)
      .execute()
  ).map(({ credential_id }) => credential_id)
  expect((await owner.browser.send(`/api/account/passkeys/${id}`, { method: 'DELETE' })).status).toBe(409)
  await round()
  expect([await listAlerts(grace), mails]).toEqual([[], []])
})

test('error: a mail to the account that was not accepted → retried until it is, and sent only once', async () => {
  await addPasskey(owner)
  isMailAway = true
  await sendAccountMails(world.ctx)
  isMailAway = false
  await sendAccountMails(world.ctx)
  expect(mails).toEqual([])
  world.pass(300)
  await sendAccountMails(world.ctx)
  world.pass(300)
  await sendAccountMails(world.ctx)
  expect(mails).toHaveLength(1)
  expect(world.logs.join('')).not.toContain('ada@example.com')
})

test('error: a mail to the account that was refused permanently → not retried', async () => {
  await addPasskey(owner)
  refusal = new MailRefusedError('no such mailbox', { reply: '550 5.1.1' })
  await sendAccountMails(world.ctx)
  refusal = undefined
  world.pass(300)
  await sendAccountMails(world.ctx)
  expect(mails).toEqual([])
  expect(world.logs.join('')).toContain('refused for good')
})

test.each<[what: string, email: string | null, muted: string[], isNotified: boolean]>([
  ['no mails any more', null, [], true],
  ['another address', 'thief@example.com', [], true],
  ['a kind less', 'ada@example.com', ['passkey-added'], true],
  ['the same', 'ada@example.com', [], false],
])(
  'behavior: alert mails set to %s → the earlier address is notified: %#',
  async (_, email, muted, isNotified) => {
    await setMails(owner, email, muted)
    await sendAccountMails(world.ctx)
    const notices = ['ada@example.com | Your alert mails of Demo were changed']
    expect(mails.map(({ to, subject }) => `${to} | ${subject}`)).toEqual(isNotified ? notices : [])
  },
)

const LOOSENED: Alert = {
  id: 'one',
  kind: 'policy-loosened',
  subject: '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e',
  name: 'Small sums',
  raisedAtDatetime: '2026-11-21T09:00:00.000Z',
}

test('behavior: a loosened policy → a mail to the others, and to the member who did it, even if muted', async () => {
  const muted = ['policy-loosened']
  await setMails(owner, 'ada@example.com', muted)
  await setMails(grace, 'grace@example.com', muted)
  const linus = await addMember(world, owner, { role: 'operator', name: 'Linus' })
  await setMails(linus, 'linus@example.com')
  await forget()
  mails.length = 0
  const by = { kind: 'administrator', id: adaId, name: 'Ada\nhttps://evil.example' } as const
  world.upstream.answers(LIST, [{ ...LOOSENED, by, ipAddress: 'https://evil.example' }])
  await round()
  await round()
  const subject = 'Demo: The policy Small sums was loosened, turned off or deleted'
  const sent = mails.filter((one) => one.subject === subject)
  expect(sent.map(({ to }) => to).toSorted()).toEqual(['ada@example.com', 'linus@example.com'])
  const [mail] = sent
  expect(mail?.text).toContain('When: Nov 21, 2026, 09:00:00 UTC\nBy: Ada https evil example\n\n')
  expect(mail?.text.match(/\S*(:\/\/|\w\.\w)\S*/g)).toEqual([`${PUBLIC_URL}/`])
})
