import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createKeyVault } from '#bff/organizations/key-vault.ts'
import { resealKeys } from '#bff/organizations/reseal-keys.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { recordAudit, type AuditInput } from './record-audit.ts'
import { verifyAudit } from './verify-audit.ts'

const secretKey = randomBytes(32)
const world = await forFile(consoleWorld.bff({ secretKey }))

function inputOf(organizationId: string, target: string | null = null): AuditInput {
  const actor = { id: 'admin-1', name: 'Ada' }
  return { organizationId, actor, action: 'key.issued', target, details: { label: 'Shop' }, requestId: 'r-1' }
}

const entriesOf = (organizationId: string) =>
  world.db
    .selectFrom('bff_audit_entry')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('sequence')
    .execute()

async function threeEntries() {
  const organizationId = randomUUID()
  for (const target of ['a', 'b', 'c'])
    await recordAudit(world.ctx, world.db, inputOf(organizationId, target))
  return organizationId
}

/** Changes rows like an attacker who controls the database but nothing else. */
async function behindTheTrigger(change: () => Promise<unknown>) {
  await sql`alter table bff_audit_entry disable trigger bff_audit_entry_kept`.execute(world.db)
  await change()
  await sql`alter table bff_audit_entry enable trigger bff_audit_entry_kept`.execute(world.db)
}

