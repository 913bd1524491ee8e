import { describe, expect, test } from 'vitest'
import { startExecuteHarness } from '#service/testing/execute-harness.ts'
import { startPostgresProxy, type PostgresProxy } from '#service/testing/postgres-proxy.ts'
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
    const harness = await startExecuteHarness({ database })
    const wallet = await harness.createWallet({ coins: 1_000n })
    const pay = () => harness.signed(wallet, harness.transfer(RECEIVER, 5n))
    const [first, second] = [pay(), pay()]

    for (const proxy of proxies) proxy.silenceAt('commit', 'insert into "transactions"')
    const lost = await harness.execute(first)
    expect(lost).toMatchObject({ status: 503, content: { code: 'UNAVAILABLE' } })
    expect(lost.headers.get('retry-after')).toBe('5')
    const repeated = await harness.execute(first)
    expect(repeated).toMatchObject({ status: 200, content: { success: true } })
    expect(await harness.settledOf(first)).toMatchObject({ status: 'CONFIRMED' })
    expect(await harness.coinsOf(RECEIVER)).toBe(5n)

    // The relayer continues with the next nonce.
    expect(await harness.execute(second)).toMatchObject({ status: 200 })
    expect(await harness.settledOf(second)).toMatchObject({ status: 'CONFIRMED' })
    expect(await harness.coinsOf(RECEIVER)).toBe(10n)
    await harness.stop()
  })
})
