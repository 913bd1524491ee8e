import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readContent, readError } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { addMember } from '#bff/testing/people.ts'
import {
  auditEntrySchema,
  auditFacetsSchema,
  auditPageSchema,
  auditProofSchema,
  type AuditDetails,
  NO_HASH,
} from '#protocol/audit.ts'
import { recordAudit } from './record-audit.ts'

const world = await consoleWorld.fresh()
const admin = world.adminForEach()

const WEBHOOK = '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e'
const DELIVERY = '1b0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e'
const SECRET = `whsec_${'A'.repeat(43)}=`
const CREATED = {
  id: WEBHOOK,
  url: 'https://hooks.example/in/T0KEN?key=S3CRET',
  description: 'Orders',
  types: null,
  enabled: true,
  disabledReason: null,
  disabledAtDatetime: null,
  failingSinceDatetime: null,
  previousSecretUntilDatetime: null,
  createdAtDatetime: '2026-11-21T10:00:00.000Z',
  updatedAtDatetime: '2026-11-21T10:00:00.000Z',
  secret: SECRET,
}

async function page(query = '') {
  return auditPageSchema.parse(await readContent(admin.browser.send(`/api/audit${query}`)))
}
/** Returns the newest entry. Entries of earlier tests remain, because the log is append-only. */
async function newest(query = '') {
  return (await page(query)).entries[0]
}
const file = async (query: string) => (await admin.browser.send(`/api/audit/export?${query}`)).text()

describe('writes at the service', () => {
  test('behavior: records person, action, target and request, but no secret and no path of a URL', async () => {
    world.upstream.on('POST /v1/org/webhooks', () => ({ content: CREATED }))
    await admin.browser.send('/api/org/webhooks', {
      method: 'POST',
      body: { url: CREATED.url, description: 'Orders' },
      headers: { 'x-request-id': 'create-1' },
    })
    const entry = await newest()
    expect(entry).toMatchObject({
      actor: { name: 'Ada' },
      action: 'webhook.created',
      target: WEBHOOK,
      details: { host: 'hooks.example', description: 'Orders', enabled: true },
      result: 'done',
      requestId: 'create-1',
    })
    expect(JSON.stringify(entry)).not.toMatch(/T0KEN|S3CRET|whsec_/)
  })

  test('behavior: a replay, a resend and a test are recorded, a read is not', async () => {
    const base = `/api/org/webhooks/${WEBHOOK}`
    world.upstream.on('POST /v1/org/webhooks/*', ({ path }) => {
      if (path.endsWith('/test')) return { content: { eventId: 'evt_1' } }
      if (path.endsWith('/replay')) return { content: { replayed: 3, throughSequence: '9', complete: true } }
      return { status: 409, content: { message: 'It is on its way', code: 'CONFLICT' } }
    })
    world.upstream.on('GET /v1/org/webhooks', () => ({ content: [] }))
    await admin.browser.post(`${base}/test`)
    await admin.browser.send('/api/org/webhooks')
    await admin.browser.post(`${base}/replay`, { afterSequence: '6' })
    const refused = await admin.browser.post(`${base}/deliveries/${DELIVERY}/resend`)
    expect(refused.status).toBe(409)
    const { entries } = await page('?action=webhook&limit=3')
    expect(entries).toMatchObject([
      {
        action: 'webhook.delivery-resent',
        target: `${WEBHOOK}/${DELIVERY}`,
        result: 'refused',
        details: { status: 409, code: 'CONFLICT' },
      },
      { action: 'webhook.events-replayed', details: { afterSequence: '6', replayed: 3, complete: true } },
      { action: 'webhook.test-sent', target: WEBHOOK, details: { eventId: 'evt_1' } },
    ])
  })

  test('behavior: records a failed result if the service fails', async () => {
    world.upstream.on('DELETE /v1/org/webhooks/*', () => ({ status: 500, text: 'oops' }))
    await admin.browser.send(`/api/org/webhooks/${WEBHOOK}`, { method: 'DELETE' })
    expect(await newest()).toMatchObject({ action: 'webhook.deleted', target: WEBHOOK, result: 'failed' })
  })

  test('behavior: records a call that a process started and never ended as unknown, once', async () => {
    const input = {
      organizationId: 'org-1',
      actor: null,
      action: 'webhook.deleted',
      target: 'lost-1',
      details: {},
    }
    const begunAt = new Date(world.ctx.clock.now().getTime() - 10 * 60_000)
    await world.db
      .insertInto('bff_audit_begun')
      .values({
        id: 'begun-1',
        organization_id: 'org-1',
        input: JSON.stringify({ ...input, requestId: 'r-lost', occurredAt: begunAt }),
        begun_at: begunAt,
      })
      .execute()
    await Promise.all([page(), page()])
    const { entries } = await page('?target=LOST-1')
    expect(entries).toMatchObject([
      { result: 'unknown', occurredAtDatetime: begunAt.toISOString(), requestId: 'r-lost' },
    ])
  })
})

