import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readContent, readError } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { fromPage } from '#bff/testing/shop.ts'
import { PUBLIC_URL } from '#bff/testing/test-bff.ts'
import { buildWallet } from '#bff/testing/upstream-stand-in.ts'
import { lookUpAddressesRequestSchema, widgetAddressesSchema } from '#protocol/addresses.ts'
import { checksumAddress } from '#protocol/display/address.ts'

const MINE = checksumAddress('0xa1a1111111111111111111111111111111112345')
const THEIRS = checksumAddress('0xb2b2222222222222222222222222222222223456')
const BAKERY = checksumAddress('0xc3c3333333333333333333333333333333334567')
const PRIVATE = checksumAddress('0xd4d4444444444444444444444444444444445678')
const USED = checksumAddress('0xe5e5555555555555555555555555555555556789')
/** Another address with the same first and last digits. */
const like = (address: string) =>
  checksumAddress(`${address.slice(0, 6)}${'0'.repeat(32)}${address.slice(-4)}`)
const ALL = [MINE, THEIRS, BAKERY, PRIVATE, USED].flatMap((address) => [address, like(address)])

const world = await consoleWorld.fresh()
const admin = world.adminForEach()
const shop = world.shopForEach()

beforeEach(async () => {
  world.upstream.wallets.push({ ...buildWallet(MINE, 'user-1'), label: 'Savings of Ada' })
  world.upstream.wallets.push({ ...buildWallet(THEIRS, 'user-2'), label: 'Savings of Ben' })
  // The service returns all facts, because it responds to the organization and not to an end-user.
  world.upstream.on('POST /v1/baas/addresses/lookup', ({ body }) => {
    const wallets = [
      { address: MINE, label: 'Savings of Ada' },
      { address: THEIRS, label: 'Savings of Ben' },
    ]
    const { addresses } = lookUpAddressesRequestSchema.parse(body)
    const facts = addresses.map((address) => ({
      address,
      wallet: wallets.find((wallet) => wallet.address === address) ?? null,
      looksLikeWallet: wallets.find((wallet) => like(wallet.address) === address) ?? null,
      lastUsedAtDatetime: address === USED ? '2026-01-01T00:00:00.000Z' : null,
      looksLikeUsed: address === like(USED) ? USED : null,
    }))
    return { content: { addresses: facts, isWholeHistory: true } }
  })
  for (const [address, label] of [
    [BAKERY, 'Bakery'],
    [PRIVATE, 'Bribes'],
  ])
    await admin.browser.send(`/api/addresses/${address}`, { method: 'PUT', body: { label, note: 'secret' } })
  await admin.browser.send(`/api/addresses/${BAKERY}/payee`, { method: 'PUT', body: { payee: true } })
})

const ask = (token: string, body: object, origin?: string) =>
  fromPage(world, token, '/addresses/lookup', { method: 'POST', body }, origin)
const lookUp = async (token: string, origin?: string) => {
  const answer = await readContent(await ask(token, { walletAddress: MINE, addresses: ALL }, origin))
  const { addresses } = widgetAddressesSchema.parse(answer)
  return { addresses, text: JSON.stringify(answer) }
}
const describeRecipients = ({ addresses }: Awaited<ReturnType<typeof lookUp>>) =>
  Object.fromEntries(
    addresses
      .filter(({ payeeName, looksLike }) => payeeName !== null || looksLike !== null)
      .map(({ address, payeeName, looksLike }) => [address, payeeName ?? looksLike]),
  )

test('behavior: a customer who looks up any address gets verified payees and addresses that their wallet used, and nothing about others', async () => {
  const answer = await lookUp(await shop.token())
  expect(describeRecipients(answer)).toEqual({
    [BAKERY]: 'Bakery',
    [like(BAKERY)]: { as: 'payee', name: 'Bakery' },
    [like(USED)]: { as: 'used', address: USED },
  })
  for (const secret of ['Savings', 'Ben', 'Bribes', 'secret', 'wallet', 'book'])
    expect(answer.text).not.toContain(secret)
})

test('behavior: private wallets and saved names look like unknown addresses to a customer', async () => {
  const token = await shop.token()
  const { addresses } = await lookUp(token)
  const facts = (address: string) => ({ ...addresses.find((one) => one.address === address), address: '' })
  const nobody = checksumAddress(`0x${'9'.repeat(40)}`)
  const [other] = widgetAddressesSchema.parse(
    await readContent(await ask(token, { walletAddress: MINE, addresses: [nobody] })),
  ).addresses
  for (const hidden of [THEIRS, like(THEIRS), PRIVATE, like(PRIVATE)])
    expect(facts(hidden)).toEqual({ ...other, address: '' })
})

test('behavior: a member of the organization at the console’s own widget → every name that it knows', async () => {
  const body = { walletAddress: MINE, operations: ['transfer'] }
  const opened = await readContent(await admin.browser.send('/api/widget-session', { method: 'POST', body }))
  const { token } = z.object({ token: z.string() }).parse(opened)
  const answer = describeRecipients(await lookUp(token, PUBLIC_URL))
  expect(answer).toMatchObject({
    [BAKERY]: 'Bakery',
    [like(BAKERY)]: { as: 'organization', address: BAKERY, name: 'Bakery' },
    [like(PRIVATE)]: { as: 'organization', address: PRIVATE, name: 'Bribes' },
    [like(THEIRS)]: { as: 'organization', address: THEIRS, name: 'Savings of Ben' },
    [like(USED)]: { as: 'used', address: USED },
  })
})

test.each([
  ['another customer’s wallet', { walletAddress: THEIRS, addresses: [BAKERY] }, 403, 'WALLET_NOT_OWNED'],
  ['a wallet of nobody', { walletAddress: BAKERY, addresses: [BAKERY] }, 403, 'WALLET_NOT_OWNED'],
  ['no wallet', { addresses: [BAKERY] }, 400, 'VALIDATION_FAILED'],
  [
    '51 addresses',
    { walletAddress: MINE, addresses: Array.from({ length: 51 }, () => BAKERY) },
    400,
    'VALIDATION_FAILED',
  ],
])('error: %s → refused', async (_what, body, status, code) => {
  expect(await readError(ask(await shop.token(), body))).toMatchObject({ status, code })
})

test('error: no token and a token of another origin → refused', async () => {
  const body = { walletAddress: MINE, addresses: [BAKERY] }
  expect((await ask('x'.repeat(43), body)).status).toBe(401)
  expect((await ask(await shop.token(), body, PUBLIC_URL)).status).toBe(403)
})

test('behavior: an organization never reads the payees of another', async () => {
  await world.bff.ensureOrganization({ id: 'org-2', name: 'Other', apiKey: 'pk_live_other' })
  await world.db.updateTable('bff_saved_address').set({ organization_id: 'org-2' }).execute()
  expect(describeRecipients(await lookUp(await shop.token()))).toEqual({
    [like(USED)]: { as: 'used', address: USED },
  })
})
