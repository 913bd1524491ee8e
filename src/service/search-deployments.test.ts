import { describe, expect, test } from 'vitest'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { encodeDeployCall } from '#service/chain/factory-contract.ts'
import { readDeployedWallet } from '#service/chain/find-deployments.ts'
import { quantitySchema } from '#service/chain/rpc-schemas.ts'
import { toKeyFields, type TestWallet } from '#service/testing/wallet-requests.ts'
import { adoptWallet } from './adopt-wallet.ts'
import { createDeploymentSearch } from './search-deployments.ts'
import { serviceWorld } from './testing/service-world.ts'

const world = await forFile(serviceWorld.wallets())
const other = await world.addOrganization('Other', 'other.example')
const { ctx, chain } = world

const RECIPIENT = '0x00000000000000000000000000000000beef0001'
const rowOf = ({ address }: Pick<TestWallet, 'address'>) =>
  ctx.db.selectFrom('wallets').selectAll().where('address', '=', address.toLowerCase()).executeTakeFirst()
/** Deletes a wallet as a restore to a moment before its creation does. */
const lose = ({ address }: Pick<TestWallet, 'address'>) =>
  ctx.db.deleteFrom('wallets').where('address', '=', address.toLowerCase()).execute()
const head = () => chain.chain.rpc.request(quantitySchema, 'eth_blockNumber', [])

const PAST = new Date(0)
const requestSearch = (from: bigint, until?: Date) =>
  ctx.db
    .insertInto('deployment_searches')
    .values({ chain_id: ctx.chain.id, next_block: from.toString(), ...(until && { search_until: until }) })
    .execute()

/** Requests a search of the present blocks and waits until it has ended. */
async function search(from: bigint): Promise<void> {
  await requestSearch(from, PAST)
  const job = createDeploymentSearch(ctx)
  job.start()
  await expect.poll(() => ctx.db.selectFrom('deployment_searches').selectAll().execute()).toEqual([])
  await job.stop()
}

describe('a search for lost deployments', () => {
  test('behavior: wallets deployed alone and in a bundle → listed again, with their deployment, and they execute', async () => {
    const from = await head()
    const alone = await world.createWallet({ coins: 10n, externalUserId: 'user-1' })
    const bundled = await Promise.all([1, 2, 3].map(() => world.createWallet()))
    const theirs = await world.createWallet({ organization: other })
    const kept = await world.createWallet()
    // The service stores the time of its response to a creation only after sending the response.
    await expect.poll(async () => (await rowOf(kept))?.answered_at).toBeInstanceOf(Date)
    const before = await rowOf(kept)
    const hashes = await Promise.all(
      [alone, ...bundled].map(async (one) => (await rowOf(one))?.transaction_hash),
    )
    for (const wallet of [alone, ...bundled, theirs]) await lose(wallet)
    await search(from)
    const found = await Promise.all([alone, ...bundled].map(rowOf))
    expect(found).toMatchObject(
      hashes.map((transaction_hash) => ({
        organization_id: world.demo.id,
        status: 'deployed',
        transaction_hash,
        external_user_id: '',
        email: '',
      })),
    )
    expect(await rowOf(theirs)).toMatchObject({ organization_id: other.id })
    expect(await rowOf(kept)).toEqual(before)
    const answer = await world.execute(world.signed(alone, world.transfer(RECIPIENT, 4n)))
    expect(answer.status).toBe(200)
    await world.settled(answer.content.transactionHash)
    expect(await world.coinsOf(RECIPIENT)).toBe(4n)
  })

  test('behavior: a lost deployment that is mined after the search has reached the newest block → listed again', async () => {
    await requestSearch(await head())
    const early = createDeploymentSearch(ctx)
    early.start()
    const next = async () =>
      BigInt(
        (await ctx.db.selectFrom('deployment_searches').select('next_block').executeTakeFirstOrThrow())
          .next_block,
      )
    const reached = await head()
    await expect.poll(next).toBeGreaterThanOrEqual(reached)
    await early.stop()
    const late = await world.createWallet()
    await lose(late)
    await ctx.db.updateTable('deployment_searches').set({ search_until: PAST }).execute()
    const job = createDeploymentSearch(ctx)
    job.start()
    await expect.poll(() => ctx.db.selectFrom('deployment_searches').selectAll().execute()).toEqual([])
    await job.stop()
    expect(await rowOf(late)).toMatchObject({ status: 'deployed' })
  })

  test('error: a wallet on a domain of no organization, or deployed by another sender → not adopted', async () => {
    const from = await head()
    const lost = await world.createWallet({ organization: other })
    await lose(lost)
    await ctx.db
      .updateTable('organization_domains')
      .set({ verified_at: null })
      .where('organization_id', '=', other.id)
      .execute()
    const foreign = createSoftwarePasskey('localhost')
    const address = walletAddress({ factory: ctx.chain.factory, ...foreign })
    await chain.send({ to: ctx.chain.factory, data: encodeDeployCall(foreign) })
    await search(from)
    expect([await rowOf(lost), await rowOf({ address })]).toEqual([undefined, undefined])
    await ctx.db
      .updateTable('organization_domains')
      .set({ verified_at: new Date() })
      .where('organization_id', '=', other.id)
      .execute()
  })
})

