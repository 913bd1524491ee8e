import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { executeDigest } from '#shared/signing/execute-digest.ts'
import { recordedTransactionListSchema, recordedTransactionSchema } from '#shared/org/hosted-upstream.ts'
import {
  ORGANIZATION,
  contentOf,
  enrolAdmin,
  errorOf,
  request,
  startHarness,
  type Admin,
  type Harness,
} from '#bff/testing/harness.ts'
import {
  CHAIN,
  deliver,
  describe as describeHosted,
  holdFromPage,
  setUpWebhook,
  speakOnlyTheSpecification,
} from '#bff/testing/hosted.ts'
import { followOutcomes } from './follow-outcomes.ts'
import { fromPage } from '#bff/testing/shop.ts'
import { HASH, TOKEN } from '#bff/testing/upstream-stand-in.ts'
import { EXECUTE, MINE, TRANSACTION, UUID } from '#bff/testing/widget-bodies.ts'

let harness: Harness
let admin: Admin
let nowMs = Date.parse('2026-11-21T10:00:00.000Z')
const now = () => new Date(nowMs)

beforeAll(async () => {
  harness = await startHarness({ hostedUpstream: true, hostedChain: CHAIN, clock: { now } })
})
beforeEach(async () => {
  nowMs += 3_600_000
  await harness.reset()
  speakOnlyTheSpecification(harness)
  admin = await enrolAdmin(harness)
})
afterAll(() => harness.close())

const inSeconds = (seconds: number) => String(Math.floor(nowMs / 1000) + seconds)
/** As the console reads it: its session outlives a widget's. */
const send = () => admin.browser.send(`/api/baas/transactions/${UUID}`)
const read = async () => recordedTransactionSchema.parse(await contentOf(await send()))
const pass = (seconds: number) => void (nowMs += seconds * 1000)

describe('the record of a held transaction', () => {
  test('behavior: answers the widget where the service has no path, with the digest that was signed and our own deadline', async () => {
    const expiration = inSeconds(600)
    const { read } = await holdFromPage(harness, expiration)
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
    const { read } = await holdFromPage(harness, inSeconds(86_000))
    expect((await read()).approval?.expiresAtDatetime).toBe(new Date(nowMs + 900_000).toISOString())
  })

  test('behavior: is listed in the console, newest first and in pages, also by wallet and status', async () => {
    let count = 0
    const uuids = [1, 2, 3].map((digit) => `5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4${digit}`)
    harness.upstream.on('POST /v1/baas/transactions/execute', () => ({
      content: { success: true, status: 'PENDING_USER_APPROVAL', transactionUuid: uuids[count++] ?? UUID },
    }))
    for (const _ of uuids) {
      pass(1)
      const body = { ...EXECUTE, expiration: inSeconds(600) }
      expect((await admin.browser.post('/api/baas/transactions/execute', body)).status).toBe(200)
    }
    const list = async (query: string) => {
      const answered = await admin.browser.send(`/api/baas/transactions?${query}`)
      const content = recordedTransactionListSchema.parse(await contentOf(answered))
      return {
        uuids: content.map(({ transactionUuid }) => transactionUuid),
        link: answered.headers.get('link'),
      }
    }
    const first = await list('limit=2')
    expect(first.uuids).toEqual([uuids[2], uuids[1]])
    const next = /<([^>]*)>/.exec(first.link ?? '')?.[1] ?? ''
    const second = await list(new URL(next).search.slice(1))
    expect(second).toEqual({ uuids: [uuids[0]], link: null })
    expect((await list(`wallet=${MINE.toLowerCase()}`)).uuids).toHaveLength(3)
    expect((await list(`wallet=0x${'1'.repeat(40)}`)).uuids).toEqual([])
    expect((await list('status=REJECTED')).uuids).toEqual([])
  })

  test('error: a transaction that nobody here executed is not made up', async () => {
    const answered = await admin.browser.send(`/api/baas/transactions/${UUID}`)
    expect(await errorOf(answered)).toMatchObject({ status: 501, code: 'UPSTREAM_LACKS' })
  })

  test('error: another user’s page does not read it', async () => {
    const { token } = await holdFromPage(harness, inSeconds(600))
    harness.upstream.wallets.length = 0
    expect((await fromPage(harness, token, `/transactions/${UUID}`)).status).toBe(404)
  })

  test('behavior: a service that is away is said to be away, and no old state is shown for a new one', async () => {
    await holdFromPage(harness, inSeconds(600))
    await read()
    pass(3_601)
    harness.upstream.on('GET /v1/baas/transactions*', () => ({
      status: 503,
      content: { message: 'down', code: 'UNAVAILABLE' },
    }))
    expect(await errorOf(await send())).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
  })
})

