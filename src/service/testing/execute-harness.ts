import { encodeFunctionData, type Address, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { demoCoinAbi } from '#protocol/abi/demo-coin.ts'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { resolveCalldata } from '#protocol/signing/calldata.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { readErc20Balance } from '#service/chain/erc20.ts'
import { createService } from '#service/create-service.ts'
import { startTestChain, type TestChain } from './chain.ts'
import { harnessOn, type Answer, type Harness, type TestOrganization } from './harness.ts'
import { createSoftwarePasskey, type AssertionChanges, type SoftwarePasskey } from './software-passkey.ts'
import { createTestClock, startTestContext, type TestClock } from './test-context.ts'

/** The fields of an execute request that a test sets; the others are a transfer of nothing for free in five minutes. */
export type ExecuteFields = {
  toAddress?: string
  value?: string
  functionSignature?: string
  params?: string[]
  data?: Hex
  expiration?: string
  fee?: string
  feeCoinAddress?: string
  feeWithdrawAddress?: string
}

export type TestWallet = {
  address: Address
  passkey: SoftwarePasskey
  organization: TestOrganization
  email: string
}

export type NewTestWallet = {
  organization?: TestOrganization
  coins?: bigint
  /** The end-user to whom it belongs; without one the organization operates it. */
  externalUserId?: string
  email?: string
  label?: string
}

/** The service over a real chain and a real relayer, with wallets whose passkeys the test holds. */
export type ExecuteHarness = Harness & {
  chain: TestChain
  clock: TestClock
  createWallet: (options?: NewTestWallet) => Promise<TestWallet>
  /** The body of an execute request, signed as a browser signs it or as wrongly as a test wishes. */
  signed: (wallet: TestWallet, fields: ExecuteFields, changes?: AssertionChanges) => Record<string, unknown>
  execute: (body: Record<string, unknown>, organization?: TestOrganization) => Promise<Answer>
  coinsOf: (holder: Address) => Promise<bigint>
  /** A transfer of demo coins as the fields of an execute request. */
  transfer: (to: Address, amount: bigint) => ExecuteFields
  /** The transaction's record once it is final. */
  settled: (
    transactionHash: string,
  ) => Promise<{ status: string; reason?: string; transactionUuid: string; digest: string }>
}

export async function startExecuteHarness(): Promise<ExecuteHarness> {
  const clock = createTestClock()
  const chain = await startTestChain({ now: () => clock.now() })
  const base = { ...(await startTestContext({ chain: chain.chain })), clock }
  const { relay: _, ...parts } = base
  const service = createService({ ...parts, relayerSigners: [privateKeyToAccount(chain.relayerKey)] })
  const { mails, logLines, close } = base
  const ctx = Object.assign(await service.start(), { mails, logLines, clock, close })
  const stop = async () => {
    await service.stop()
    await close()
    await chain.close()
  }
  const harness = await harnessOn({ ctx, fetch: service.fetch, stop })
  let nextExpiration = 0

  async function createWallet(options: NewTestWallet = {}): Promise<TestWallet> {
    const { organization = harness.demo, coins, ...fields } = options
    const passkey = createSoftwarePasskey(organization.domain)
    const email = options.email ?? `user-${passkey.qxHex.slice(0, 12)}@example.com`
    const verificationCode = await harness.requestCode(email, organization)
    const { qxHex: qx, qyHex: qy, rpIdHash } = passkey
    const answer = await harness.call('POST', '/v1/baas/wallets', {
      key: organization.key,
      body: { ...fields, qx, qy, rpIdHash, verificationCode, email },
    })
    if (answer.status !== 200) throw new Error(`no wallet was created: ${answer.text}`)
    const address = walletAddress({ factory: chain.chain.factory, ...passkey })
    await untilDeployed(harness, address)
    if (coins !== undefined) await chain.mintCoins(address, coins)
    return { address, passkey, organization, email }
  }

  function signed(
    wallet: TestWallet,
    fields: ExecuteFields,
    changes?: AssertionChanges,
  ): Record<string, unknown> {
    // Each request of its own second: the digest is the replay key, and there is no nonce.
    nextExpiration += 1
    const request = {
      walletAddress: wallet.address,
      toAddress: chain.tokens.erc20,
      value: '0',
      expiration: String(Math.floor(clock.now().getTime() / 1_000) + 300 + nextExpiration),
      fee: '0',
      feeCoinAddress: ZERO_ADDRESS,
      feeWithdrawAddress: ZERO_ADDRESS,
      ...fields,
    }
    const digest = executeDigest(chain.chain.id, {
      walletAddress: wallet.address,
      toAddress: asAddress(request.toAddress),
      value: BigInt(request.value),
      data: resolveCalldata(fields),
      expiration: BigInt(request.expiration),
      fee: BigInt(request.fee),
      feeCoinAddress: asAddress(request.feeCoinAddress),
      feeWithdrawAddress: asAddress(request.feeWithdrawAddress),
    })
    return { ...request, signature: wallet.passkey.sign(digest, changes) }
  }

  async function settled(transactionHash: string) {
    for (;;) {
      const { content } = await harness.call('GET', '/v1/baas/transactions?limit=200')
      const found = content.find(
        (one: { transactionHash?: string }) => one.transactionHash === transactionHash,
      )
      if (found !== undefined && found.status !== 'SUBMITTED') return found
      await nextBlockOrMoment(chain)
    }
  }

  return {
    ...harness,
    chain,
    clock,
    createWallet,
    signed,
    execute: (body, organization = harness.demo) =>
      harness.call('POST', '/v1/baas/transactions/execute', { key: organization.key, body }),
    coinsOf: (holder) => readErc20Balance(chain.chain, chain.tokens.erc20, holder),
    transfer: (to, amount) => ({
      data: encodeFunctionData({ abi: demoCoinAbi, functionName: 'transfer', args: [to, amount] }),
    }),
    settled,
  }
}

async function untilDeployed(harness: Harness, address: Address): Promise<void> {
  for (;;) {
    const row = await harness.ctx.db
      .selectFrom('wallets')
      .select('status')
      .where('address', '=', address.toLowerCase())
      .executeTakeFirst()
    if (row?.status === 'deployed') return
    if (row?.status === 'failed') throw new Error('the deployment failed')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

function nextBlockOrMoment(chain: TestChain): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      ignore()
      resolve()
    }
    const timer = setTimeout(finish, 20)
    const ignore = chain.chain.onBlock(finish)
  })
}

function asAddress(text: string): Address {
  return `0x${text.slice(2)}`
}