describe('GET /api/audit', () => {
  async function record(action: string, target: string) {
    await recordAudit(world.ctx, world.db, {
      organizationId: 'org-1',
      actor: { id: 'person-9', name: 'Grace' },
      action,
      target,
      details: {},
      requestId: 'r',
    })
  }

  test('behavior: filters and pages entries, newest first, and never those of another organization', async () => {
    const since = world.ctx.clock.now().toISOString()
    for (const target of ['one', 'two', 'three']) await record('thing.done', target)
    await record('thing-else.done', 'four')
    await recordAudit(world.ctx, world.db, {
      organizationId: 'org-2',
      actor: { id: 'person-9', name: 'Grace' },
      action: 'thing.done',
      target: 'theirs',
      details: {},
      requestId: 'r',
    })
    const targets = async (query: string) => (await page(query)).entries.map(({ target }) => target)
    const query = `?actor=person-9&sinceDatetime=${since}`
    expect(await targets(query)).toEqual(['four', 'three', 'two', 'one'])
    expect(await targets(`${query}&action=thing`)).toEqual(['three', 'two', 'one'])
    expect(await targets(`${query}&target=TW`)).toEqual(['two'])
    expect(await targets(`${query}&target=%25`)).toEqual([])
    expect(await targets(`${query}&result=failed`)).toEqual([])
    expect(await targets(`?actor=person-9&untilDatetime=${since}`)).toEqual([])
    const first = await page(`${query}&limit=2`)
    expect(first.entries.map(({ target }) => target)).toEqual(['four', 'three'])
    expect(await page(`${query}&limit=2&cursor=${first.next}`)).toMatchObject({
      entries: [{ target: 'two' }, { target: 'one' }],
      next: null,
    })
  })

  test('behavior: facets contain each person and action once, with the current name', async () => {
    await record('thing.done', 'x')
    const facets = auditFacetsSchema.parse(await readContent(admin.browser.send('/api/audit/facets')))
    expect(facets.actions).toContain('thing.done')
    expect(facets.actors.filter(({ id }) => id === 'person-9')).toEqual([{ id: 'person-9', name: 'Grace' }])
  })

  test('behavior: facets name each thing as its newest entry does, also one that was removed', async () => {
    const named = async (action: string, target: string, details: AuditDetails) =>
      recordAudit(world.ctx, world.db, {
        organizationId: 'org-1',
        actor: null,
        action,
        target,
        details,
        requestId: 'r',
      })
    await named('api-key.issued', 'key-1', { label: 'Old' })
    await named('api-key.updated', 'key-1', { label: 'Shop' })
    await named('api-key.revoked', 'key-1', {})
    await named('webhook.created', 'hook-1', { host: 'hooks.example' })
    const { things } = auditFacetsSchema.parse(await readContent(admin.browser.send('/api/audit/facets')))
    expect(things).toContainEqual({ kind: 'api-key', id: 'key-1', name: 'Shop' })
    expect(things).toContainEqual({ kind: 'webhook', id: 'hook-1', name: 'hooks.example' })
    expect(things.filter(({ id }) => id === 'key-1')).toHaveLength(1)
  })

  test('behavior: facets have the address of an invitation only for those who may list invitations', async () => {
    await admin.browser.post('/api/invitations', { role: 'read-only', email: 'carol@shop.example' })
    const find = async (browser: typeof admin.browser) => {
      const { things } = auditFacetsSchema.parse(await readContent(browser.send('/api/audit/facets')))
      return things.filter(({ kind }) => kind === 'invitation').map(({ name }) => name)
    }
    expect(await find(admin.browser)).toEqual(['carol@shop.example'])
    const grace = await addMember(world, admin, { role: 'read-only', name: 'Grace' })
    expect(await find(grace.browser)).toEqual([])
  })

  test('behavior: the target filter also finds a recorded fact, such as the wallet of a transaction', async () => {
    await recordAudit(world.ctx, world.db, {
      organizationId: 'org-1',
      actor: null,
      action: 'transaction.executed',
      target: 'uuid-1',
      details: { walletAddress: '0xAbCdEf' },
      requestId: 'r',
    })
    expect((await page('?target=0xabcdef')).entries.map(({ target }) => target)).toEqual(['uuid-1'])
  })

  test.each([
    ['?result=maybe', 'result'],
    ['?cursor=x', 'cursor'],
    ['?sinceDatetime=yesterday', 'sinceDatetime'],
    ['?sinceDatetime=2026-02-31T31:00:00Z', 'sinceDatetime'],
    ['?untilDatetime=0000-01-01T00:00:00Z', 'untilDatetime'],
    ['/export', 'format'],
    ['/proof?hash=1', 'hash'],
    ['/facets?x=1', 'x'],
  ])('error: %s names the field', async (query, path) => {
    const error = await readError(admin.browser.send(`/api/audit${query}`))
    expect(error).toMatchObject({ status: 400, errors: [{ path }] })
  })

  test.each([[''], ['/facets'], ['/proof'], ['/export?format=csv']])(
    'error: %s requires a session',
    async (path) => {
      admin.browser.cookies.clear()
      expect((await admin.browser.send(`/api/audit${path}`)).status).toBe(401)
    },
  )
})

