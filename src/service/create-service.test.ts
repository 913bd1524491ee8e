import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createService } from './create-service.ts'
import { serviceWorld } from './testing/service-world.ts'

describe('createService', () => {
  test('behavior: responds with 503 until it has started, then with readiness by name', async () => {
    const test = await serviceWorld.chain()
    const ctx = await serviceWorld.context()
    const service = createService({
      ...ctx,
      chain: test.chain,
      relayerSigners: [privateKeyToAccount(test.relayerKey)],
    })
    const ready = () => service.fetch(new Request('http://service.test/readyz'))
    const early = await ready()
    expect(early.status).toBe(503)
    expect(early.headers.has('x-request-id')).toBe(true)
    expect(await early.json()).toEqual({
      statusCode: 503,
      content: { message: 'The service is starting', code: 'UNAVAILABLE' },
    })
    await service.start()
    // On a busy machine a check may exceed its time limit and report its part as not ready, so it is repeated.
    await expect
      .poll(async () => (await ready()).json())
      .toMatchObject({
        statusCode: 200,
        content: {
          status: 'ready',
          checks: {
            database: { ready: true },
            migrations: { ready: true },
            chain: { ready: true },
            history: { ready: true },
          },
        },
      })
    await service.stop()
    await test.close()
    await ctx.close()
  })
})
