import type { Address } from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { abiUint, deployAnswering } from '#service/testing/answering-contract.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { bringOutside, executeUnseen } from '#service/testing/outside-execution.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import type { TestWallet } from '#service/testing/wallet-requests.ts'

const RECEIVER: Address = '0x00000000000000000000000000000000000a1234'
const THREE_DAYS_MS = 3 * 24 * 60 * 60 * 1_000

const world = await forFile(serviceWorld.wallets())
const wallet = await world.createWallet({ coins: 1_000n })
afterEach(() => void vi.restoreAllMocks())

/** A call of the wallet to itself. */
const toItself = ({ address }: TestWallet, data: `0x${string}`) => ({ toAddress: address, data })

describe('accepted calls', () => {
  test('behavior: a call that is stored but not yet broadcast gets 200 with its hash, and is sent', async () => {
    const to = newAddress()
    const submit = world.ctx.relay.submit
    vi.spyOn(world.ctx.relay, 'submit').mockImplementation(async (request) => {
      await submit(request)
      throw apiError('CHAIN_FAILED')
    })
    const answer = await world.execute(world.signed(wallet, world.transfer(to, 6n)))
    expect(answer.status, answer.text).toBe(200)
    expect(await world.settled(answer.content.transactionHash)).toMatchObject({ status: 'CONFIRMED' })
    expect(await world.coinsOf(to)).toBe(6n)
  })

  test('error: an unreachable chain before anything is stored is still a 502', async () => {
    vi.spyOn(world.ctx.relay, 'submit').mockRejectedValue(apiError('CHAIN_FAILED'))
    const answer = await world.execute(world.signed(wallet, world.transfer(newAddress(), 6n)))
    expect(answer).toMatchObject({ status: 502, content: { code: 'CHAIN_FAILED' } })
  })

  test('error: rejects a token that returns false and an address without code before anything is stored', async () => {
    const liar = await deployAnswering(world.chain, { 'transfer(address,uint256)': abiUint(0n) })
    const transfer = world.transfer(newAddress(), 1n)
    const lying = await world.execute(world.signed(wallet, { ...transfer, toAddress: liar }))
    expect(lying).toMatchObject({ status: 400, content: { code: 'TRANSACTION_REVERTS' } })
    expect(lying.content.message).toContain('the token returned false')
    const nowhere = await world.execute(world.signed(wallet, { ...transfer, toAddress: newAddress() }))
    expect(nowhere).toMatchObject({ status: 400, content: { code: 'TRANSACTION_REVERTS' } })
    expect(nowhere.content.message).toContain('no contract')
  })

  test('behavior: a token that reports no transfer in the block is CONFIRMED, and the record says what is missing', async () => {
    // This token returns true and does nothing, which no simulation detects.
    const silent = await deployAnswering(world.chain, { 'transfer(address,uint256)': abiUint(1n) })
    const body = world.signed(wallet, { ...world.transfer(newAddress(), 1n), toAddress: silent })
    const { content, text } = await world.execute(body)
    expect(content.transactionHash, text).toBeDefined()
    const record = await world.settled(content.transactionHash)
    expect(record).toMatchObject({
      status: 'CONFIRMED',
      reason: 'it was executed, but the token reported no transfer: check what moved',
    })
    const outside = world.signed(wallet, { ...world.transfer(newAddress(), 1n), toAddress: silent })
    await bringOutside(world, outside)
    const stored = await world.execute(outside)
    expect(await world.settled(stored.content.transactionHash)).toMatchObject({ reason: record.reason })
  })
})

describe('GET /v1/baas/transactions?digest=', () => {
  test('param: a digest of any case finds its transaction; another organization or an unknown digest finds nothing', async () => {
    const { content } = await world.execute(world.signed(wallet, world.transfer(newAddress(), 1n)))
    const { transactionUuid, digest } = await world.settled(content.transactionHash)
    const find = (text: string, key?: string) =>
      world.call('GET', `/v1/baas/transactions?digest=${text}`, key === undefined ? {} : { key })
    const upper = `0x${digest.slice(2).toUpperCase()}`
    for (const text of [digest, upper])
      expect((await find(text)).content).toMatchObject([{ transactionUuid }])
    const other = await world.addOrganization('Other', 'other.example')
    expect((await find(digest, other.key)).content).toEqual([])
    expect((await find(`0x${'0'.repeat(64)}`)).content).toEqual([])
    expect(await find('0x12')).toMatchObject({ status: 400, content: { code: 'VALIDATION_FAILED' } })
    const blindKey = await world.addKey(world.demo.id, ['transaction:execute'])
    expect((await find(digest, blindKey)).status).toBe(403)
  })
})

