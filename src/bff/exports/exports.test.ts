import { expect, test } from 'vitest'
import { exportListSchema, exportSchema, type Export } from '#protocol/exports.ts'
import type { Wallet } from '#protocol/wallets.ts'
import { contentOf, errorOf, PUBLIC_URL } from '#bff/testing/harness.ts'
import { adminForEach, harnessForEach } from '#bff/testing/set-up.ts'

const harness = await harnessForEach()
const admin = adminForEach(harness)

const PAGE = 200

function wallet(index: number, words: Partial<Wallet> = {}): Wallet {
  return {
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    address: `0x${String(index).padStart(40, '0')}`,
    label: `Wallet ${index}`,
    externalUserId: '',
    externalUserLabel: '',
    createdAtDatetime: '2026-11-21T10:00:00.000Z',
    ...words,
  }
}

/** The service's list in pages of 200, with a cursor that is the next index. */
function serve(
  wallets: Wallet[],
  refuse: (from: number) => { status: number; content: unknown } | undefined = () => undefined,
) {
  harness.upstream.on('GET /v1/baas/wallets', ({ query }) => {
    const search = new URLSearchParams(query)
    const from = Number(search.get('cursor') ?? 0)
    const refused = refuse(from)
    if (refused !== undefined) return refused
    search.set('cursor', String(from + PAGE))
    const link = `<${PUBLIC_URL}/v1/baas/wallets?${search.toString()}>; rel="next"`
    return {
      content: wallets.slice(from, from + PAGE),
      headers: from + PAGE < wallets.length ? { link } : {},
    }
  })
}

async function ask(filter: Record<string, string> = {}): Promise<Export> {
  return exportSchema.parse(await contentOf(admin.browser.post('/api/exports', { kind: 'wallets', filter })))
}

async function read(): Promise<Export[]> {
  return exportListSchema.parse(await contentOf(admin.browser.send('/api/exports')))
}

async function untilState(id: string, state: Export['state']): Promise<Export> {
  const find = async () => (await read()).find((one) => one.id === id)
  await expect.poll(async () => (await find())?.state, { timeout: 120_000 }).toBe(state)
  return exportSchema.parse(await find())
}

const download = (id: string) => admin.browser.send(`/api/exports/${id}/file`)

test('behavior: every wallet of the filtered list is in the file once, in the order of the list', async () => {
  const wallets = Array.from({ length: 2 * PAGE + 5 }, (_, index) => wallet(index))
  serve(wallets)
  const asked = await ask({ q: 'Wallet', sort: 'label' })
  expect(asked).toMatchObject({ state: 'running', filter: { q: 'Wallet', sort: 'label' } })
  const done = await untilState(asked.id, 'done')
  expect(done.rows).toBe(wallets.length)
  const response = await download(asked.id)
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="wallets-${done.createdAtDatetime.slice(0, 10)}.csv"`,
  )
  expect(response.headers.get('content-security-policy')).toContain('sandbox')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.byteLength).toBe(done.bytes)
  const lines = bytes.toString('utf8').split('\r\n')
  expect(lines[0]).toBe('\uFEFFaddress,label,externalUserId,externalUserLabel,createdAtDatetime,id')
  expect(lines.slice(1, -1).map((line) => line.split(',')[0])).toEqual(wallets.map(({ address }) => address))
  for (const { query } of harness.upstream.seen.filter(({ path }) => path.endsWith('/wallets'))) {
    expect(query).toContain('q=Wallet')
  }
})

test('behavior: what a spreadsheet would run is written as text', async () => {
  serve([
    wallet(1, {
      label: '=HYPERLINK("http://evil.example";"x")',
      externalUserId: '@SUM(1)',
      externalUserLabel: 'a,"b"\n',
    }),
  ])
  const asked = await ask()
  await untilState(asked.id, 'done')
  const text = await (await download(asked.id)).text()
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"";""x"")"`)
  expect(text).toContain(`'@SUM(1)`)
  expect(text).toContain('"a,""b""\n"')
})

