import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { SELECTORS_OF_KIND } from '#protocol/token-functions.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { createOrganization } from '#service/organizations/operate-organizations.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { insertTransaction } from '#service/testing/stored-rows.ts'

const opened = await serviceWorld.database()
afterAll(() => opened.close())

const addLane = (address: string) =>
  sql`insert into relayer_lanes (chain_id, address, next_nonce, created_at) values (1, ${address}, 0, now())`.execute(
    opened.db,
  )

test('param: stores an address of 40 digits in lower case', async () => {
  const address = `0x${'0123456789abcdef0123'.repeat(2)}`
  await addLane(address)
  const { rows } = await sql`select address from relayer_lanes`.execute(opened.db)
  expect(rows).toEqual([{ address }])
})

test.each([
  ['a digit too few', `0x${'a'.repeat(39)}`],
  ['a digit too many', `0x${'a'.repeat(41)}`],
  ['upper case', `0x${'A'.repeat(40)}`],
  ['no prefix', 'a'.repeat(42)],
  ['a letter that is no digit', `0x${'a'.repeat(39)}g`],
  ['a line end in place of a digit', `0x${'a'.repeat(39)}\n`],
  ['a letter of two bytes', `0x${'a'.repeat(38)}é`],
  ['nothing', ''],
])('error: refuses %s', async (_what, address) => {
  await expect(addLane(address)).rejects.toMatchObject({ code: '23514' })
})

test.each(Object.entries(SELECTORS_OF_KIND))(
  'behavior: the functions of %s are its',
  async (kind, selectors) => {
    const { id } = await createOrganization(opened.db, { name: 'Demo', now: new Date() })
    for (const data of [...selectors, '0x12345678'].map((selector) => lowerCase(selector)))
      await insertTransaction(opened.db, { organization_id: id, data, to_address: `0x${'1'.repeat(40)}` })
    const { rows } = await sql<{ data: string }>`
    select data from transactions where organization_id = ${id} and call_kind = ${kind} order by data`.execute(
      opened.db,
    )
    expect(rows.map(({ data }) => data)).toEqual(selectors.toSorted())
  },
)
