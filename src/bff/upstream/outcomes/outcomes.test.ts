import { describe, expect, test } from 'vitest'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { recordedTransactionListSchema } from '#protocol/hosted-upstream.ts'
import { ORGANIZATION, contentOf, errorOf } from '#bff/testing/harness.ts'
import {
  CHAIN,
  deliver,
  describe as describeHosted,
  holdFromPage,
  setUpWebhook,
  speakOnlyTheSpecification,
} from '#bff/testing/hosted.ts'
import { followOutcomes } from './follow-outcomes.ts'
import { hostedWorld } from '#bff/testing/hosted-world.ts'
import { fromPage } from '#bff/testing/shop.ts'
import { HASH, TOKEN } from '#bff/testing/upstream-stand-in.ts'
import { EXECUTE, MINE, TRANSACTION, UUID } from '#bff/testing/widget-bodies.ts'

const world = await hostedWorld()
const { now, pass, inSeconds, send, read } = world

describe('the record of a held transaction', () => {
  test('behavior: answers the widget where the service has no path, with the digest that was signed and our own deadline', async () => {
    const expiration = inSeconds(600)
    const { read } = await holdFromPage(world.harness, expiration)
    const call = {
      walletAddress: MINE,
      toAddress: TOKEN,
      feeCoinAddress: TOKEN,
      feeWithdrawAddress: TOKEN,
      value: 0n,
      fee: 0n,
      data: '0x',
      expiration: BigInt(expiration),
    } as const
    expect(await read()).toMatchObject({
      transactionUuid: UUID,
      status: 'PENDING_USER_APPROVAL',
      learntFrom: 'execute',
      digest: executeDigest(CHAIN.chainId, call),
      data: '0x',
      approval: { expiresAtDatetime: new Date(Number(expiration) * 1000 - 60_000).toISOString() },
    })
  })

  test('behavior: stays open for 15 minutes when the signed call lives longer', async () => {
    const { read } = await holdFromPage(world.harness, inSeconds(86_000))
    expect((await read()).approval?.expiresAtDatetime).toBe(new Date(now().getTime() + 900_000).toISOString())
  })

  test('behavior: is listed in the console, newest first and in pages, also by wallet and status', async () => {
    let count = 0
    const uuids = [1, 2, 3].map((digit) => `5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4${digit}`)
    world.harness.upstream.on('POST /v1/baas/transactions/execute', () => ({
      content: { success: true, status: 'PENDING_USER_APPROVAL', transactionUuid: uuids[count++] ?? UUID },
    }))
    for (const _ of uuids) {
      pass(1)
      const body = { ...EXECUTE, expiration: inSeconds(600) }
      expect((await world.admin.browser.post('/api/baas/transactions/execute', body)).status).toBe(200)
    }
    const list = async (query: string) => {
      const answered = await world.admin.browser.send(`/api/baas/transactions?${query}`)
      const content = recordedTransactionListSchema.parse(await contentOf(answered))
      return {
        uuids: content.map(({ transactionUuid }) => transactionUuid),
        link: answered.headers.get('link'),
      }
    }
    const first = await list('limit=2')
    expect(first.uuids).toEqual([uuids[2], uuids[1]])
    const next = /<([^>]*)>/.exec(first.link ?? '')?.[1] ?? ''
    expect(await list(new URL(next).search.slice(1))).toEqual({ uuids: [uuids[0]], link: null })
    expect((await list(`wallet=${MINE.toLowerCase()}`)).uuids).toHaveLength(3)
    expect((await list(`wallet=0x${'1'.repeat(40)}`)).uuids).toEqual([])
    expect((await list('status=REJECTED')).uuids).toEqual([])
  })

  test('error: a transaction that nobody here executed is not made up', async () => {
    const answered = await world.admin.browser.send(`/api/baas/transactions/${UUID}`)
    expect(await errorOf(answered)).toMatchObject({ status: 501, code: 'UPSTREAM_LACKS' })
  })

  test('error: another user’s page does not read it', async () => {
    const { token } = await holdFromPage(world.harness, inSeconds(600))
    world.harness.upstream.wallets.length = 0
    expect((await fromPage(world.harness, token, `/transactions/${UUID}`)).status).toBe(404)
  })

  test('behavior: a service that is away is said to be away, and no old state is shown for a new one', async () => {
    await holdFromPage(world.harness, inSeconds(600))
    await read()
    pass(3_601)
    world.harness.upstream.refuses('GET /v1/baas/transactions*', 503, {
      message: 'down',
      code: 'UNAVAILABLE',
    })
    expect(await errorOf(send())).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
  })
})

