import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { notify } from '#service/db/notifications.ts'
import { addDevice } from '#service/testing/approval-service.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const world = await forFile(serviceWorld.approvals())
await sql`insert into allowed_tokens (id, address, standard, name, symbol, decimals, logo_url, created_at)
    values (gen_random_uuid(), ${world.chain.tokens.erc20.toLowerCase()}, 'erc20', 'Demo Coin', 'DEMO', 6, '', now())`.execute(
  world.ctx.db,
)

const mailsAbout = (uuid: string) => world.ctx.mails.filter((mail) => mail.text.includes(uuid))
async function mailAbout(uuid: string, count = 1): Promise<{ to: string; subject: string; text: string }> {
  await expect.poll(() => mailsAbout(uuid).length).toBe(count)
  return mailsAbout(uuid).at(-1)!
}
async function quiet(): Promise<void> {
  const open = sql`select id from approver_mails where sent_at is null and given_up_at is null`
  await expect.poll(async () => (await open.execute(world.ctx.db)).rows.length).toBe(0)
}

describe('the mail about a pending transaction', () => {
  test('behavior: describes the transaction from the stored bytes, and never contains the number', async () => {
    const { wallet } = await world.protectedWallet({ label: 'Savings' })
    const uuid = await world.hold(wallet)
    const mail = await mailAbout(uuid)
    expect(mail).toMatchObject({ to: wallet.email, subject: 'Approve or decline a transaction at Demo' })
    const { number } = (await world.read(uuid)).approval
    const lines = mail.text.split('\n')
    expect(lines).toContain('Send 0.000001 DEMO')
    expect(lines).toContain('Amount: 0.000001 DEMO')
    expect(lines).toContain('To: 0x00000000000000000000000000000000000C0111')
    expect(lines).toContain(`Wallet: Savings (${wallet.address})`)
    expect(lines).toContain(`http://localhost:4000/approve#transaction=${uuid}`)
    const words = mail.text.replaceAll(uuid, '').split(/[^0-9A-Za-z]+/)
    const untilLine = lines.find((line) => line.startsWith('It expires on')) ?? ''
    expect(words.filter((word) => word === String(number) && !untilLine.includes(word))).toEqual([])
    await expect.poll(async () => (await world.read(uuid)).approval.notifiedAtDatetime).toBeDefined()
  })

  test('behavior: the mails about a transaction, an invitation and a passkey have only our links, and names as plain text', async () => {
    const rename = (name: string) => world.ctx.db.updateTable('organizations').set({ name }).execute()
    await rename('Demo\n\nhttps://evil.example')
    const { wallet, approver } = await world.protectedWallet({ label: 'Pay //evil.example' })
    await addDevice(world, approver)
    await mailAbout(await world.hold(wallet))
    await quiet()
    await rename('Demo')
    const mails = world.ctx.mails.filter(({ to, text }) => to === wallet.email && text.includes('/approve#'))
    expect(mails.map(({ subject }) => subject.replace(/ Demo https evil example$/, '')).toSorted()).toEqual([
      'An approval passkey was added for your wallet at',
      'Approve or decline a transaction at',
      'Protect your wallet at',
    ])
    const links = mails.flatMap(({ text }) => text.match(/\S*(:\/\/|[a-z]\.[a-z])\S*/g) ?? [])
    expect(links.filter((link) => !link.startsWith('http://localhost:4000/approve#'))).toEqual([])
  })

  test('behavior: is in the language in which the person last used the app', async () => {
    const { wallet, approver } = await world.protectedWallet({ label: 'Savings' })
    await approver.post('/sign-in/begin', {}, { 'accept-language': 'de' })
    const mail = await mailAbout(await world.hold(wallet))
    expect(mail.subject).toBe('Eine Transaktion bei Demo freigeben oder ablehnen')
    const lines = mail.text.split('\n')
    expect(lines).toContain('Senden 0.000001 DEMO')
    expect(lines).toContain('Betrag: 0.000001 DEMO')
    expect(lines).toContain(`Wallet: Savings (${wallet.address})`)
    await approver.post('/sign-in/begin', {}, { 'accept-language': 'en' })
    expect((await mailAbout(await world.hold(wallet))).subject).toMatch(/^Approve or decline/)
  })

  test('behavior: says so if a call cannot be decoded', async () => {
    const { wallet } = await world.protectedWallet()
    const answer = await world.execute(
      world.signed(wallet, { toAddress: wallet.passkey.rpIdHash.slice(0, 42), data: '0x12345678' }),
    )
    const mail = await mailAbout(answer.content.transactionUuid)
    expect(mail.text).toContain('Contract call')
    expect(mail.text).toContain('Warning: This call is unknown.')
  })

  test('behavior: is not sent after the decision', async () => {
    const { wallet, approver } = await world.protectedWallet()
    await quiet()
    await sql`update approver_mails set due_at = now() + interval '1 hour'`.execute(world.ctx.db)
    const uuid = await world.hold(wallet)
    await mailAbout(uuid)
    await approver.decide(uuid, 'reject')
    await sql`insert into approver_mails (id, approver_id, kind, transaction_id)
      select gen_random_uuid(), approver_id, 'reminder', transaction_id from held_transactions
      where transaction_id = ${uuid}::uuid`.execute(world.ctx.db)
    await notify(world.ctx.db, 'approver-mails', '')
    await quiet()
    expect(mailsAbout(uuid)).toHaveLength(1)
  })

  test('behavior: a hundred at once are all held and fill no inbox (threat 46)', async () => {
    const { wallet, approver } = await world.protectedWallet()
    const before = world.ctx.mails.filter((mail) => mail.to === wallet.email).length
    const uuids = await Promise.all(Array.from({ length: 100 }, () => world.hold(wallet)))
    await quiet()
    expect(world.ctx.mails.filter((mail) => mail.to === wallet.email)).toHaveLength(before + 5)
    expect((await approver.get('/transactions')).content).toHaveLength(100)
    expect(new Set(uuids).size).toBe(100)
  })
})

describe('reminders', () => {
  const remind = (uuid: string, key = world.demo.key) =>
    world.call('POST', `/v1/org/transactions/${uuid}/notify`, { key })
  const aMinuteLater = () =>
    sql`update approver_mails set created_at = created_at - interval '61 seconds'`.execute(world.ctx.db)

  test('behavior: at most three times, a minute apart', async () => {
    const { wallet } = await world.protectedWallet()
    const uuid = await world.hold(wallet)
    const soon = await remind(uuid)
    expect(soon.status).toBe(429)
    expect(Number(soon.headers.get('retry-after'))).toBeGreaterThan(50)
    for (const count of [2, 3, 4]) {
      await aMinuteLater()
      expect((await remind(uuid)).content).toEqual({ success: true })
      await mailAbout(uuid, count)
    }
    await aMinuteLater()
    expect((await remind(uuid)).status).toBe(429)
    expect(mailsAbout(uuid)).toHaveLength(4)
  })

  test('error: rejects transactions that are not pending, do not exist or belong to another organization', async () => {
    const { wallet, approver } = await world.protectedWallet()
    const uuid = await world.hold(wallet)
    const other = await world.addOrganization('Other', 'other.example')
    const unknown = await remind('2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa')
    const notTheirs = await remind(uuid, other.key)
    expect([notTheirs.status, notTheirs.text]).toEqual([unknown.status, unknown.text])
    expect(unknown.status).toBe(404)
    await approver.decide(uuid, 'reject')
    expect((await remind(uuid)).content.code).toBe('CONFLICT')
  })
})
