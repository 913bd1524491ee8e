import { expect, test } from 'vitest'
import {
  readContent,
  createBrowser,
  readError,
  readOptions,
  signIn,
  type Admin,
} from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { addMember, listMembers } from '#bff/testing/people.ts'
import { PUBLIC_URL } from '#bff/testing/test-bff.ts'
import { auditPageSchema } from '#protocol/audit.ts'
import { recoveryCodesSchema, recoveryLinkSchema } from '#protocol/members.ts'
import { createAuthenticator } from '#protocol/testing/authenticator.ts'
import { readStream } from '#protocol/testing/read-stream.ts'

const world = await consoleWorld.fresh()
const owner = world.adminForEach()
const INVALID = { status: 403, code: 'RECOVERY_INVALID' }

async function codesOf({ browser }: Admin): Promise<string[]> {
  return recoveryCodesSchema.parse(await readContent(browser.post('/api/account/recovery-codes', {}))).codes
}

async function linkFor({ browser }: Admin, memberId: string): Promise<string> {
  const answer = await readContent(browser.post(`/api/members/${memberId}/recovery`, {}))
  return new URL(recoveryLinkSchema.parse(answer).link).hash.replace('#token=', '')
}

/** Recovers an account with a code or link, in a new browser and with a new passkey. */
async function recover(token: string) {
  const browser = createBrowser(world.bff)
  const passkey = createAuthenticator()
  const begun = await browser.post('/api/recover/options', { token })
  if (begun.status !== 200) return { answer: begun, browser, passkey }
  const response = passkey.register(await readOptions(begun), { origin: PUBLIC_URL })
  return { answer: await browser.post('/api/recover/verify', { token, response }), browser, passkey }
}

test('behavior: a code adds a new passkey and signs in; earlier sessions end, earlier passkeys stay', async () => {
  const [code = ''] = await codesOf(owner)
  const { answer, browser, passkey } = await recover(code)
  expect(await readContent(answer)).toMatchObject({
    signedIn: true,
    admin: { name: 'Ada', role: 'owner' },
    organization: { name: 'Demo' },
  })
  expect(await readError(owner.browser.send('/api/members'))).toMatchObject({ code: 'SESSION_REQUIRED' })
  expect(await readContent(browser.send('/api/members'))).toMatchObject([{ name: 'Ada', passkeys: 2 }])
  expect((await signIn(createBrowser(world.bff), passkey)).status).toBe(200)
  expect((await signIn(createBrowser(world.bff), owner.passkey)).status).toBe(200)
})

test('behavior: open pages of the organization’s other members are notified', async () => {
  const guest = await addMember(world, owner, { role: 'operator', name: 'Grace' })
  const [code = ''] = await codesOf(owner)
  const page = readStream(await guest.browser.send('/api/live'))
  expect((await recover(code)).answer.status).toBe(200)
  const isNotified = () => page.frames.some(({ event }) => event === 'changed')
  await expect.poll(isNotified).toBe(true)
  await page.leave()
})

test('behavior: ten codes of a hundred bits work once each, in lower case, with spaces, and with letters for digits', async () => {
  const codes = await codesOf(owner)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){3}$/)
  const [code = ''] = codes
  const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `
  const { answer, browser } = await recover(typed)
  expect(answer.status).toBe(200)
  expect(await readContent(browser.send('/api/account/recovery-codes'))).toMatchObject({ left: 9 })
  expect(await readError((await recover(code)).answer)).toMatchObject(INVALID)
})

test('behavior: new codes end the earlier ones, and only hashes are stored', async () => {
  expect(await readContent(owner.browser.send('/api/account/recovery-codes'))).toEqual({
    left: 0,
    createdAtDatetime: null,
  })
  const [earlier = ''] = await codesOf(owner)
  const codes = await codesOf(owner)
  expect(await readError((await recover(earlier)).answer)).toMatchObject(INVALID)
  const stored = JSON.stringify(await world.db.selectFrom('bff_recovery').selectAll().execute())
  for (const code of codes) expect(stored + world.logs.join('')).not.toContain(code)
})

test('behavior: only one of two people who use a code at once signs in', async () => {
  const [code = ''] = await codesOf(owner)
  const both = await Promise.all([recover(code), recover(code)])
  expect(both.map(({ answer }) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 403])
})

test('behavior: an owner creates a link for a member, which works once and is in the audit log', async () => {
  const grace = await addMember(world, owner, { role: 'operator', name: 'Grace' })
  const token = await linkFor(owner, grace.id)
  expect(await readContent((await recover(token)).answer)).toMatchObject({ admin: { name: 'Grace' } })
  expect(await readError((await recover(token)).answer)).toMatchObject(INVALID)
  const { entries } = auditPageSchema.parse(await readContent(owner.browser.send('/api/audit')))
  expect(entries.filter(({ target }) => target === grace.id)).toMatchObject([
    { action: 'member.recovered', actor: { name: 'Grace' }, details: { by: 'link' } },
    { action: 'member.recovery-started', actor: { name: 'Ada' }, details: { name: 'Grace' } },
    { action: 'member.joined' },
  ])
})

test('error: only an owner can create a link', async () => {
  const grace = await addMember(world, owner, { role: 'admin', name: 'Grace' })
  const [first] = await listMembers(owner)
  expect(await readError(grace.browser.post(`/api/members/${first?.id ?? ''}/recovery`, {}))).toMatchObject({
    code: 'FORBIDDEN_ROLE',
  })
})

test('error: a link ends when its person joins an organization that the sender does not own, and no new link is created', async () => {
  const grace = await addMember(world, owner, { role: 'operator', name: 'Grace' })
  const token = await linkFor(owner, grace.id)
  await world.bff.ensureOrganization({ id: 'org-2', name: 'Second', apiKey: 'pk_live_second' })
  const now = new Date()
  await world.db
    .insertInto('bff_member')
    .values({
      organization_id: 'org-2',
      admin_id: grace.id,
      role: 'operator',
      created_at: now,
      entered_at: now,
    })
    .execute()
  expect(await readError((await recover(token)).answer)).toMatchObject(INVALID)
  expect(await readError(owner.browser.post(`/api/members/${grace.id}/recovery`, {}))).toMatchObject({
    status: 409,
    code: 'RECOVERY_ELSEWHERE',
  })
})

test('error: unknown, used and expired codes get the same error, and so does a code with another prompt', async () => {
  const grace = await addMember(world, owner, { role: 'operator', name: 'Grace' })
  const token = await linkFor(owner, grace.id)
  const [code = ''] = await codesOf(grace)
  const browser = createBrowser(world.bff)
  const begun = await browser.post('/api/recover/options', { token })
  const response = createAuthenticator().register(await readOptions(begun), { origin: PUBLIC_URL })
  const errors = [await readError(browser.post('/api/recover/verify', { token: code, response }))]
  errors.push(await readError((await recover('made-up')).answer))
  world.pass(86_400)
  errors.push(await readError((await recover(token)).answer))
  for (const error of errors) expect(error).toEqual(errors[0])
  expect(errors[0]).toMatchObject(INVALID)
})
