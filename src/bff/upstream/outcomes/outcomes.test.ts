import { describe, expect, test } from 'vitest'
import { readContent, readError } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import {
  CHAIN,
  deliver,
  describe as describeHosted,
  holdFromPage,
  setUpWebhook,
  speakOnlyTheSpecification,
} from '#bff/testing/hosted.ts'
import { fromPage } from '#bff/testing/shop.ts'
import { ORGANIZATION } from '#bff/testing/test-bff.ts'
import { HASH, TOKEN } from '#bff/testing/upstream-stand-in.ts'
import { EXECUTE, MINE, TRANSACTION, UUID } from '#bff/testing/widget-bodies.ts'
import { executeRequestSchema } from '#protocol/execute-transaction.ts'
import { recordedTransactionListSchema } from '#protocol/hosted-upstream.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { noteOutcome, rememberHeld } from './note-outcome.ts'

const world = await consoleWorld.hosted()
const { now, pass, inSeconds, send, read } = world

describe('the record of a held transaction', () => {
  test('behavior: is returned to the widget if the service lacks the path, with the signed digest and our deadline', async () => {
    const expiration = inSeconds(600)
    const { read } = await holdFromPage(world, expiration)
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

  test('behavior: stays open for 15 minutes if the signed call is valid for longer', async () => {
    const { read } = await holdFromPage(world, inSeconds(86_000))
    expect((await read()).approval?.expiresAtDatetime).toBe(new Date(now().getTime() + 900_000).toISOString())
  })

  test('behavior: is listed in the console, newest first, in pages, and filtered by wallet and status', async () => {
    let count = 0
    const uuids = [1, 2, 3].map((digit) => `5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4${digit}`)
    world.upstream.on('POST /v1/baas/transactions/execute', () => ({
      content: { success: true, status: 'PENDING_USER_APPROVAL', transactionUuid: uuids[count++] ?? UUID },
    }))
    for (const _ of uuids) {
      pass(1)
      const body = { ...EXECUTE, expiration: inSeconds(600) }
      expect((await world.admin.browser.post('/api/baas/transactions/execute', body)).status).toBe(200)
    }
    const list = async (query: string) => {
      const answered = await world.admin.browser.send(`/api/baas/transactions?${query}`)
      const content = recordedTransactionListSchema.parse(await readContent(answered))
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

  test('error: a transaction that was not executed here has no record', async () => {
    const answered = await world.admin.browser.send(`/api/baas/transactions/${UUID}`)
    expect(await readError(answered)).toMatchObject({ status: 501, code: 'UPSTREAM_LACKS' })
  })

  test('error: another user’s page cannot read it', async () => {
    const { token } = await holdFromPage(world, inSeconds(600))
    world.upstream.wallets.length = 0
    expect((await fromPage(world, token, `/transactions/${UUID}`)).status).toBe(404)
  })

  test('behavior: a service that is down is reported as down, and no old state is shown as current', async () => {
    await holdFromPage(world, inSeconds(600))
    await read()
    pass(3_601)
    world.upstream.refuses('GET /v1/baas/transactions*', 503, {
      message: 'down',
      code: 'UNAVAILABLE',
    })
    expect(await readError(send())).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
  })
})

describe('a held transaction after its deadline', () => {
  test('behavior: has an unknown outcome shortly after the deadline, and is no longer listed as pending', async () => {
    const { read } = await holdFromPage(world, inSeconds(120))
    const waiting = async () =>
      readContent(await world.admin.browser.send('/api/baas/transactions?status=PENDING_USER_APPROVAL'))
    pass(65)
    expect(await read()).not.toHaveProperty('outcomeUnreported')
    expect(await waiting()).toHaveLength(1)
    expect((await describeHosted(world.admin)).open).toBe(1)
    pass(6)
    expect(await read()).toMatchObject({
      status: 'PENDING_USER_APPROVAL',
      outcomeUnreported: true,
      learntFrom: 'execute',
    })
    expect(await waiting()).toEqual([])
    expect((await describeHosted(world.admin)).open).toBe(0)
  })

  test('behavior: has the service’s outcome as soon as it arrives, however late', async () => {
    await holdFromPage(world, inSeconds(120))
    const path = await setUpWebhook(world.admin)
    pass(71)
    expect(await read()).toMatchObject({ outcomeUnreported: true })
    await deliver(world, path, { at: now() })
    const approved = await read()
    expect(approved).toMatchObject({ status: 'APPROVED', learntFrom: 'webhook' })
    expect(approved).not.toHaveProperty('outcomeUnreported')
  })
})

describe('polling the service', () => {
  test('behavior: the polled status is stored and used, even if the transaction is still pending after our deadline', async () => {
    const pending = { ...TRANSACTION, status: 'PENDING_USER_APPROVAL' }
    let answered: Record<string, unknown> = pending
    world.upstream.on('GET /v1/baas/transactions*', () => ({ content: answered }))
    await holdFromPage(world, inSeconds(120))
    pass(71)
    const stillWaits = await readContent(await send())
    expect(stillWaits).toMatchObject({ status: 'PENDING_USER_APPROVAL' })
    expect(stillWaits).not.toHaveProperty('outcomeUnreported')
    expect((await describeHosted(world.admin)).polling).toEqual({
      works: true,
      heardAtDatetime: now().toISOString(),
    })
    answered = { ...TRANSACTION, status: 'CONFIRMED', transactionHash: HASH }
    await send()
    expect((await describeHosted(world.admin)).open).toBe(0)
    speakOnlyTheSpecification(world)
    expect(await read()).toMatchObject({ status: 'CONFIRMED', learntFrom: 'poll', transactionHash: HASH })
  })

  test('behavior: does not request a missing path again at each read', async () => {
    await holdFromPage(world, inSeconds(600))
    await read()
    world.upstream.seen.length = 0
    await read()
    expect(world.upstream.seen.filter(({ path }) => path.includes(UUID))).toEqual([])
    expect((await describeHosted(world.admin)).polling).toEqual({ works: false, heardAtDatetime: null })
    pass(3_601)
    await read()
    expect(world.upstream.seen.filter(({ path }) => path.includes(UUID))).toHaveLength(1)
  })
})

test('behavior: sends each recorded outcome to the listeners of this process once', async () => {
  const emitted: string[] = []
  const leave = world.ctx.live.subscribe({
    organizationId: ORGANIZATION.id,
    listener: {
      onEvent: ({ type, data }) => void emitted.push(`${type} ${data.digest} ${data.transactionUuid}`),
    },
  })
  try {
    const { ctx } = world
    const request = executeRequestSchema.parse({ ...EXECUTE, expiration: inSeconds(600) })
    const result = { success: true, status: 'PENDING_USER_APPROVAL', transactionUuid: UUID } as const
    await rememberHeld(ctx, ORGANIZATION, { request, result })
    const { digest } = await read()
    const known = { transactionUuid: UUID, source: 'webhook', transactionHash: null, reason: null } as const
    await noteOutcome(ctx, ORGANIZATION.id, { ...known, status: 'APPROVED' })
    await noteOutcome(ctx, ORGANIZATION.id, { ...known, status: 'APPROVED' })
    await noteOutcome(ctx, ORGANIZATION.id, { ...known, status: 'CONFIRMED' })
    const expected = ['held', 'approved', 'confirmed'].map((name) => `transaction.${name} ${digest} ${UUID}`)
    expect(emitted).toEqual(expected)
  } finally {
    leave()
  }
})