describe('a webhook of the service', () => {
  test.each([
    ['transaction.approved', 'APPROVED'],
    ['transaction.rejected', 'REJECTED'],
    ['transaction.expired', 'EXPIRED'],
    ['transaction.submitted', 'SUBMITTED'],
    ['transaction.confirmed', 'CONFIRMED'],
    ['transaction.failed', 'FAILED'],
  ])('behavior: %s moves the record to %s', async (type, status) => {
    const { read } = await holdFromPage(harness, inSeconds(600))
    const path = await setUpWebhook(admin)
    expect((await deliver(harness, path, { type, at: now() })).status).toBe(200)
    expect(await read()).toMatchObject({ status, learntFrom: 'webhook' })
  })

  test('behavior: the outcome may come before, twice, in another order, and in a plain form; the end is the same', async () => {
    const path = await setUpWebhook(admin)
    const data = {
      transactionUuid: UUID.toUpperCase(),
      transactionHash: HASH.toUpperCase().replace('0X', '0x'),
    }
    const confirmed = { id: 'evt_2', type: 'transaction.confirmed', data, at: now() }
    expect((await deliver(harness, path, confirmed)).status).toBe(200)
    const { read } = await holdFromPage(harness, inSeconds(600))
    expect(await read()).toMatchObject({ status: 'CONFIRMED', transactionHash: HASH })
    expect((await deliver(harness, path, confirmed)).status).toBe(200)
    expect((await deliver(harness, path, { id: 'evt_1', at: now() })).status).toBe(200)
    const plain = JSON.stringify({ event: 'transaction.rejected', transactionUuid: UUID })
    expect((await deliver(harness, path, { id: 'evt_3', body: plain, at: now() })).status).toBe(200)
    expect(await read()).toMatchObject({ status: 'CONFIRMED', transactionHash: HASH })
  })

  test('behavior: a plain body with the event’s name and the uuid is enough', async () => {
    const { read } = await holdFromPage(harness, inSeconds(600))
    const path = await setUpWebhook(admin)
    const body = JSON.stringify({
      event: 'transaction.rejected',
      transactionUuid: UUID,
      reason: 'no\nthanks',
    })
    await deliver(harness, path, { body, at: now() })
    expect(await read()).toMatchObject({ status: 'REJECTED', reason: 'no thanks' })
  })

  test.each([
    ['an unknown type', { type: 'invoice.paid' }],
    ['a test', { type: 'webhook.test', data: {} }],
    ['no transaction', { data: { other: 1 } }],
    ['no JSON', { body: 'hello' }],
  ])('behavior: %s is accepted, heard and ignored', async (_, delivery) => {
    const { read } = await holdFromPage(harness, inSeconds(600))
    const path = await setUpWebhook(admin)
    expect((await deliver(harness, path, { ...delivery, at: now() })).status).toBe(200)
    expect(await read()).toMatchObject({ status: 'PENDING_USER_APPROVAL' })
    expect((await describeHosted(admin)).webhook.heardAtDatetime).toBe(now().toISOString())
  })

  test('error: a wrong secret, an old time and a missing header are refused, and the console says why', async () => {
    const { read } = await holdFromPage(harness, inSeconds(6_000))
    const path = await setUpWebhook(admin)
    const wrong = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
    const refused = await deliver(harness, path, { secret: wrong, at: now() })
    expect(await errorOf(refused)).toMatchObject({ status: 401, code: 'WEBHOOK_REFUSED' })
    expect((await describeHosted(admin)).webhook.refused?.reason).toContain('not signed with the secret')
    for (const seconds of [-301, 301]) {
      const at = new Date(nowMs + seconds * 1000)
      expect((await deliver(harness, path, { at })).status).toBe(401)
    }
    expect((await describeHosted(admin)).webhook.refused?.reason).toContain('five minutes')
    expect((await harness.bff.fetch(request(path, { method: 'POST', raw: '{}' }))).status).toBe(401)
    expect(await read()).toMatchObject({ status: 'PENDING_USER_APPROVAL' })
    expect((await describeHosted(admin)).webhook.heardAtDatetime).toBeNull()
  })

  test('error: an unknown webhook answers as an unknown path, and before the secret is entered it is asked to come again', async () => {
    const unknown = await deliver(harness, `/api/upstream/webhooks/${UUID}`, { at: now() })
    const nothing = await deliver(harness, '/api/upstream/webhooks/none/at/all', { at: now() })
    expect(await errorOf(unknown)).toEqual(await errorOf(nothing))
    expect(unknown.status).toBe(404)
    const { webhook } = await describeHosted(admin)
    const early = await deliver(harness, new URL(webhook.url).pathname, { at: now() })
    expect(await errorOf(early)).toMatchObject({ status: 503, code: 'WEBHOOK_SECRET_MISSING' })
    expect(early.headers.get('retry-after')).toBe('60')
  })
})

