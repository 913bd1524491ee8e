import { expect, test } from 'vitest'
import { readContent, createBrowser, readError } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { PUBLIC_URL } from '#bff/testing/test-bff.ts'
import type { Wallet } from '#protocol/wallets.ts'

const world = await consoleWorld.fresh()
const admin = world.adminForEach()

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

type Refusal = { status: number; content: unknown; headers?: Record<string, string> }

/** Serves the list in pages of 200. The cursor is the index of the next wallet. */
function serve(wallets: Wallet[], refuse: (from: number) => Refusal | undefined = () => undefined) {
  world.upstream.on('GET /v1/baas/wallets', ({ query }) => {
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

const many = (count: number) => Array.from({ length: count }, (_, index) => wallet(index))
const download = (query = '', method = 'GET') =>
  admin.browser.send(`/api/exports/wallets${query}`, { method })
const addressesOf = (text: string) =>
  text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',')[0])

test('behavior: the file contains every wallet of the filtered list once, in the order of the list', async () => {
  const wallets = many(2 * PAGE + 5)
  serve(wallets)
  const response = await download('?q=Wallet&sort=label')
  const day = world.ctx.clock.now().toISOString().slice(0, 10)
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="wallets-${day}.csv"`)
  expect(response.headers.get('content-security-policy')).toContain('sandbox')
  const text = Buffer.from(await response.arrayBuffer()).toString('utf8')
  expect(text.split('\r\n')[0]).toBe(
    '\uFEFFaddress,label,externalUserId,externalUserLabel,createdAtDatetime,id',
  )
  expect(addressesOf(text)).toEqual(wallets.map(({ address }) => address))
  const asked = world.upstream.seen.filter(({ path }) => path.endsWith('/wallets'))
  expect(asked).toHaveLength(3)
  for (const { query } of asked) expect(query).toContain('q=Wallet&sort=label')
})

test('behavior: the audit log records an export with the names of its filters', async () => {
  serve([])
  await download('?q=secret&sort=label')
  const entries = JSON.stringify(await readContent(await admin.browser.send('/api/audit')))
  expect(entries).toContain('"action":"export.started"')
  expect(entries).toContain('"kind":"wallets"')
  expect(entries).toContain('"filters":"q, sort"')
  expect(entries).not.toContain('secret')
})

test('behavior: values that a spreadsheet would execute are written as text', async () => {
  const label = '=HYPERLINK("http://evil.example";"x")'
  serve([wallet(1, { label, externalUserId: '@SUM(1)', externalUserLabel: 'a,"b"\n' })])
  const text = await (await download()).text()
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"";""x"")"`)
  expect(text).toContain(`'@SUM(1)`)
  expect(text).toContain('"a,""b""\n"')
})

test('behavior: an empty list is a file with only the header line', async () => {
  serve([])
  expect((await (await download()).text()).split('\r\n')).toHaveLength(2)
})

test('behavior: continues after a temporary failure where it stopped', async () => {
  const wallets = many(3 * PAGE)
  let failures = 2
  serve(wallets, (from) =>
    from === PAGE && failures-- > 0
      ? { status: 503, content: { message: 'Down' }, headers: { 'retry-after': '0' } }
      : undefined,
  )
  expect(addressesOf(await (await download()).text())).toEqual(wallets.map(({ address }) => address))
})

test('error: returns the service’s refusal of the first page, and aborts the file at a later one', async () => {
  serve([], () => ({ status: 400, content: { message: 'sort is not known here' } }))
  expect(await readError(await download('?sort=label'))).toMatchObject({
    status: 400,
    message: 'sort is not known here',
  })
  serve(many(2 * PAGE), (from) => (from === PAGE ? { status: 400, content: { message: 'no' } } : undefined))
  await expect((await download()).text()).rejects.toThrow('no')
})

test('error: an export ends with its session', async () => {
  serve(many(4 * PAGE))
  const response = await download()
  await world.db.deleteFrom('bff_session').execute()
  await expect(response.text()).rejects.toThrow()
})

test('error: requires a session', async () => {
  serve([wallet(1)])
  const answered = await createBrowser(world.bff).send('/api/exports/wallets')
  expect((await readError(answered)).code).toBe('SESSION_REQUIRED')
})

test('error: refuses a fourth concurrent export until another ends', async () => {
  serve(many(9 * PAGE))
  const running = [await download(), await download(), await download()]
  expect(await readError(await download())).toMatchObject({ status: 409, code: 'CONFLICT' })
  await running[0]?.body?.cancel()
  expect((await (await download()).text()).length).toBeGreaterThan(0)
  await running[1]?.text()
  expect((await download()).status).toBe(200)
  // A response to HEAD has no body, so it cannot end an export.
  for (const _ of [1, 2, 3]) expect((await download('', 'HEAD')).status).toBe(405)
  await running[2]?.text()
  expect((await download()).status).toBe(200)
})

test.each(['?kind=keys', '?sort=size', '?cursor=x', '?limit=5'])('error: %j is rejected', async (query) => {
  expect((await download(query)).status).toBe(400)
})
