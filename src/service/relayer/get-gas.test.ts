import { expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { reserveGas, setGasBudget, utcDay } from './gas-budget.ts'

const world = await forFile(serviceWorld.api())

const getGas = (key?: string) => world.call('GET', '/v1/org/gas', key === undefined ? {} : { key })

test('behavior: returns the budget, its use and the end of the day, only for the caller’s organization', async () => {
  const now = world.ctx.clock.now()
  const resetsAtDatetime = new Date(Math.ceil(now.getTime() / 86_400_000) * 86_400_000).toISOString()
  const limits = { walletGasPerDay: null, userGasPerDay: null, gasPerCallMax: '3000000' }
  const nothing = { budgetWeiPerDay: null, spentWei: '0', resetsAtDatetime, limits }
  expect(await getGas()).toMatchObject({ status: 200, content: nothing })
  const other = await world.addOrganization('Other', 'other.example')
  const organizationId = world.demo.id
  await setGasBudget(world.ctx.db, { organizationId, weiPerDay: 10n ** 30n, now })
  const wei = 12_345_678_901_234_567_890n
  await world.ctx.db
    .transaction()
    .execute((trx) =>
      reserveGas(trx, [{ organizationId, day: utcDay(now), wei }], { budgetWeiPerDay: 0n, now }),
    )
  expect((await getGas()).content).toEqual({
    budgetWeiPerDay: (10n ** 30n).toString(),
    spentWei: wei.toString(),
    resetsAtDatetime,
    limits,
  })
  expect((await getGas(other.key)).content).toEqual(nothing)
})

test('error: requires the scope org:manage', async () => {
  const key = await world.addKey(world.demo.id, ['wallet:read'])
  expect(await getGas(key)).toMatchObject({
    status: 403,
    content: { message: 'Insufficient scopes. Required: org:manage' },
  })
})
