import type { Hex } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { alertListSchema } from '#protocol/alerts.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import { EVENT_FIELDS, eventListSchema, type OrganizationEvent } from '#protocol/events.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { waitFor } from '#protocol/testing/wait-for.ts'
import { alertKinds } from '#service/alerts/alert-kinds.ts'
import { evaluateAlerts } from '#service/alerts/raise-alerts.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type { CoSignerAt } from '#service/chain/wallet-authority.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import type { TestWallet } from '#service/testing/wallet-requests.ts'
import { recordAuthorityEvents, recordEndedRemovals } from './authority-events.ts'
import { followOutcomes } from './follow-outcomes.ts'
import { outcomeChain } from './outcome-chain.ts'
import { outcomeStore } from './outcome-store.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const WAIT = { timeout: 120_000 }

const world = await forFile(serviceWorld.wallets())
const { ctx } = world
const coSigner = world.chain.sender
const kinds = alertKinds(ctx).filter(({ kind }) => kind === 'co-signer-removal' || kind === 'key-added')

afterEach(async () => {
  await ctx.db.deleteFrom('alerts').execute()
})

async function run(wallet: TestWallet, data: Hex): Promise<void> {
  const { content, text } = await world.execute(world.signed(wallet, { toAddress: wallet.address, data }))
  expect(content.transactionHash, text).toBeDefined()
  expect(await world.settled(content.transactionHash)).toMatchObject({ status: 'CONFIRMED' })
}
const setCoSigner = encodeCall('setCoSigner(address)', [coSigner])
const startRemoval = encodeCall('startCoSignerRemoval()', [])

async function reported({ address }: TestWallet): Promise<OrganizationEvent[]> {
  const { content } = await world.call('GET', '/v1/org/events?afterSequence=0&limit=200')
  return eventListSchema
    .parse(content)
    .filter(({ type, data }) => /^wallet\.(cosigner|key)\./.test(type) && data.walletAddress === address)
}
const typesOf = async (wallet: TestWallet) => (await reported(wallet)).map(({ type }) => type)

/** Mines an empty block, so that the chain's time advances. */
const passTime = async (ms: number) => {
  world.clock.advance(ms)
  await world.chain.mintCoins(coSigner, 1n)
}

test('behavior: reports a co-signer, the start of its removal and its effect, each once, with the promised fields', async () => {
  const wallet = await world.createWallet({ externalUserId: 'user-7', email: 'user-7@example.com' })
  await run(wallet, setCoSigner)
  await run(wallet, startRemoval)
  await expect
    .poll(() => typesOf(wallet), WAIT)
    .toEqual(['wallet.cosigner.set', 'wallet.cosigner.removal.started'])
  await passTime(3 * DAY_MS + 60_000)
  await expect.poll(() => typesOf(wallet), WAIT).toContain('wallet.cosigner.removed')
  const [set, started, removed, ...others] = await reported(wallet)
  expect(others).toEqual([])
  const common = { walletAddress: wallet.address, externalUserId: 'user-7' }
  expect(set?.data).toMatchObject({ ...common, coSigner: checksumAddress(coSigner) })
  expect(started?.data).toMatchObject({ ...common, coSigner: checksumAddress(coSigner) })
  expect(Date.parse(started?.data.coSignerUntil ?? '')).toBeLessThan(world.clock.now().getTime())
  expect(removed?.data).toMatchObject(common)
  expect(Object.keys(set?.data ?? {}).toSorted()).toEqual(EVENT_FIELDS['wallet.cosigner.set'].toSorted())
  expect(Object.keys(started?.data ?? {}).toSorted()).toEqual(
    EVENT_FIELDS['wallet.cosigner.removal.started'].toSorted(),
  )
})

test('behavior: an objection delays the effect to thirty days', async () => {
  const wallet = await world.createWallet()
  await run(wallet, setCoSigner)
  await run(wallet, startRemoval)
  await world.chain.send({ to: wallet.address, data: encodeCall('objectToRemoval()', []) })
  await passTime(4 * DAY_MS)
  await followOnce()
  expect(await typesOf(wallet)).not.toContain('wallet.cosigner.removed')
  await passTime(27 * DAY_MS)
  await expect.poll(() => typesOf(wallet), WAIT).toContain('wallet.cosigner.removed')
})

test('behavior: reports added and removed keys with their numbers', async () => {
  const wallet = await world.createWallet()
  const { qx, qy, qxHex, qyHex } = createSoftwarePasskey(wallet.organization.domain)
  const point = [String(qx), String(qy)]
  await run(wallet, encodeCall('addKey(uint256,uint256)', point))
  await run(wallet, encodeCall('removeKey(uint256,uint256)', point))
  await expect.poll(() => typesOf(wallet), WAIT).toEqual(['wallet.key.added', 'wallet.key.removed'])
  for (const { data } of await reported(wallet))
    expect(data).toMatchObject({ keyNumber: 1, qx: bare(qxHex), qy: bare(qyHex) })
})

const bare = (hex: string) => hex.replace(/^0x/, '').toLowerCase().padStart(64, '0')
const follow = () => followOutcomes({ chain: outcomeChain(ctx), store: outcomeStore(ctx) })
const followOnce = () => waitFor('the newest block to be followed', async () => !(await follow()))

test('behavior: two processes that read the same blocks report a change once', async () => {
  const wallet = await world.createWallet()
  await run(wallet, setCoSigner)
  await Promise.all([follow(), follow(), follow()])
  await expect.poll(() => typesOf(wallet), WAIT).toEqual(['wallet.cosigner.set'])
  const change = {
    kind: 'co-signer-set' as const,
    wallet: lowerCase(wallet.address),
    transactionHash: `0x${'9'.repeat(64)}` as const,
    log: 'a log',
    coSigner,
  }
  const record = () => ctx.db.transaction().execute((trx) => recordAuthorityEvents(ctx, trx, [change]))
  await Promise.all([record(), record()])
  await record()
  await expect.poll(() => typesOf(wallet), WAIT).toHaveLength(2)
})