describe('recordAudit', () => {
  test('behavior: entries are numbered and chained, separately for each organization', async () => {
    const [one, two] = [await threeEntries(), await threeEntries()]
    for (const id of [one, two]) {
      const entries = await entriesOf(id)
      expect(entries.map(({ sequence }) => Number(sequence))).toEqual([1, 2, 3])
      expect(entries[0]?.previous_hash).toBe('0'.repeat(64))
      expect(entries[1]?.previous_hash).toBe(entries[0]?.hash)
      expect(entries[2]?.previous_hash).toBe(entries[1]?.hash)
    }
  })

  test('behavior: concurrent entries of several processes form one chain', async () => {
    const organizationId = randomUUID()
    const inputs = Array.from({ length: 25 }, (_, index) => inputOf(organizationId, String(index)))
    await Promise.all(inputs.map((input) => recordAudit(world.ctx, world.db, input)))
    expect(await entriesOf(organizationId)).toHaveLength(25)
    expect(await verifyAudit(world.ctx, organizationId)).toMatchObject({
      verifiedSequence: '25',
      broken: null,
    })
  })

  test('behavior: a transaction that is rolled back leaves no entry', async () => {
    const organizationId = await threeEntries()
    const undone = world.db.transaction().execute(async (trx) => {
      await recordAudit(world.ctx, trx, inputOf(organizationId))
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await recordAudit(world.ctx, world.db, inputOf(organizationId))
    expect(await verifyAudit(world.ctx, organizationId)).toMatchObject({
      verifiedSequence: '4',
      broken: null,
    })
  })

  test('param: hostile, long and malformed texts are stored so that the chain stays valid', async () => {
    const organizationId = randomUUID()
    const texts = ['\u202e<script>', 'a\0b', '\ud800', 'x'.repeat(10_000), '“ä”\n\t\\"', '\u2028', '']
    for (const text of texts) {
      const details = { text, [text]: 1, number: 0.1, not: Number.NaN, yes: true, none: null }
      await recordAudit(world.ctx, world.db, { ...inputOf(organizationId, text), details })
    }
    expect(await verifyAudit(world.ctx, organizationId)).toMatchObject({
      verifiedSequence: String(texts.length),
      broken: null,
    })
    expect((await entriesOf(organizationId))[3]?.target).toHaveLength(500)
  })

  test.each([
    ['update', sql`update bff_audit_entry set target = 'x'`],
    ['delete', sql`delete from bff_audit_entry`],
    ['truncate', sql`truncate bff_audit_entry`],
  ])('error: the database refuses to %s', async (_, statement) => {
    const organizationId = await threeEntries()
    await expect(statement.execute(world.db)).rejects.toThrow('can only be added to')
    expect(await entriesOf(organizationId)).toHaveLength(3)
  })
})

describe('proveAudit', () => {
  test('behavior: the log of an organization without entries is valid', async () => {
    expect(await verifyAudit(world.ctx, randomUUID())).toMatchObject({
      verifiedSequence: '0',
      broken: null,
    })
  })

  test.each<[string, string, string, (id: string) => Promise<unknown>]>([
    ['a changed target', '1', 'hash', (id) => change(id, { target: 'z' })],
    ['another actor', '1', 'hash', (id) => change(id, { actor_name: 'Eve' })],
    ['another time', '1', 'hash', (id) => change(id, { occurred_at: new Date(0) })],
    ['other details', '1', 'hash', (id) => change(id, { details: '{"label":"Shop2"}' })],
    ['details written otherwise', '1', 'hash', (id) => change(id, { details: '{ "label": "Shop" }' })],
    ['a removed entry', '1', 'gap', (id) => remove(id, 2n)],
    ['a removed end', '2', 'head', (id) => remove(id, 3n)],
  ])('error: detects %s', async (_, verifiedSequence, fault, tamper) => {
    const organizationId = await threeEntries()
    await behindTheTrigger(() => tamper(organizationId))
    expect(await verifyAudit(world.ctx, organizationId)).toMatchObject({
      verifiedSequence,
      broken: { sequence: String(Number(verifiedSequence) + 1), fault },
    })
  })

  test('error: a removed end with a matching head lacks the deployment’s seal', async () => {
    const organizationId = await threeEntries()
    const [, second] = await entriesOf(organizationId)
    await behindTheTrigger(() => remove(organizationId, 3n))
    await world.db
      .updateTable('bff_audit_head')
      .set({ sequence: 2n, hash: second?.hash ?? '' })
      .where('organization_id', '=', organizationId)
      .execute()
    expect(await verifyAudit(world.ctx, organizationId)).toMatchObject({
      verifiedSequence: '2',
      broken: { sequence: '2', fault: 'seal' },
    })
  })

  test('error: detects a deleted head, and an entry that was inserted after the head', async () => {
    const [headless, stray] = [await threeEntries(), await threeEntries()]
    await world.db.deleteFrom('bff_audit_head').where('organization_id', '=', headless).execute()
    expect(await verifyAudit(world.ctx, headless)).toMatchObject({
      broken: { sequence: '1', fault: 'head' },
    })
    const third = (await entriesOf(stray))[2]
    if (third === undefined) throw new Error('no entry')
    await world.db
      .insertInto('bff_audit_entry')
      .values({ ...third, sequence: 4n })
      .execute()
    expect(await verifyAudit(world.ctx, stray)).toMatchObject({ broken: { sequence: '4', fault: 'head' } })
  })

  test('behavior: the seal stays valid after the deployment’s secret is rotated, and a changed head stays invalid', async () => {
    const [good, bad] = [await threeEntries(), await threeEntries()]
    await world.db
      .updateTable('bff_audit_head')
      .set({ hash: 'f'.repeat(64) })
      .where('organization_id', '=', bad)
      .execute()
    const fresh = randomBytes(32)
    const rotating = { ...world.ctx, vault: createKeyVault(fresh, secretKey) }
    await resealKeys(rotating)
    const rotated = { ...world.ctx, vault: createKeyVault(fresh) }
    expect(await verifyAudit(rotated, good)).toMatchObject({ verifiedSequence: '3', broken: null })
    expect(await verifyAudit(rotated, bad)).toMatchObject({ broken: { fault: 'head' } })
  })

  test('behavior: compares a hash that was stored elsewhere', async () => {
    const organizationId = await threeEntries()
    const hash = (await entriesOf(organizationId))[1]?.hash ?? ''
    const noted = async (sequence: string, text: string) =>
      (await verifyAudit(world.ctx, organizationId, { sequence, hash: text })).noted
    expect(await noted('2', hash)).toBe('same')
    expect(await noted('3', hash)).toBe('different')
    expect(await noted('4', hash)).toBe('missing')
  })
})

type Changes = { target?: string; actor_name?: string; occurred_at?: Date; details?: string }

function change(organizationId: string, changes: Changes) {
  return world.db
    .updateTable('bff_audit_entry')
    .set(changes)
    .where('organization_id', '=', organizationId)
    .where('sequence', '=', 2n)
    .execute()
}

function remove(organizationId: string, sequence: bigint) {
  return world.db
    .deleteFrom('bff_audit_entry')
    .where('organization_id', '=', organizationId)
    .where('sequence', '=', sequence)
    .execute()
}
