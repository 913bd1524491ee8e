import { expect, test } from 'vitest'
import { readContent, readError } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { addressBookSchema } from '#protocol/console/address-book.ts'

const ADDRESS = `0x${'Ab'.repeat(20)}`
const PATH = `/api/addresses/${ADDRESS}`

const world = await consoleWorld.fresh()
const admin = world.adminForEach()

const put = (body: unknown, path = PATH) => admin.browser.send(path, { method: 'PUT', body })
const list = async () => addressBookSchema.parse(await readContent(admin.browser.send('/api/addresses')))

test('behavior: saves, renames (in any letter case) and removes an address, each with an audit log entry', async () => {
  await put({ label: 'Treasury', note: '' })
  await put({ label: 'Cold storage', note: 'Vault 3' }, PATH.toLowerCase())
  expect(await list()).toMatchObject([
    { address: ADDRESS.toLowerCase(), label: 'Cold storage', note: 'Vault 3', savedBy: 'Ada' },
  ])
  expect((await admin.browser.send(PATH, { method: 'DELETE' })).status).toBe(200)
  expect(await list()).toEqual([])
  expect(await readError(admin.browser.send(PATH, { method: 'DELETE' }))).toMatchObject({
    code: 'NOT_FOUND',
  })
  const entries = await world.audited('address.')
  expect(entries.map(({ action }) => action)).toEqual(['address.saved', 'address.saved', 'address.removed'])
  expect(new Set(entries.map(({ target }) => target))).toEqual(new Set([ADDRESS.toLowerCase()]))
})

test('behavior: imports all of many addresses or none, with one passkey prompt', async () => {
  const entry = (address: string, label: string) => ({ address, label, note: '' })
  const other = `0x${'cd'.repeat(20)}`
  const send = (addresses: unknown[]) => admin.browser.post('/api/addresses/import', { addresses })
  const refused = await readError(send([entry(ADDRESS, 'Bank'), entry('0x12', 'No address')]))
  expect(refused).toMatchObject({ status: 400, errors: [{ path: 'addresses.1.address' }] })
  expect(await list()).toEqual([])
  expect((await send([entry(ADDRESS, 'Bank'), entry(other, 'Vault')])).status).toBe(200)
  expect((await list()).map(({ label }) => label)).toEqual(['Bank', 'Vault'])
  const entries = await world.audited('address.saved')
  expect(entries.slice(-2).map(({ target }) => target)).toEqual([ADDRESS.toLowerCase(), other])
})

test('error: rejects an invalid address, an empty name and control characters, and names the field', async () => {
  expect(await readError(put({ label: 'x', note: '' }, '/api/addresses/0x12'))).toMatchObject({
    status: 400,
  })
  const empty = await readError(put({ label: '', note: '' }))
  expect(empty.errors).toMatchObject([{ path: 'label' }])
  const hidden = await readError(put({ label: 'a\u0000b', note: '' }))
  expect(hidden.errors).toMatchObject([{ path: 'label' }])
  expect(await list()).toEqual([])
})

test('behavior: a verified payee name stays as payers see it when the entry is changed later', async () => {
  await put({ label: 'Bakery', note: 'pays late' })
  expect((await put({ payee: true }, `${PATH}/payee`)).status).toBe(200)
  // An operator may rename the entry. Payers still see the verified name.
  await put({ label: 'Thief', note: '' })
  expect(await list()).toMatchObject([{ label: 'Thief', payeeName: 'Bakery' }])
  await put({ payee: false }, `${PATH}/payee`)
  expect(await list()).toMatchObject([{ label: 'Thief', payeeName: null }])
  const entries = await world.audited('address.')
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['address.verified', 'address.unverified']),
  )
  expect((await put({ payee: true }, `/api/addresses/0x${'ef'.repeat(20)}/payee`)).status).toBe(404)
})

test('behavior: one organization never sees the names of another', async () => {
  await world.bff.ensureOrganization({ id: 'org-2', name: 'Other', apiKey: 'pk_live_other' })
  await world.db
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