test('behavior: the same log from a contract that is no wallet of the service is not reported', async () => {
  const count = async () =>
    (
      await ctx.db
        .selectFrom('events')
        .select((select) => select.fn.countAll().as('count'))
        .execute()
    )[0]
  const before = await count()
  const change = {
    kind: 'co-signer-set' as const,
    wallet: '0x000000000000000000000000000000000000dead' as const,
    transactionHash: `0x${'8'.repeat(64)}` as const,
    log: 'a log',
    coSigner,
  }
  await ctx.db.transaction().execute((trx) => recordAuthorityEvents(ctx, trx, [change]))
  expect(await count()).toEqual(before)
})

test('behavior: a removal is an alert until it takes effect, an added key for three days', async () => {
  const wallet = await world.createWallet({ label: 'Treasury' })
  const { qx, qy } = createSoftwarePasskey(wallet.organization.domain)
  await run(wallet, encodeCall('addKey(uint256,uint256)', [String(qx), String(qy)]))
  await run(wallet, setCoSigner)
  await run(wallet, startRemoval)
  await expect.poll(() => typesOf(wallet), WAIT).toHaveLength(3)
  const raised = async () => {
    await evaluateAlerts(ctx, kinds)
    const { content } = await world.call('GET', '/v1/org/alerts')
    const ofWallet = alertListSchema.parse(content).filter(({ subject }) => subject === wallet.address)
    return ofWallet.map(({ kind, name }) => `${kind} of ${name}`).toSorted()
  }
  expect(await raised()).toEqual(['co-signer-removal of Treasury', 'key-added of Treasury'])
  await passTime(3 * DAY_MS + 60_000)
  expect(await raised()).toEqual([])
})

describe('a removal whose time has come', () => {
  const END = 9_000_000_000n

  beforeEach(async () => {
    // The service may not have recorded the end of an earlier test's removal yet.
    await ctx.db.updateTable('wallet_authority_events').set({ removal_is_over: true }).execute()
  })

  /** Starts a removal that ends long after the blocks that the service follows. */
  async function removal(): Promise<TestWallet> {
    const wallet = await world.createWallet()
    const change = {
      kind: 'removal-started' as const,
      wallet: lowerCase(wallet.address),
      transactionHash: `0x${'7'.repeat(64)}` as const,
      log: 'a log',
      coSigner,
      endsAtSeconds: END,
    }
    await ctx.db.transaction().execute((trx) => recordAuthorityEvents(ctx, trx, [change]))
    return wallet
  }
  /**
   * Runs one round at a final block with the time of `block`. `answer` is the state of the wallet that the
   * node reports.
   */
  const round = ({ address }: TestWallet, answer: CoSignerAt | undefined) =>
    recordEndedRemovals(ctx, { number: 7n, timestamp: END }, async (wallets, at) => {
      expect(at).toBe(7n)
      expect(wallets).toEqual([lowerCase(address)])
      return new Map(answer === undefined ? [] : [[lowerCase(address), answer]])
    })
  const REMOVED = 'wallet.cosigner.removed'

  test.each([
    ['nothing', undefined],
    ['the co-signer and the same end, because it is behind', { coSigner, untilSeconds: END }],
  ])('behavior: stays open while the node returns %s', async (_, answer) => {
    const wallet = await removal()
    await round(wallet, answer)
    expect(await typesOf(wallet)).not.toContain(REMOVED)
    const removed = { coSigner: undefined, untilSeconds: END }
    await round(wallet, removed)
    await expect.poll(() => typesOf(wallet), WAIT).toContain(REMOVED)
    expect((await typesOf(wallet)).filter((type) => type === REMOVED)).toEqual([REMOVED])
  })

  test.each([
    ['another end', END + 1n],
    ['no end', 0n],
  ])('behavior: is void once the wallet has a co-signer with %s', async (_, untilSeconds) => {
    const wallet = await removal()
    await round(wallet, { coSigner, untilSeconds })
    // The removal is decided, so later responses of the node change nothing.
    await recordEndedRemovals(ctx, { number: 8n, timestamp: END }, () => {
      throw new Error('asked about a removal that is void')
    })
    expect(await typesOf(wallet)).not.toContain(REMOVED)
  })

  test('behavior: many undecided removals do not delay the report of a later one', async () => {
    const undecided = await world.createWallet()
    const changes = Array.from({ length: 45 }, (_, index) => ({
      kind: 'removal-started' as const,
      wallet: lowerCase(undecided.address),
      transactionHash: `0x${'6'.repeat(64)}` as const,
      log: `log ${index}`,
      coSigner,
      endsAtSeconds: END - 1n,
    }))
    await ctx.db.transaction().execute((trx) => recordAuthorityEvents(ctx, trx, changes))
    // Each start replaces the former one. In this test all of them stay open.
    await ctx.db
      .updateTable('wallet_authority_events')
      .set({ removal_is_over: false })
      .where('wallet_address', '=', lowerCase(undecided.address))
      .execute()
    const later = await removal()
    const removed = new Map([[lowerCase(later.address), { coSigner: undefined, untilSeconds: END }]])
    await recordEndedRemovals(ctx, { number: 9n, timestamp: END }, () => Promise.resolve(removed))
    await expect.poll(() => typesOf(later), WAIT).toContain(REMOVED)
  })
})
