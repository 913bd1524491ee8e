import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { apiError } from '#server-kit/http/http-error.ts'
import { abiUint, deployAnswering } from '#service/testing/answering-contract.ts'
import { startExecuteHarness, type ExecuteHarness } from '#service/testing/execute-harness.ts'
import type { TestWallet } from '#service/testing/wallet-requests.ts'
import { bringOutside } from '#service/testing/outside-execution.ts'
import { newAddress } from '#service/testing/relay-harness.ts'

let harness: ExecuteHarness
let wallet: TestWallet
beforeAll(async () => {
  harness = await startExecuteHarness()
  wallet = await harness.createWallet({ coins: 1_000n })
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => harness.stop())

describe('what is accepted', () => {
  test('behavior: stored and not yet offered to the chain is answered 200 with its hash, and is sent', async () => {
    const to = newAddress()
    const submit = harness.ctx.relay.submit
    vi.spyOn(harness.ctx.relay, 'submit').mockImplementation(async (request) => {
      await submit(request)
      throw apiError('CHAIN_FAILED')
    })
    const answer = await harness.execute(harness.signed(wallet, harness.transfer(to, 6n)))
    expect(answer.status, answer.text).toBe(200)
    expect(await harness.settled(answer.content.transactionHash)).toMatchObject({ status: 'CONFIRMED' })
    expect(await harness.coinsOf(to)).toBe(6n)
  })

  test('error: a chain that cannot be asked before anything is stored is still a 502', async () => {
    vi.spyOn(harness.ctx.relay, 'submit').mockRejectedValue(apiError('CHAIN_FAILED'))
    const answer = await harness.execute(harness.signed(wallet, harness.transfer(newAddress(), 6n)))
    expect(answer).toMatchObject({ status: 502, content: { code: 'CHAIN_FAILED' } })
  })

  test('error: a token that answers false, and an address without code, are refused before anything is stored', async () => {
    const liar = await deployAnswering(harness.chain, { 'transfer(address,uint256)': abiUint(0n) })
    const transfer = harness.transfer(newAddress(), 1n)
    const lying = await harness.execute(harness.signed(wallet, { ...transfer, toAddress: liar }))
    expect(lying).toMatchObject({ status: 400, content: { code: 'TRANSACTION_REVERTS' } })
    expect(lying.content.message).toContain('the token answers false')
    const nowhere = await harness.execute(harness.signed(wallet, { ...transfer, toAddress: newAddress() }))
    expect(nowhere).toMatchObject({ status: 400, content: { code: 'TRANSACTION_REVERTS' } })
    expect(nowhere.content.message).toContain('no contract')
  })

  test('behavior: a token that reports no transfer in the block: CONFIRMED, and the record says what is missing', async () => {
    // It answers true and does nothing: no simulation tells.
    const silent = await deployAnswering(harness.chain, { 'transfer(address,uint256)': abiUint(1n) })
    const body = harness.signed(wallet, { ...harness.transfer(newAddress(), 1n), toAddress: silent })
    const { content, text } = await harness.execute(body)
    expect(content.transactionHash, text).toBeDefined()
    const record = await harness.settled(content.transactionHash)
    expect(record).toMatchObject({
      status: 'CONFIRMED',
      reason: 'it was executed, but the token reported no transfer: check what moved',
    })
    const outside = harness.signed(wallet, { ...harness.transfer(newAddress(), 1n), toAddress: silent })
    await bringOutside(harness, outside)
    const stored = await harness.execute(outside)
    expect(await harness.settled(stored.content.transactionHash)).toMatchObject({ reason: record.reason })
  })
})

describe('GET /v1/baas/transactions?digest=', () => {
  test('param: a digest of any case finds its transaction; of nobody else, and of none, nothing', async () => {
    const { content } = await harness.execute(harness.signed(wallet, harness.transfer(newAddress(), 1n)))
    const { transactionUuid, digest } = await harness.settled(content.transactionHash)
    const find = (text: string, key?: string) =>
      harness.call('GET', `/v1/baas/transactions?digest=${text}`, key === undefined ? {} : { key })
    const upper = `0x${digest.slice(2).toUpperCase()}`
    for (const text of [digest, upper])
      expect((await find(text)).content).toMatchObject([{ transactionUuid }])
    const other = await harness.addOrganization('Other', 'other.example')
    expect((await find(digest, other.key)).content).toEqual([])
    expect((await find(`0x${'0'.repeat(64)}`)).content).toEqual([])
    expect(await find('0x12')).toMatchObject({ status: 400, content: { code: 'VALIDATION_FAILED' } })
    const blindKey = await harness.addKey(harness.demo.id, ['transaction:execute'])
    expect((await find(digest, blindKey)).status).toBe(403)
  })
})
