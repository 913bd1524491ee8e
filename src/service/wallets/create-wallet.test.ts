import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWalletResultSchema } from '#protocol/create-wallet.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { isDeployed } from '#service/chain/wallet-contract.ts'
import { isLeased } from '#service/db/leases.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import type { Answer } from '#service/testing/test-service.ts'
import { toKeyFields } from '#service/testing/wallet-requests.ts'

const world = await forFile(serviceWorld.wallets())
const other = await world.addOrganization('Other', 'other.example')
beforeEach(async () => {
  await world.ctx.db.deleteFrom('verification_guards').execute()
})

const WALLETS = '/v1/baas/wallets'
const SPENDER = '0x00000000000000000000000000000000000000fe'
let emails = 0

/** Returns a complete creation request with a new key, address and code. */
async function newRequest(organization = world.demo) {
  const email = `user${(emails += 1)}@example.com`
  const verificationCode = await world.requestCode(email, organization)
  return { ...toKeyFields(createSoftwarePasskey(organization.domain)), email, verificationCode }
}

const create = (body: unknown, key?: string, headers?: Record<string, string>) =>
  world.call('POST', WALLETS, { body, ...(key && { key }), ...(headers && { headers }) })
const predict = async (body: { qx: string; qy: string; rpIdHash: string }) =>
  (
    await world.call('POST', `${WALLETS}/predict`, {
      body: { qx: body.qx, qy: body.qy, rpIdHash: body.rpIdHash },
    })
  ).content
const storedWallets = () => world.ctx.db.selectFrom('wallets').selectAll().execute()
const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000')
const codes = (answers: Answer[]) => answers.map((answer) => answer.content.code ?? 'created')

describe('POST /wallets', () => {
  test('behavior: deploys at the predicted address and links organization, user and verified email', async () => {
    const request = await newRequest()
    const predicted = await predict(request)
    const answer = await create({
      ...request,
      label: 'Savings ☂',
      externalUserId: 'user-1',
      externalUserLabel: 'Ada',
      backupAddress: SPENDER.toUpperCase().replace('0X', '0x'),
      withFee: true,
    })
    expect(answer.status).toBe(200)
    expect(createWalletResultSchema.parse(answer.content)).toEqual(answer.content)
    expect(answer.content).toMatchObject({ address: predicted.address, label: 'Savings ☂' })
    expect(checksumAddress(answer.content.address)).toBe(answer.content.address)
    expect(await isDeployed(world.ctx.chain, answer.content.address)).toBe(true)
    expect((await predict(request)).deployed).toBe(true)
    const row = (await storedWallets()).find(
      (wallet) => wallet.address === answer.content.address.toLowerCase(),
    )
    expect(row).toMatchObject({
      organization_id: world.demo.id,
      status: 'deployed',
      transaction_hash: answer.content.transactionHash,
      external_user_id: 'user-1',
      external_user_label: 'Ada',
      email: request.email,
      backup_address: SPENDER,
      with_fee: true,
    })
  })

  test('param: a missing label is returned as an empty string', async () => {
    expect((await create(await newRequest())).content.label).toBe('')
  })

  test('param: qx and qy are numbers, so prefix, case and padding do not matter', async () => {
    const request = await newRequest()
    const spelled = { ...request, qx: `0x${request.qx.toUpperCase()}`, qy: request.qy.replace(/^0+/, '') }
    const plain = await predict(request)
    expect(
      (await create({ ...spelled, rpIdHash: `0x${request.rpIdHash.slice(2).toUpperCase()}` })).content
        .address,
    ).toBe(plain.address)
  })

  test('behavior: without email the code is found among the live codes of the organization', async () => {
    const { email, ...request } = await newRequest()
    const answer = await create(request)
    expect(answer.status).toBe(200)
    const wallet = (await storedWallets()).find((row) => row.address === answer.content.address.toLowerCase())
    expect(wallet?.email).toBe(email)
  })

  test('error: a wallet is created once, whatever code is sent again', async () => {
    const request = await newRequest()
    expect((await create(request)).status).toBe(200)
    const again = await create(request)
    expect(again.status).toBe(400)
    expect(again.content).toEqual({
      message: 'Wallet already deployed at this address',
      code: 'WALLET_ALREADY_DEPLOYED',
    })
    const fresh = await newRequest()
    expect(
      (await create({ ...request, email: fresh.email, verificationCode: fresh.verificationCode })).text,
    ).toBe(again.text)
    expect((await create({ ...fresh })).status).toBe(200)
  })
})

