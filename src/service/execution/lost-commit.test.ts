import { describe, expect, test } from 'vitest'
import { startPostgresProxy, type PostgresProxy } from '#service/testing/postgres-proxy.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { hasTestPostgres, openTestPostgres } from '#service/testing/test-database.ts'

const RECEIVER = '0x00000000000000000000000000000000000a1234'

describe.skipIf(!hasTestPostgres())('a commit whose outcome is unknown', () => {
  test('error: an execute whose commit is stored but not confirmed is 503, and its repetition finds it and pays once', async () => {
    const proxies: PostgresProxy[] = []
    const database = await openTestPostgres(async (url) => {
      const proxy = await startPostgresProxy(url)
      proxies.push(proxy)
      return proxy.url
    })
    const world = await serviceWorld.wallets({ database })
    const wallet = await world.createWallet({ coins: 1_000n })
    const pay = () => world.signed(wallet, world.transfer(RECEIVER, 5n))
    const [first, second] = [pay(), pay()]

    for (const proxy of proxies) proxy.silenceAt('commit', 'insert into "transactions"')
    const lost = await world.execute(first)
    expect(lost).toMatchObject({ status: 503, content: { code: 'UNAVAILABLE' } })
    expect(lost.headers.get('retry-after')).toBe('5')
    const repeated = await world.execute(first)
    expect(repeated).toMatchObject({ status: 200, content: { success: true } })
    expect(await world.settledOf(first)).toMatchObject({ status: 'CONFIRMED' })
    expect(await world.coinsOf(RECEIVER)).toBe(5n)

    // The relayer continues with the next nonce.
    expect(await world.execute(second)).toMatchObject({ status: 200 })
    expect(await world.settledOf(second)).toMatchObject({ status: 'CONFIRMED' })
    expect(await world.coinsOf(RECEIVER)).toBe(10n)
    await world.stop()
  })
})
