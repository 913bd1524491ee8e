import { expect, test } from 'vitest'
import { readError } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { PUBLIC_URL } from '#bff/testing/test-bff.ts'
import { TOKEN } from '#bff/testing/upstream-stand-in.ts'
import type { OrganizationTransaction } from '#protocol/organization-transactions.ts'
import { encodeTokenCall } from '#protocol/signing/calldata.ts'

const world = await consoleWorld.fresh()
const admin = world.adminForEach()

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const ZERO = '0x0000000000000000000000000000000000000000'
const DEMO = { id: 't', address: TOKEN, name: 'Demo', symbol: 'DEMO', decimals: 6, logoUrl: '' }
const transferOf = (units: string) =>
  `0xa9059cbb${ADDRESS.slice(2).toLowerCase().padStart(64, '0')}${BigInt(units).toString(16).padStart(64, '0')}`

function transaction(index: number, changes: Partial<OrganizationTransaction> = {}): OrganizationTransaction {
  return {
    transactionUuid: `2f3f1f7e-7a52-4c6c-9a53-${String(index).padStart(12, '0')}`,
    walletAddress: ADDRESS,
    status: 'CONFIRMED',
    digest: `0x${'ab'.repeat(32)}`,
    toAddress: TOKEN,
    value: '0',
    data: transferOf('1'),
    expiration: '1900000000',
    fee: '9007199254740993',
    feeCoinAddress: ZERO,
    feeWithdrawAddress: ZERO,
    createdAtDatetime: '2026-11-21T10:00:00.000Z',
    updatedAtDatetime: '2026-11-21T10:00:00.000Z',
    walletLabel: 'Savings',
    externalUserId: '',
    externalUserLabel: '',
    ...changes,
  }
}

const PAGE = 200

function serve(transactions: OrganizationTransaction[]) {
  world.upstream.answers('GET /v1/baas/tokens/allowed', [DEMO])
  world.upstream.on('GET /v1/org/transactions', ({ query }) => {
    const search = new URLSearchParams(query)
    const from = Number(search.get('cursor') ?? 0)
    search.set('cursor', String(from + PAGE))
    const link = `<${PUBLIC_URL}/v1/org/transactions?${search.toString()}>; rel="next"`
    const hasMore = from + PAGE < transactions.length
    return { content: transactions.slice(from, from + PAGE), headers: hasMore ? { link } : {} }
  })
}

const download = async (query = '') => {
  const response = await admin.browser.send(`/api/exports/transactions${query}`)
  expect(response.status).toBe(200)
  return { response, text: await response.text() }
}
/** Parses lines into objects with the names of the first line. No value in these tests contains a comma. */
function rowsOf(csv: string): Record<string, string>[] {
  const [head = '', ...lines] = csv.replace('\uFEFF', '').trimEnd().split('\r\n')
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, at) => [names[at], value])))
}

test('behavior: the file contains every transaction of the filtered list once, and the service gets the filters', async () => {
  serve(Array.from({ length: PAGE + 3 }, (_, index) => transaction(index)))
  const { response, text } = await download('?status=CONFIRMED&kind=transfer')
  const day = world.ctx.clock.now().toISOString().slice(0, 10)
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="transactions-${day}.csv"`)
  expect(rowsOf(text).map(({ transactionUuid }) => transactionUuid)).toEqual(
    Array.from({ length: PAGE + 3 }, (_, index) => transaction(index).transactionUuid),
  )
  const asked = world.upstream.seen.filter(({ path }) => path === '/v1/org/transactions')
  expect(asked).toHaveLength(2)
  for (const { query } of asked) {
    expect(query).toContain('status=CONFIRMED&kind=transfer')
    expect(query).not.toContain('format')
  }
})

test('behavior: amounts are exact decimals, in human units if the token is known, else in base units', async () => {
  const units = '123456789012345678901234567890'
  const unknown = `0x${'7'.repeat(40)}`
  serve([
    transaction(1, { data: transferOf(units) }),
    transaction(2, { data: transferOf(units), toAddress: unknown }),
    transaction(3, { data: '0x', value: '1000000000000000001' }),
    transaction(4, { data: '0x12345678', value: '5' }),
  ])
  const [known, other, native, unread] = rowsOf((await download()).text)
  expect(known).toMatchObject({
    kind: 'erc20-transfer',
    amount: '123456789012345678901234.56789',
    symbol: 'DEMO',
  })
  expect(known).toMatchObject({ to: ADDRESS, token: TOKEN, fee: '9007199254740993' })
  expect(other).toMatchObject({ kind: 'erc20-transfer', amount: units, symbol: '' })
  expect(native).toMatchObject({ amount: '1.000000000000000001', value: '1000000000000000001' })
  expect(unread).toMatchObject({ kind: 'unknown', amount: '', value: '5' })
})

test('behavior: units of token IDs → a count, the token ID, and every row of a batch', async () => {
  const sides = { from: ADDRESS, to: ADDRESS }
  const one = encodeTokenCall('erc1155-transfer', { ...sides, tokenId: '7', amount: '2000' })
  const batch = encodeTokenCall('erc1155-batch-transfer', {
    ...sides,
    tokenIds: ['7', '7'],
    amounts: ['1', '2000'],
  })
  serve([transaction(1, { data: one.data }), transaction(2, { data: batch.data })])
  const { text } = await download()
  expect(text).toContain(',erc1155-transfer,2000,,')
  expect(text).toContain(',erc1155-batch-transfer,,,')
  expect(text).toContain(',"1 × #7, 2000 × #7",')
})

test('behavior: values that a spreadsheet would execute are written as text', async () => {
  serve([transaction(1, { walletLabel: '=SUM(1)', externalUserId: '@me', reason: '+1' })])
  const { text } = await download()
  for (const guarded of ["'=SUM(1)", "'@me", "'+1"]) expect(text).toContain(guarded)
})

test('behavior: the audit log records an export with the names of its filters', async () => {
  serve([])
  await download('?user=secret&format=csv')
  const entry = (await world.audited('export.started')).at(-1)
  expect(JSON.parse(entry?.details ?? '{}')).toEqual({ kind: 'transactions', filters: 'user' })
})

test('error: reports a service without the list', async () => {
  world.upstream.on('GET /v1/org/transactions', () => ({ status: 404, text: '' }))
  const refused = await readError(admin.browser.send('/api/exports/transactions'))
  expect(refused).toMatchObject({ code: 'UPSTREAM_LACKS' })
})

test.each(['?format=xml', '?format=json', '?cursor=x', '?limit=5'])(
  'error: %j is rejected',
  async (query) => {
    expect((await admin.browser.send(`/api/exports/transactions${query}`)).status).toBe(400)
  },
)