describe('GET /api/audit/export and /proof', () => {
  test('behavior: a third party can verify the JSON lines with SHA-256, and the proof has their last hash', async () => {
    const text = await file('format=jsonl')
    const lines = text.trimEnd().split('\n')
    let previous = NO_HASH
    for (const line of lines) {
      const { hash, ...facts } = auditEntrySchema.parse(JSON.parse(line))
      expect(facts.previousHash).toBe(previous)
      expect(createHash('sha256').update(sorted(facts)).digest('hex')).toBe(hash)
      previous = hash
    }
    const proof = auditProofSchema.parse(await readContent(admin.browser.send('/api/audit/proof')))
    expect(proof).toMatchObject({
      verifiedSequence: String(lines.length),
      verifiedHash: previous,
      broken: null,
    })
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ action: 'audit.exported', actor: { name: 'Ada' } })
  })

  test('behavior: CSV has a header line and quotes values where needed', async () => {
    await recordAudit(world.ctx, world.db, {
      organizationId: 'org-1',
      actor: { id: 'csv', name: '=HYPERLINK("x")' },
      action: 'csv.tried',
      target: 'a,b',
      details: {},
      requestId: 'r',
    })
    const [head, line] = (await file('format=csv&actor=csv')).split('\r\n')
    expect(head).toBe(
      'sequence,occurredAtDatetime,actorId,actorName,action,target,result,details,ipAddress,requestId,previousHash,hash',
    )
    expect(line).toContain('csv,"\'=HYPERLINK(""x"")",csv.tried,"a,b",done,{},')
  })
})

/** Canonical JSON, written independently of the code under test. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => {
    const fields = z.safeParse(z.record(z.string(), z.unknown()), item)
    if (!fields.success) return item
    return Object.fromEntries(Object.entries(fields.data).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  })
}