describe('adoption of one wallet', () => {
  test('behavior: an end-user named by the operator → linked once, and invited to approve', async () => {
    const wallet = await world.createWallet()
    await lose(wallet)
    const found = await readDeployedWallet(ctx.chain, wallet.address)
    if (found === undefined) throw new Error('no wallet was read')
    const endUser = { externalUserId: 'user-7', email: 'User7@example.com' }
    expect(await adoptWallet(ctx, { wallet: found })).toBe('adopted')
    expect(await adoptWallet(ctx, { wallet: found })).toBe('known')
    expect(await adoptWallet(ctx, { wallet: found, endUser })).toBe('linked')
    expect(await adoptWallet(ctx, { wallet: found, endUser: { ...endUser, externalUserId: 'user-8' } })).toBe(
      'known',
    )
    expect(await rowOf(wallet)).toMatchObject({ external_user_id: 'user-7', email: 'user7@example.com' })
    const approver = await world.call('GET', `/v1/org/wallets/${wallet.address}/approver`)
    expect(approver.content).toEqual({ state: 'invited' })
  })

  test('error: the end-user of a creation → never replaced', async () => {
    const wallet = await world.createWallet()
    const found = await readDeployedWallet(ctx.chain, wallet.address)
    if (found === undefined) throw new Error('no wallet was read')
    const endUser = { externalUserId: 'thief', email: 'thief@example.com' }
    expect(await adoptWallet(ctx, { wallet: found, endUser })).toBe('known')
    expect(await rowOf(wallet)).toMatchObject({ external_user_id: '' })
  })

  test('error: an address without a wallet of this factory → none', async () => {
    expect(await readDeployedWallet(ctx.chain, RECIPIENT)).toBeUndefined()
    expect(await readDeployedWallet(ctx.chain, ctx.chain.factory)).toBeUndefined()
  })
})

describe('POST /wallets for a wallet that is on the chain and unknown', () => {
  const createBy = async (of: typeof world.demo, passkey: TestWallet['passkey'], fields = {}) => {
    const email = `${passkey.qxHex.slice(0, 12)}@example.com`
    const verificationCode = await world.requestCode(email, of)
    const body = { ...toKeyFields(passkey), email, verificationCode, ...fields }
    return world.call('POST', '/v1/baas/wallets', { key: of.key, body })
  }

  test('error: lost in a restore, or deployed by another sender first → refused, until it is adopted', async () => {
    const lost = await world.createWallet()
    await lose(lost)
    const passkey = createSoftwarePasskey('localhost')
    await chain.send({ to: ctx.chain.factory, data: encodeDeployCall(passkey) })
    for (const one of [lost.passkey, passkey]) {
      const address = walletAddress({ factory: ctx.chain.factory, ...one })
      const refused = await createBy(world.demo, one, { externalUserId: 'thief' })
      expect(refused).toMatchObject({ status: 400, content: { code: 'WALLET_ALREADY_DEPLOYED' } })
      expect(await rowOf({ address })).toBeUndefined()
      const wallet = await readDeployedWallet(ctx.chain, address)
      if (wallet === undefined) throw new Error('no wallet was read')
      const endUser = { externalUserId: 'user-9', email: 'user9@example.com' }
      expect(await adoptWallet(ctx, { wallet, endUser })).toBe('adopted')
      expect(await rowOf({ address })).toMatchObject({ external_user_id: 'user-9' })
    }
  })

  test('error: another organization that knows the key → refused, because the domain is not its own', async () => {
    const lost = await world.createWallet()
    await lose(lost)
    expect((await createBy(other, lost.passkey)).content.code).toBe('RP_ID_HASH_NOT_REGISTERED')
    expect(await rowOf(lost)).toBeUndefined()
  })

  test('error: a wallet that the search has adopted → not taken by a creation', async () => {
    const from = await head()
    const lost = await world.createWallet()
    await lose(lost)
    await search(from)
    const taken = await createBy(world.demo, lost.passkey, { externalUserId: 'thief' })
    expect(taken.content.code).toBe('WALLET_ALREADY_DEPLOYED')
    expect(await rowOf(lost)).toMatchObject({ external_user_id: '' })
  })
})
