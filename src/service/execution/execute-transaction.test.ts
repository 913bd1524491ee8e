import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { readSignature } from '#service/ledger/signing-key.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import type { ExecuteFields } from '#service/testing/wallet-requests.ts'

const RECEIVER: Address = '0x00000000000000000000000000000000000a1234'
const OTHER: Address = '0x00000000000000000000000000000000000b5678'

const world = await forFile(serviceWorld.wallets())
const wallet = await world.createWallet({ coins: 1_000_000_000n })

const receiver = () => `0x${(Math.random().toString(16).slice(2) + '0'.repeat(40)).slice(0, 40)}` as const
const refusal = async (fields: ExecuteFields) => {
  const answer = await world.execute(world.signed(wallet, fields))
  return { status: answer.status, ...answer.content }
}
const rows = async () => {
  const { rows: count } = await world.ctx.db
    .selectFrom('transactions')
    .select((eb) => eb.fn.countAll().as('count'))
    .execute()
    .then((found) => ({ rows: Number(found[0]?.count) }))
  const relayed = await world.ctx.db
    .selectFrom('relayed_transactions')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return [count, Number(relayed.count)]
}

describe('execute', () => {
  test('behavior: transfers tokens and responds before the block, in the immediate shape', async () => {
    const to = receiver()
    const answer = await world.execute(world.signed(wallet, world.transfer(to, 25n)))
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.content).toSorted()).toEqual(['success', 'transactionHash'])
    const record = await world.settled(answer.content.transactionHash)
    expect(record).toMatchObject({ status: 'CONFIRMED', walletAddress: wallet.address, fee: '0' })
    expect(await world.coinsOf(to)).toBe(25n)
  })

  test('behavior: functionSignature and params mean the same as data, and both together are accepted if equal', async () => {
    const to = receiver()
    const form = { functionSignature: 'transfer(address,uint256)', params: [to, '7'] }
    const answers = [
      await world.execute(world.signed(wallet, form)),
      await world.execute(world.signed(wallet, { ...form, ...world.transfer(to, 7n) })),
    ]
    for (const answer of answers) await world.settled(answer.content.transactionHash)
    expect(await world.coinsOf(to)).toBe(14n)
  })

  test('behavior: a repeated digest gets the first response, even with another signature and after expiration', async () => {
    const to = receiver()
    const fields = {
      ...world.transfer(to, 3n),
      expiration: String(Math.floor(world.clock.now().getTime() / 1_000) + 250),
    }
    const first = await world.execute(world.signed(wallet, fields))
    expect((await world.execute(world.signed(wallet, fields))).text).toBe(first.text)
    const forged = world.signed(wallet, fields, { origin: 'https://evil.example' })
    expect((await world.execute(forged)).content).toMatchObject({ code: 'INVALID_SIGNATURE' })
    await world.settled(first.content.transactionHash)
    expect((await world.execute(world.signed(wallet, fields))).text).toBe(first.text)
    expect(await world.coinsOf(to)).toBe(3n)
  })

  test('behavior: 100 parallel equal requests have one effect and equal responses', async () => {
    const to = receiver()
    const before = await rows()
    const body = world.signed(wallet, world.transfer(to, 11n))
    const answers = await Promise.all(Array.from({ length: 100 }, () => world.execute(body)))
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 200 })
    await world.settled(answers[0]!.content.transactionHash)
    expect(await world.coinsOf(to)).toBe(11n)
    expect(await rows()).toEqual(before.map((count) => count + 1))
  })

  test('behavior: executes different transactions in parallel', async () => {
    const to = receiver()
    const bodies = Array.from({ length: 40 }, () => world.signed(wallet, world.transfer(to, 1n)))
    const [before = 0] = await rows()
    const answers = await Promise.all(bodies.map((body) => world.execute(body)))
    expect((await rows())[0]).toBe(before + 40)
    for (const answer of answers) await world.settled(answer.content.transactionHash)
    expect(await world.coinsOf(to)).toBe(40n)
  })

  test('behavior: accepts addresses of any case, an origin with a port and a subdomain as origin', async () => {
    const body = world.signed(wallet, world.transfer(receiver(), 1n), {
      origin: 'http://app.localhost:5173',
    })
    const upper = `0x${wallet.address.slice(2).toUpperCase()}`
    expect((await world.execute({ ...body, walletAddress: upper })).status).toBe(200)
    const mixed = `0x${world.chain.tokens.erc20.slice(2).replaceAll(/[a-f]/gi, (digit, at) => (at % 2 ? digit.toUpperCase() : digit.toLowerCase()))}`
    const zero = '0x000000000000000000000000000000000000DeAd'
    const odd = {
      ...world.transfer(receiver(), 1n),
      toAddress: mixed,
      feeWithdrawAddress: zero.replace('DeAd', 'dEaD'),
    }
    expect((await world.execute(world.signed(wallet, odd))).status).toBe(200)
  })
})

