import { expect, test } from 'vitest'
import { addressBookSchema } from '#protocol/console-api.ts'
import { contentOf, errorOf } from '#bff/testing/harness.ts'
import { adminForEach, harnessForEach, shopForEach } from '#bff/testing/set-up.ts'
import { fromPage } from '#bff/testing/shop.ts'
import { widgetPayeesSchema } from '#protocol/widget-api.ts'
import { checksumAddress } from '#protocol/display/address.ts'

const ADDRESS = `0x${'Ab'.repeat(20)}`
const PATH = `/api/addresses/${ADDRESS}`

const harness = await harnessForEach()
const admin = adminForEach(harness)
const shop = shopForEach(harness)

const put = (body: unknown, path = PATH) => admin.browser.send(path, { method: 'PUT', body })
const list = async () => addressBookSchema.parse(await contentOf(admin.browser.send('/api/addresses')))

test('behavior: an address is named, named anew whatever its case, and forgotten; each is in the audit log', async () => {
  await put({ label: 'Treasury', note: '' })
  await put({ label: 'Cold storage', note: 'Vault 3' }, PATH.toLowerCase())
  expect(await list()).toMatchObject([
    { address: ADDRESS.toLowerCase(), label: 'Cold storage', note: 'Vault 3', savedBy: 'Ada' },
  ])
  expect((await admin.browser.send(PATH, { method: 'DELETE' })).status).toBe(200)
  expect(await list()).toEqual([])
  expect(await errorOf(admin.browser.send(PATH, { method: 'DELETE' }))).toMatchObject({
    code: 'NOT_FOUND',
  })
  const entries = await harness.audited('address.')
  expect(entries.map(({ action }) => action)).toEqual(['address.saved', 'address.saved', 'address.removed'])
  expect(new Set(entries.map(({ target }) => target))).toEqual(new Set([ADDRESS.toLowerCase()]))
})

test('behavior: many addresses are imported with one passkey prompt, all of them or none', async () => {
  const entry = (address: string, label: string) => ({ address, label, note: '' })
  const other = `0x${'cd'.repeat(20)}`
  const send = (addresses: unknown[]) => admin.browser.post('/api/addresses/import', { addresses })
  const refused = await errorOf(send([entry(ADDRESS, 'Bank'), entry('0x12', 'No address')]))
  expect(refused).toMatchObject({ status: 400, errors: [{ path: 'addresses.1.address' }] })
  expect(await list()).toEqual([])
  expect((await send([entry(ADDRESS, 'Bank'), entry(other, 'Vault')])).status).toBe(200)
  expect((await list()).map(({ label }) => label)).toEqual(['Bank', 'Vault'])
  const entries = await harness.audited('address.saved')
  expect(entries.slice(-2).map(({ target }) => target)).toEqual([ADDRESS.toLowerCase(), other])
})

test('error: what is no address, an empty name and control characters are refused with the field', async () => {
  expect(await errorOf(put({ label: 'x', note: '' }, '/api/addresses/0x12'))).toMatchObject({
    status: 400,
  })
  const empty = await errorOf(put({ label: '', note: '' }))
  expect(empty.errors).toMatchObject([{ path: 'label' }])
  const hidden = await errorOf(put({ label: 'a\u0000b', note: '' }))
  expect(hidden.errors).toMatchObject([{ path: 'label' }])
  expect(await list()).toEqual([])
})

test('behavior: whoever pays reads the name as an administrator verified it, of the address they pay to alone', async () => {
  const other = `0x${'cd'.repeat(20)}`
  const token = await shop.token()
  const read = async (addresses = ADDRESS) =>
    widgetPayeesSchema.parse(
      await contentOf(await fromPage(harness, token, `/payees?addresses=${addresses}`)),
    )
  await put({ label: 'Bakery', note: 'pays late' })
  await put({ label: 'Not shown', note: '' }, `/api/addresses/${other}`)
  expect(await read(`${ADDRESS},${other}`)).toEqual([])
  expect((await put({ payee: true }, `${PATH}/payee`)).status).toBe(200)
  const shown = [{ address: checksumAddress(ADDRESS.toLowerCase()), name: 'Bakery' }]
  expect(await read(`${other},${ADDRESS}`)).toEqual(shown)
  expect(await read(other)).toEqual([])
  // An operator may rename the entry: what payers read stays.
  await put({ label: 'Thief', note: '' })
  expect(await read()).toEqual(shown)
  expect(await list()).toMatchObject([{ label: 'Not shown' }, { label: 'Thief', payeeName: 'Bakery' }])
  await put({ payee: false }, `${PATH}/payee`)
  expect(await read()).toEqual([])
  const entries = await harness.audited('address.')
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['address.verified', 'address.unverified']),
  )
  expect((await put({ payee: true }, `/api/addresses/0x${'ef'.repeat(20)}/payee`)).status).toBe(404)
  expect((await fromPage(harness, token, '/payees?addresses=')).status).toBe(400)
})

test('behavior: one organization never sees the names of another', async () => {
  await harness.bff.ensureOrganization({ id: 'org-2', name: 'Other', apiKey: 'pk_live_other' })
  await harness.db
    .insertInto('bff_saved_address')
    .values({
      organization_id: 'org-2',
      address: ADDRESS.toLowerCase(),
      label: 'Theirs',
      note: '',
      saved_by: 'Bob',
      updated_at: new Date(),
    })
    .execute()
  expect(await list()).toEqual([])
  expect((await admin.browser.send(PATH, { method: 'DELETE' })).status).toBe(404)
})