describe('the code', () => {
  test('error: a wrong or used code, and one of another address or organization, get the same response', async () => {
    const used = await newRequest()
    await create(used)
    const request = await newRequest()
    const theirs = await newRequest(other)
    const key = toKeyFields(createSoftwarePasskey('localhost'))
    const answers = [
      await create({ ...request, verificationCode: wrongCode(request.verificationCode) }),
      await create({ ...key, email: used.email, verificationCode: used.verificationCode }),
      await create({ ...request, email: 'nobody@example.com' }),
      await create({ ...request, email: theirs.email, verificationCode: theirs.verificationCode }),
    ]
    for (const answer of answers) {
      expect(answer.text).toBe(
        '{"statusCode":400,"content":{"message":"Invalid or expired verification code","code":"INVALID_VERIFICATION_CODE"}}',
      )
    }
    expect((await predict(request)).deployed).toBe(false)
  })

  test('behavior: a creation that fails for another reason does not use the code', async () => {
    const request = await newRequest()
    expect((await create({ ...request, rpIdHash: other.rpIdHash })).status).toBe(400)
    expect((await create({ ...request, qy: request.qx })).status).toBe(400)
    for (let round = 0; round < 6; round += 1) {
      expect((await create({ ...request, unknown: 1 })).status).toBe(400)
    }
    expect((await create(request)).status).toBe(200)
  })

  test('error: at most 5 of 50 parallel wrong guesses are compared, and nothing is created', async () => {
    const request = await newRequest()
    const before = await storedWallets()
    const guess = { ...request, verificationCode: wrongCode(request.verificationCode) }
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(guess)))
    expect(new Set(codes(answers))).toEqual(new Set(['INVALID_VERIFICATION_CODE']))
    expect((await create(request)).content.code).toBe('INVALID_VERIFICATION_CODE')
    expect(await storedWallets()).toHaveLength(before.length)
  })

  test('behavior: one code creates one wallet for 50 different keys at once', async () => {
    const request = await newRequest()
    const before = await storedWallets()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        create({ ...request, ...toKeyFields(createSoftwarePasskey('localhost')) }),
      ),
    )
    expect(codes(answers).filter((code) => code === 'created')).toHaveLength(1)
    expect(await storedWallets()).toHaveLength(before.length + 1)
    expect(answers.every((answer) => answer.status === 200 || answer.status === 400)).toBe(true)
  })
})

describe('the fee', () => {
  const AMOUNT = 1_250_000n
  beforeAll(async () => {
    const fee = {
      tokenAddress: world.chain.tokens.erc20,
      amountPerTransaction: AMOUNT.toString(),
      withdrawAddress: SPENDER,
    }
    expect((await world.call('PUT', '/v1/org/fees', { body: { fee } })).status).toBe(200)
    return async () => {
      await world.call('PUT', '/v1/org/fees', { body: { fee: null } })
    }
  })

  test('behavior: predict returns the required fee and whether the balance covers it; create refuses until it does', async () => {
    const request = await newRequest()
    const before = await predict(request)
    expect(before.fee).toEqual({
      required: true,
      tokenAddress: world.chain.tokens.erc20,
      tokenSymbol: 'DEMO',
      tokenDecimals: 6,
      amountPerTransaction: '1250000',
      currentBalance: '0',
      sufficient: false,
    })
    await world.chain.mintCoins(before.address, AMOUNT - 1n)
    const refused = await create(request)
    expect(refused.status).toBe(400)
    expect(refused.content).toEqual({
      message: `Insufficient fee balance at ${before.address}. Required: 1.25 DEMO, Current: 1.249999 DEMO. Fund the address before creating the wallet.`,
      code: 'INSUFFICIENT_FEE_BALANCE',
    })
    await world.chain.mintCoins(before.address, 1n)
    expect((await predict(request)).fee).toMatchObject({ currentBalance: '1250000', sufficient: true })
    expect((await create(request)).status).toBe(200)
  })

  test('behavior: the balance is checked before the code', async () => {
    const request = await newRequest()
    const answer = await create({ ...request, verificationCode: wrongCode(request.verificationCode) })
    expect(answer.content.code).toBe('INSUFFICIENT_FEE_BALANCE')
  })
})

describe('an interrupted creation', () => {
  test('behavior: stored without a response, the same request completes once with the same response', async () => {
    const request = { ...(await newRequest()), label: 'Cut' }
    const first = await create(request)
    await forgetAnswer(first)
    expect((await create({ ...request, label: 'Other' })).content.code).toBe('WALLET_ALREADY_DEPLOYED')
    expect((await create(request, other.key)).status).toBe(400)
    expect((await create(request)).text).toBe(first.text)
    expect((await create(request)).content.code).toBe('WALLET_ALREADY_DEPLOYED')
  })

  test('behavior: a deployment that the chain refuses releases the address and the code', async () => {
    const request = await newRequest()
    const relay = world.ctx.relay
    const real = { ...relay }
    relay.outcome = async (id) => ({ id, status: 'failed', hash: '0x00', reason: 'out of luck' })
    const failed = await create(request)
    Object.assign(relay, real)
    expect(failed.status).toBe(400)
    expect(failed.content).toEqual({
      message: 'The transaction would fail: out of luck',
      code: 'TRANSACTION_REVERTS',
    })
  })

  test('error: if the relayer cannot send, nothing is stored and the code stays valid', async () => {
    const request = await newRequest()
    const before = await storedWallets()
    const relay = world.ctx.relay
    const submit = relay.submit
    relay.submit = () => Promise.reject(new Error('no relayer'))
    expect((await create(request)).status).toBe(500)
    relay.submit = submit
    expect(await storedWallets()).toHaveLength(before.length)
    expect((await create(request)).status).toBe(200)
  })
})

/** Restores the state that a crash between the broadcast and the response leaves. */
async function forgetAnswer(answer: Answer): Promise<void> {
  const address = answer.content.address.toLowerCase()
  // The service records the response right after sending it, while it still holds the creation's lease.
  await expect.poll(() => isLeased(world.ctx.db, `wallet ${address}`)).toBe(false)
  await world.ctx.db
    .updateTable('wallets')
    .set({ answered_at: null })
    .where('address', '=', address)
    .execute()
}