describe('execute: the stored signature', () => {
  test('behavior: stores the canonical encoding in lower case, whatever the case of the request', async () => {
    const body = world.signed(wallet, world.transfer(receiver(), 1n))
    const signature = `0x${String(body.signature).slice(2).toUpperCase()}`
    expect(signature).not.toBe(body.signature)
    const answer = await world.execute({ ...body, signature })
    expect(answer.status).toBe(200)
    const stored = await world.ctx.db
      .selectFrom('transactions')
      .select('signature')
      .where('transaction_hash', '=', answer.content.transactionHash)
      .executeTakeFirstOrThrow()
    expect(readSignature(stored)).toBe(body.signature)
  })
})

describe('execute: wallet and call', () => {
  test("error: another organization's wallet and an unknown one get the same response, before any other check", async () => {
    const other = await world.addOrganization('Other', 'other.example')
    const body = world.signed(wallet, world.transfer(RECEIVER, 1n))
    const notYours = await world.execute({ ...body, data: undefined }, other)
    const notThere = await world.execute({ ...body, walletAddress: OTHER, data: undefined }, other)
    expect(notYours).toMatchObject({ status: 403, content: { code: 'WALLET_NOT_OWNED' } })
    expect(notThere.text).toBe(notYours.text)
  })

  test('param: data, functionSignature, params', async () => {
    const body = world.signed(wallet, world.transfer(RECEIVER, 1n))
    const without = { ...body, data: undefined }
    const call = async (more: object) => (await world.execute({ ...without, ...more })).content
    expect(await call({})).toMatchObject({ code: 'CALL_MISSING' })
    const signature = 'transfer(address,uint256)'
    expect(
      await call({ data: body['data'], functionSignature: signature, params: [RECEIVER, '2'] }),
    ).toMatchObject({
      code: 'CALL_DISAGREES',
    })
    expect(await call({ functionSignature: signature, params: [RECEIVER, '01'] })).toMatchObject({
      code: 'CALL_INVALID',
      errors: [{ path: 'params.1' }],
    })
    expect(
      await call({ functionSignature: 'transfer(address, uint256)', params: [RECEIVER, '1'] }),
    ).toMatchObject({
      code: 'CALL_INVALID',
    })
  })

  test('param: expiration', async () => {
    const now = Math.floor(world.clock.now().getTime() / 1_000)
    const at = (seconds: number) =>
      refusal({ ...world.transfer(receiver(), 1n), expiration: String(seconds) })
    expect(await at(now - 1)).toMatchObject({ status: 400, message: 'Transaction already expired' })
    expect(await at(0)).toMatchObject({ status: 400, message: 'Transaction already expired' })
    expect(await at(now + 86_400 + 60)).toMatchObject({
      status: 400,
      message: 'Expiration too far in the future (max 24h)',
    })
    expect(await at(now + 86_300)).toMatchObject({ status: 200 })
  })

  test('error: a call that would revert gets its reason and stores nothing', async () => {
    const poor = await world.createWallet()
    const before = await rows()
    const body = world.signed(poor, world.transfer(RECEIVER, 5n))
    const answer = await world.execute(body)
    expect(answer).toMatchObject({ status: 400, content: { code: 'TRANSACTION_REVERTS' } })
    expect(answer.content.message).toMatch(
      /ERC20InsufficientBalance\(sender: 0x[0-9a-fA-F]{40}, balance: 0, needed: 5\)/,
    )
    expect(await rows()).toEqual(before)
    await world.chain.mintCoins(poor.address, 5n)
    expect((await world.execute(body)).status).toBe(200)
  })

  test('error: rejects a wallet whose deployment is not mined yet, and says so', async () => {
    const fresh = await world.createWallet()
    const { address } = fresh
    await world.ctx.db
      .updateTable('wallets')
      .set({ status: 'submitted', address: OTHER.toLowerCase() })
      .where('address', '=', address.toLowerCase())
      .execute()
    const answer = await world.execute(
      world.signed({ ...fresh, address: OTHER }, world.transfer(RECEIVER, 0n)),
    )
    expect(answer).toMatchObject({ status: 400, content: { code: 'TRANSACTION_REVERTS' } })
    expect(answer.content.message).toContain('still being deployed')
  })
})