test('behavior: an empty list is a file with its first line', async () => {
  serve([])
  const asked = await ask()
  expect(await untilState(asked.id, 'done')).toMatchObject({ rows: 0 })
  expect((await (await download(asked.id)).text()).split('\r\n')).toHaveLength(2)
})

test('behavior: after a failure that may pass, another process goes on where the first one stopped', async () => {
  const wallets = Array.from({ length: 3 * PAGE }, (_, index) => wallet(index))
  let isDown = true
  serve(wallets, (from) =>
    isDown && from === PAGE ? { status: 503, content: { message: 'Down' } } : undefined,
  )
  const asked = await ask()
  await expect.poll(async () => (await read())[0]?.rows, { timeout: 120_000 }).toBe(PAGE)
  expect((await read())[0]?.state).toBe('running')
  isDown = false
  harness.pass(120)
  const { stop } = harness.another({}).makeExports()
  try {
    expect(await untilState(asked.id, 'done')).toMatchObject({ rows: 3 * PAGE })
  } finally {
    await stop()
  }
  const text = await (await download(asked.id)).text()
  expect(new Set(text.split('\r\n')).size).toBe(3 * PAGE + 2)
})

test('error: what the service refuses ends the export, in the service’s words', async () => {
  serve([], () => ({ status: 400, content: { message: 'sort is not known here' } }))
  const asked = await ask({ sort: 'label' })
  expect(await untilState(asked.id, 'failed')).toMatchObject({ problem: 'sort is not known here' })
  expect((await download(asked.id)).status).toBe(404)
})

test('behavior: deleting one ends it, and its file is gone', async () => {
  serve([wallet(1)])
  const asked = await ask()
  await untilState(asked.id, 'done')
  expect((await admin.browser.send(`/api/exports/${asked.id}`, { method: 'DELETE' })).status).toBe(200)
  expect((await download(asked.id)).status).toBe(404)
  expect(await harness.db.selectFrom('bff_export_page').selectAll().execute()).toEqual([])
})

test('behavior: after a day it is gone', async () => {
  serve([wallet(1)])
  const asked = await ask()
  await untilState(asked.id, 'done')
  harness.pass(24 * 3_600 + 1)
  const { browser } = admin
  // The session is over as well: what is kept is asked of the database.
  const { stop } = harness.another({}).makeExports()
  await expect
    .poll(async () => (await harness.db.selectFrom('bff_export').selectAll().execute()).length, {
      timeout: 120_000,
    })
    .toBe(0)
  await stop()
  expect((await browser.send(`/api/exports/${asked.id}/file`)).status).toBe(401)
})

test('error: without a session there is nothing, and another’s is not there', async () => {
  serve([wallet(1)])
  const asked = await ask()
  await untilState(asked.id, 'done')
  await harness.db
    .insertInto('bff_admin')
    .values({ id: 'someone-else', name: 'Eve', user_handle: 'eve', created_at: new Date() })
    .execute()
  await harness.db
    .updateTable('bff_export')
    .set({ admin_id: 'someone-else' })
    .where('id', '=', asked.id)
    .execute()
  expect((await errorOf(download(asked.id))).code).toBe('NOT_FOUND')
  expect(await read()).toEqual([])
})

test('error: a fourth that would run beside three others is refused', async () => {
  serve([], () => ({ status: 503, content: { message: 'Down' } }))
  for (const _ of [1, 2, 3]) await ask()
  const refused = await errorOf(admin.browser.post('/api/exports', { kind: 'wallets', filter: {} }))
  expect([refused.status, refused.code]).toEqual([409, 'CONFLICT'])
})

test.each([
  [{ kind: 'keys', filter: {} }],
  [{ kind: 'wallets', filter: { sort: 'size' } }],
  [{ kind: 'wallets', filter: { cursor: 'x' } }],
  [{ kind: 'wallets' }],
])('error: %j is refused', async (body) => {
  expect((await admin.browser.post('/api/exports', body)).status).toBe(400)
})