describe('our own clock', () => {
  test('behavior: ends what nobody was heard to decide, a moment after the deadline, and says that it was the clock', async () => {
    const { read } = await holdFromPage(world.harness, inSeconds(120))
    pass(65)
    expect(await read()).toMatchObject({ status: 'PENDING_USER_APPROVAL' })
    pass(6)
    expect(await read()).toMatchObject({ status: 'EXPIRED', learntFrom: 'clock' })
    expect((await describeHosted(world.admin)).ownClock.usedAtDatetime).toBe(now().toISOString())
  })

  test('behavior: gives way to the service’s own word, however late', async () => {
    await holdFromPage(world.harness, inSeconds(120))
    const path = await setUpWebhook(world.admin)
    pass(71)
    expect(await read()).toMatchObject({ status: 'EXPIRED' })
    await deliver(world.harness, path, { at: now() })
    expect(await read()).toMatchObject({ status: 'APPROVED', learntFrom: 'webhook' })
    pass(3_600)
    expect(await read()).toMatchObject({ status: 'APPROVED' })
  })
})

describe('asking the service', () => {
  test('behavior: goes on in the background where the service answers, and no clock of ours ends what it says still waits', async () => {
    const pending = { ...TRANSACTION, status: 'PENDING_USER_APPROVAL' }
    let answered: Record<string, unknown> = pending
    world.harness.upstream.on('GET /v1/baas/transactions*', () => ({ content: answered }))
    const following = world.harness.bff.followOutcomes()
    try {
      await holdFromPage(world.harness, inSeconds(120))
      pass(71)
      await expect
        .poll(async () => (await describeHosted(world.admin)).polling.heardAtDatetime)
        .not.toBeNull()
      expect((await describeHosted(world.admin)).polling.works).toBe(true)
      answered = { ...TRANSACTION, status: 'CONFIRMED', transactionHash: HASH }
      pass(31)
      await expect.poll(async () => (await describeHosted(world.admin)).open).toBe(0)
    } finally {
      await following.stop()
    }
    speakOnlyTheSpecification(world.harness)
    expect(await contentOf(world.admin.browser.send(`/api/baas/transactions/${UUID}`))).toMatchObject({
      status: 'CONFIRMED',
      learntFrom: 'poll',
      transactionHash: HASH,
    })
  })

  test('behavior: a service without the path is not asked again at every look', async () => {
    await holdFromPage(world.harness, inSeconds(600))
    await read()
    world.harness.upstream.seen.length = 0
    await read()
    expect(world.harness.upstream.seen.filter(({ path }) => path.includes(UUID))).toEqual([])
    expect((await describeHosted(world.admin)).polling).toEqual({ works: false, heardAtDatetime: null })
    pass(3_601)
    await read()
    expect(world.harness.upstream.seen.filter(({ path }) => path.includes(UUID))).toHaveLength(1)
  })
})

test('behavior: what one process learns, the listeners of another are told, once', async () => {
  const told: string[] = []
  const following = followOutcomes(world.harness.ctx)
  const leave = world.harness.ctx.live.subscribe({
    organizationId: ORGANIZATION.id,
    listener: {
      onEvent: ({ type, data }) => void told.push(`${type} ${data.digest} ${data.transactionUuid}`),
    },
  })
  try {
    const { read: readAgain } = await holdFromPage(world.harness, inSeconds(600))
    const { digest } = await readAgain()
    const path = await setUpWebhook(world.admin)
    await deliver(world.harness, path, { id: 'evt_1', at: now() })
    await deliver(world.harness, path, { id: 'evt_2', at: now() })
    await deliver(world.harness, path, { id: 'evt_3', type: 'transaction.confirmed', at: now() })
    const expected = ['held', 'approved', 'confirmed'].map((name) => `transaction.${name} ${digest} ${UUID}`)
    await expect.poll(() => told, { timeout: 10_000 }).toEqual(expected)
  } finally {
    leave()
    await following.stop()
  }
})