describe('outcomes', () => {
  test('behavior: if only one of two calls can succeed, one is confirmed and one fails with its reason', async () => {
    const owner = await world.createWallet()
    const { erc721 } = world.chain.tokens
    const tokenId = 77n
    await world.chain.mint({ standard: 'erc721', to: owner.address, tokenId })
    const params = [owner.address, RECEIVER, String(tokenId)]
    const data = encodeCall('transferFrom(address,address,uint256)', params)
    const move = () => world.signed(owner, { toAddress: erc721, data })
    const bodies = [move(), move()]
    const answers = await Promise.all(bodies.map((body) => world.execute(body)))
    // Both may be in one transaction, so the hash does not identify one of them.
    const accepted = bodies.filter((_body, index) => answers[index]?.status === 200)
    const records = await Promise.all(accepted.map(world.settledOf))
    expect(records.filter((record) => record.status === 'CONFIRMED')).toHaveLength(1)
    // The simulation rejects the second, unless both were simulated before either was in the pool.
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer).toMatchObject({ status: 400, content: { code: 'TRANSACTION_REVERTS' } })
    }
    for (const record of records.filter(({ status }) => status !== 'CONFIRMED')) {
      expect(record).toMatchObject({ status: 'FAILED', reason: expect.stringMatching(/ERC721/) })
    }
  })

  test('behavior: a transaction that fails in its block is FAILED with the decoded reason', async () => {
    const owner = await world.createWallet({ coins: 10n })
    const { content } = await executeUnseen(world, world.signed(owner, world.transfer(RECEIVER, 11n)))
    const record = await world.settled(content.transactionHash)
    expect(record).toMatchObject({ status: 'FAILED', blockNumber: expect.stringMatching(/^[0-9]+$/) })
    expect(record.reason).toMatch(/InsufficientBalance/)
  })
})

describe('recovery', () => {
  test("behavior: after a recovery the new passkey signs, and the old one's signature is rejected", async () => {
    const owner = await world.createWallet({ coins: 10n })
    const setBackup = encodeCall('setBackup(address)', [world.chain.sender])
    const set = await world.execute(world.signed(owner, toItself(owner, setBackup)))
    await world.settled(set.content.transactionHash)
    const passkey = createSoftwarePasskey(owner.organization.domain)
    const point = [passkey.qx, passkey.qy].map(String)
    const propose = encodeCall('proposeRecovery(uint256,uint256)', point)
    await world.chain.send({ to: owner.address, data: propose })
    const path = `/v1/baas/wallets/${owner.address}/finish-recovery`
    expect(await world.call('POST', path)).toMatchObject({ status: 409, content: { code: 'CONFLICT' } })
    world.clock.advance(THREE_DAYS_MS + 60_000)
    // The chain's time advances with its next block.
    await world.chain.mint({ standard: 'erc721', to: owner.address, tokenId: 78n })
    expect(await world.call('POST', path)).toMatchObject({
      status: 200,
      content: { transactionHash: expect.stringMatching(/^0x/) },
    })
    await expect
      .poll(async () => (await world.call('GET', `/v1/baas/wallets/${owner.address}`)).content, {
        timeout: 120_000,
      })
      .toMatchObject({ onChain: { isKeyReplaced: true }, qx: passkey.qxHex })
    expect((await world.call('POST', path)).content).toEqual({ success: true })

    const recovered = { ...owner, passkey }
    const answer = await world.execute(world.signed(recovered, world.transfer(RECEIVER, 4n)))
    expect(await world.settled(answer.content.transactionHash)).toMatchObject({ status: 'CONFIRMED' })
    const refusal = async () => {
      const old = await world.execute(world.signed(owner, world.transfer(RECEIVER, 4n)))
      expect(old).toMatchObject({ status: 400 })
      return old.content.message
    }
    // Until the service has read the recovery from a final block, only the simulation rejects the former
    // passkey.
    await expect.poll(refusal).toContain("it was not made with one of the wallet's passkeys")
    expect(await world.coinsOf(owner.address)).toBe(6n)
  })
})