describe('an approved transaction', () => {
  const approve = async (types: string[]) => {
    await holdFromPage(harness, inSeconds(600))
    await read()
    const path = await setUpWebhook(admin)
    for (const type of types) await deliver(harness, path, { id: type, type, at: now() })
    pass(21)
    return read()
  }

  test('behavior: is said to be untold where nothing tells of the chain, and not before a moment has passed', async () => {
    expect(await approve(['transaction.approved'])).toMatchObject({ status: 'APPROVED', untold: true })
    expect((await describeHosted(admin)).open).toBe(1)
  })

  test('behavior: is waited for where the webhooks tell of the chain', async () => {
    const submitted = await approve(['transaction.approved', 'transaction.submitted'])
    expect(submitted).toMatchObject({ status: 'SUBMITTED' })
    expect(submitted.untold).toBeUndefined()
  })
})

describe('our own clock', () => {
  test('behavior: ends what nobody was heard to decide, a moment after the deadline, and says that it was the clock', async () => {
    const { read } = await holdFromPage(harness, inSeconds(120))
    pass(65)
    expect(await read()).toMatchObject({ status: 'PENDING_USER_APPROVAL' })
    pass(6)
    expect(await read()).toMatchObject({ status: 'EXPIRED', learntFrom: 'clock' })
    expect((await describeHosted(admin)).ownClock.usedAtDatetime).toBe(now().toISOString())
  })

  test('behavior: gives way to the service’s own word, however late', async () => {
    await holdFromPage(harness, inSeconds(120))
    const path = await setUpWebhook(admin)
    pass(71)
    expect(await read()).toMatchObject({ status: 'EXPIRED' })
    await deliver(harness, path, { at: now() })
    expect(await read()).toMatchObject({ status: 'APPROVED', learntFrom: 'webhook' })
    pass(3_600)
    expect(await read()).toMatchObject({ status: 'APPROVED' })
  })
})

describe('asking the service', () => {
  test('behavior: goes on in the background where the service answers, and no clock of ours ends what it says still waits', async () => {
    const pending = { ...TRANSACTION, status: 'PENDING_USER_APPROVAL' }
    let answered: Record<string, unknown> = pending
    harness.upstream.on('GET /v1/baas/transactions*', () => ({ content: answered }))
    const following = harness.bff.followOutcomes()
    try {
      await holdFromPage(harness, inSeconds(120))
      pass(71)
      await expect.poll(async () => (await describeHosted(admin)).polling.heardAtDatetime).not.toBeNull()
      expect((await describeHosted(admin)).polling.works).toBe(true)
      answered = { ...TRANSACTION, status: 'CONFIRMED', transactionHash: HASH }
      pass(31)
      await expect.poll(async () => (await describeHosted(admin)).open).toBe(0)
    } finally {
      await following.stop()
    }
    speakOnlyTheSpecification(harness)
    const recorded = await admin.browser.send(`/api/baas/transactions/${UUID}`)
    expect(await contentOf(recorded)).toMatchObject({
      status: 'CONFIRMED',
      learntFrom: 'poll',
      transactionHash: HASH,
    })
  })

  test('behavior: a service without the path is not asked again at every look', async () => {
    await holdFromPage(harness, inSeconds(600))
    await read()
    harness.upstream.seen.length = 0
    await read()
    expect(harness.upstream.seen.filter(({ path }) => path.includes(UUID))).toEqual([])
    expect((await describeHosted(admin)).polling).toEqual({ works: false, heardAtDatetime: null })
    pass(3_601)
    await read()
    expect(harness.upstream.seen.filter(({ path }) => path.includes(UUID))).toHaveLength(1)
  })
})

test('behavior: what one process learns, the listeners of another are told, once', async () => {
  const told: string[] = []
  const following = followOutcomes(harness.ctx)
  const leave = harness.ctx.live.subscribe({
    organizationId: ORGANIZATION.id,
    listener: {
      onEvent: ({ type, data }) => void told.push(`${type} ${data.digest} ${data.transactionUuid}`),
    },
  })
  try {
    const { read: readAgain } = await holdFromPage(harness, inSeconds(600))
    const { digest } = await readAgain()
    const path = await setUpWebhook(admin)
    await deliver(harness, path, { id: 'evt_1', at: now() })
    await deliver(harness, path, { id: 'evt_2', at: now() })
    await deliver(harness, path, { id: 'evt_3', type: 'transaction.confirmed', at: now() })
    const expected = ['held', 'approved', 'confirmed'].map((name) => `transaction.${name} ${digest} ${UUID}`)
    await expect.poll(() => told, { timeout: 10_000 }).toEqual(expected)
  } finally {
    leave()
    await following.stop()
  }
})
