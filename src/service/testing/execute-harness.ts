import type { Address } from 'viem'
import { readErc20Balance } from '#service/chain/erc20.ts'
import type { TestChain } from './chain.ts'
import { startChainHarness } from './chain-harness.ts'
import type { Answer, Harness, TestOrganization } from './harness.ts'
import type { AssertionChanges } from './software-passkey.ts'
import type { TestClock } from './test-context.ts'
import {
  coinTransfer,
  expirationIn,
  requestWallet,
  signedRequest,
  type ExecuteFields,
  type TestWallet,
} from './wallet-requests.ts'

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
  const { test: chain, ...harness } = await startChainHarness()
  const { clock } = harness.ctx
  let nextExpiration = 0

  async function createWallet({ organization, coins, ...fields }: NewTestWallet = {}): Promise<TestWallet> {
    const { answer, ...wallet } = await requestWallet(harness, fields, organization)
    if (answer.status !== 200) throw new Error(`no wallet was created: ${answer.text}`)
    await untilDeployed(harness, wallet.address)
    if (coins !== undefined) await chain.mintCoins(wallet.address, coins)
    return wallet
  }

  function signed(wallet: TestWallet, fields: ExecuteFields, changes?: AssertionChanges) {
    // Each request of its own second: the digest is the replay key, and there is no nonce.
    nextExpiration += 1
    const expiration = expirationIn(300 + nextExpiration, clock.now())
    const request = { toAddress: chain.tokens.erc20, expiration, ...fields }
    return signedRequest(chain.chain.id, wallet, request, changes)
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
    transfer: coinTransfer,
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
