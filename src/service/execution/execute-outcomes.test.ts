import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeFunctionData, type Address } from 'viem'
import { demoCollectibleAbi } from '#protocol/abi/demo-collectible.ts'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { encodeMint } from '#service/sandbox/demo-tokens.ts'
import { startExecuteHarness, type ExecuteHarness } from '#service/testing/execute-harness.ts'
import type { TestWallet } from '#service/testing/wallet-requests.ts'
import { executeUnseen } from '#service/testing/outside-execution.ts'
import { createSoftwarePasskey } from '#service/testing/software-passkey.ts'

const RECEIVER: Address = '0x00000000000000000000000000000000000a1234'
const THREE_DAYS_MS = 3 * 24 * 60 * 60 * 1_000

let harness: ExecuteHarness
beforeAll(async () => {
  harness = await startExecuteHarness()
})
afterAll(() => harness.stop())

/** A call of the wallet to itself. */
const toItself = (wallet: TestWallet, data: `0x${string}`) => ({ toAddress: wallet.address, data })

describe('outcomes', () => {
  test('behavior: of two that can only succeed once, one is confirmed and one fails with its reason', async () => {
    const wallet = await harness.createWallet()
    const { erc721 } = harness.chain.tokens
    const tokenId = 77n
    await harness.chain.send({
      to: erc721,
      data: encodeMint({ standard: 'erc721', to: wallet.address, tokenId }),
    })
    const move = () =>
      harness.signed(wallet, {
        toAddress: erc721,
        data: encodeFunctionData({
          abi: demoCollectibleAbi,
          functionName: 'transferFrom',
          args: [wallet.address, RECEIVER, tokenId],
        }),
      })
    const answers = await Promise.all([harness.execute(move()), harness.execute(move())])
    const accepted = answers.filter((answer) => answer.status === 200)
    const records = await Promise.all(
      accepted.map((answer) => harness.settled(answer.content.transactionHash)),
    )
    expect(records.filter((record) => record.status === 'CONFIRMED')).toHaveLength(1)
    // The second is refused by the simulation, unless both were simulated before either was in the pool.
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer).toMatchObject({ status: 400, content: { code: 'TRANSACTION_REVERTS' } })
    }
    for (const record of records.filter(({ status }) => status !== 'CONFIRMED')) {
      expect(record).toMatchObject({ status: 'FAILED', reason: expect.stringMatching(/ERC721/) })
    }
  })

  test('behavior: a transaction that fails in its block is FAILED with the decoded reason', async () => {
    const wallet = await harness.createWallet({ coins: 10n })
    const { content } = await executeUnseen(harness, harness.signed(wallet, harness.transfer(RECEIVER, 11n)))
    const record = await harness.settled(content.transactionHash)
    expect(record).toMatchObject({ status: 'FAILED', blockNumber: expect.stringMatching(/^[0-9]+$/) })
    expect(record.reason).toMatch(/InsufficientBalance/)
  })
})

describe('recovery', () => {
  test("behavior: after a recovery the new passkey signs, and the old one's signature is refused", async () => {
    const wallet = await harness.createWallet({ coins: 10n })
    const setBackup = encodeFunctionData({
      abi: passkeyWalletAbi,
      functionName: 'setBackup',
      args: [harness.chain.sender],
    })
    const set = await harness.execute(harness.signed(wallet, toItself(wallet, setBackup)))
    await harness.settled(set.content.transactionHash)
    const passkey = createSoftwarePasskey(wallet.organization.domain)
    const propose = encodeFunctionData({
      abi: passkeyWalletAbi,
      functionName: 'proposeRecovery',
      args: [passkey.qx, passkey.qy],
    })
    await harness.chain.send({ to: wallet.address, data: propose })
    const path = `/v1/baas/wallets/${wallet.address}/finish-recovery`
    expect(await harness.call('POST', path)).toMatchObject({ status: 409, content: { code: 'CONFLICT' } })
    harness.clock.advance(THREE_DAYS_MS + 60_000)
    // The chain learns the time with its next block.
    const { erc721 } = harness.chain.tokens
    const mint = encodeMint({ standard: 'erc721', to: wallet.address, tokenId: 78n })
    await harness.chain.send({ to: erc721, data: mint })
    const finished = await harness.call('POST', path)
    expect(finished).toMatchObject({
      status: 200,
      content: { transactionHash: expect.stringMatching(/^0x/) },
    })
    await expect
      .poll(async () => (await harness.call('GET', `/v1/baas/wallets/${wallet.address}`)).content, {
        timeout: 120_000,
      })
      .toMatchObject({ onChain: { isKeyReplaced: true }, qx: passkey.qxHex })
    expect((await harness.call('POST', path)).content).toEqual({ success: true })

    const recovered = { ...wallet, passkey }
    const answer = await harness.execute(harness.signed(recovered, harness.transfer(RECEIVER, 4n)))
    expect(await harness.settled(answer.content.transactionHash)).toMatchObject({ status: 'CONFIRMED' })
    const old = await harness.execute(harness.signed(wallet, harness.transfer(RECEIVER, 4n)))
    expect(old).toMatchObject({ status: 400 })
    expect(old.content.message).toContain('the wallet refused the passkey signature')
    expect(await harness.coinsOf(wallet.address)).toBe(6n)
  })
})
