import type { Address } from 'viem'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import type { AssertionChanges } from '#protocol/testing/software-passkey.ts'
import { waitFor } from '#protocol/testing/wait-for.ts'
import { readErc20Balance } from '#service/chain/erc20.ts'
import type { ServiceOptions } from '#service/create-service.ts'
import type { OpenDatabase } from '#service/db/open-database.ts'
import { startTestChain } from './chain.ts'
import { createGatedRelayer } from './sign-gate.ts'
import { createTestClock, startTestContext } from './test-context.ts'
import { serveOn, type TestService, type TestOrganization } from './test-service.ts'
import {
  coinTransfer,
  expirationIn,
  readSignedCall,
  requestWallet,
  signedRequest,
  type ExecuteFields,
  type TestWallet,
} from './wallet-requests.ts'

export type NewTestWallet = {
  organization?: TestOrganization
  coins?: bigint
  /** The end-user who owns it. Undefined means that the organization operates it. */
  externalUserId?: string
  email?: string
  label?: string
}

export type WalletService = Awaited<ReturnType<typeof startWalletService>>

/**
 * The whole service as `createService` wires it, on a fresh database and a fresh chain with the same clock. It
 * has a real relayer, and wallets whose passkeys the test holds.
 */
export async function startWalletService({
  database,
  ...given
}: Pick<Partial<ServiceOptions>, 'remotePolicySigner'> & { database?: OpenDatabase } = {}) {
  const clock = createTestClock()
  const chain = await startTestChain({ now: () => clock.now() })
  const context = { chain: chain.chain, ...(database && { database }) }
  const base = { ...(await startTestContext(context)), clock }
  const { gate, signer, ...waiting } = createGatedRelayer(chain.relayerKey)
  const parts = { ...given, ...waiting, relayerSigners: [signer] }
  const world = await serveOn(base, parts, () => chain.close())
  let nextExpiration = 0

  async function createWallet({ organization, coins, ...fields }: NewTestWallet = {}): Promise<TestWallet> {
    const { answer, ...wallet } = await requestWallet(world, fields, organization)
    if (answer.status !== 200) throw new Error(`no wallet was created: ${answer.text}`)
    await untilDeployed(world, wallet.address)
    if (coins !== undefined) await chain.mintCoins(wallet.address, coins)
    return wallet
  }

  /** The body of an execute request, signed as a browser signs it, or with the errors that a test wants. */
  function signed(
    wallet: TestWallet,
    fields: ExecuteFields,
    changes?: AssertionChanges,
  ): Record<string, unknown> {
    // Each request uses another second, because the digest is the replay key and there is no nonce.
    nextExpiration += 1
    const expiration = expirationIn(300 + nextExpiration, clock.now())
    const request = { toAddress: chain.tokens.erc20, expiration, ...fields }
    return signedRequest(chain.chain.id, wallet, request, changes)
  }

  type Settled = {
    status: string
    reason?: string
    transactionUuid: string
    digest: string
    createdAtDatetime: string
  }
  type Listed = Settled & { transactionHash?: string }
  /**
   * The record of the execution with this hash once it is final. If several calls share the hash, use
   * `settledOf`.
   */
  const settled = (hash: string) =>
    untilSettled(`the outcome of ${hash}`, ({ transactionHash }) => transactionHash === hash)
  /** The record of an executed body once it is final. */
  function settledOf(body: Record<string, unknown>): Promise<Settled> {
    const expected = executeDigest(chain.chain.id, readSignedCall(body).call)
    return untilSettled(`the outcome of the digest ${expected}`, ({ digest }) => digest === expected)
  }
  function untilSettled(what: string, isWanted: (one: Listed) => boolean): Promise<Settled> {
    const read = async () => {
      const { content } = await world.call('GET', '/v1/baas/transactions?limit=200')
      const found: Listed[] = content.filter(isWanted)
      return found.every(({ status }) => status !== 'SUBMITTED') && found[0]
    }
    return waitFor(what, read, { pollMs: 20 })
  }

  return {
    ...world,
    chain,
    clock,
    createWallet,
    signed,
    execute: (body: Record<string, unknown>, organization = world.demo) =>
      world.call('POST', '/v1/baas/transactions/execute', { key: organization.key, body }),
    coinsOf: (holder: Address) => readErc20Balance(chain.chain, chain.tokens.erc20, holder),
    /**
     * Holds back the relayer's signatures until a number of calls wait, then calls `before`. Resolves when the
     * relayer is about to sign the first transaction. That transaction has only the first call, and later calls do
     * not join it.
     */
    whenWaiting: gate.close,
    /** A transfer of demo coins as the fields of an execute request. */
    transfer: coinTransfer,
    settled,
    settledOf,
  }
}

async function untilDeployed(world: TestService, address: Address): Promise<void> {
  const isDeployed = async () => {
    const row = await world.ctx.db
      .selectFrom('wallets')
      .select('status')
      .where('address', '=', address.toLowerCase())
      .executeTakeFirst()
    if (row?.status === 'failed') throw new Error('the deployment failed')
    return row?.status === 'deployed'
  }
  await waitFor(`the deployment of ${address}`, isDeployed, { pollMs: 5 })
}
