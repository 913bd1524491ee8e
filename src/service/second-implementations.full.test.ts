import { pino } from 'pino'
import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { openChain } from './chain/open-chain.ts'
import { expectExact } from './testing/job-account.ts'
import type { JobService } from './testing/job-service.ts'
import { startAnvilNode } from './testing/nodes/anvil-node.ts'
import { startEthereumJsDevelopmentChain, startEthereumJsNode } from './testing/nodes/ethereumjs-node.ts'
import { startHardhatNode } from './testing/nodes/hardhat-node.ts'
import type { ControlledNode } from './testing/nodes/test-node.ts'
import { readExecuted } from './testing/read-executed.ts'
import { serviceWorld } from './testing/service-world.ts'
import { readSignedCall } from './testing/wallet-requests.ts'

const WAIT = { timeout: 240_000, interval: 200 }
/** Longer than the relayer waits before it replaces a transaction, in milliseconds. */
const STUCK_MS = 61_000

type Implementation = { name: string; start: () => Promise<ControlledNode> }

const IMPLEMENTATIONS: readonly Implementation[] = [
  { name: 'anvil, Prague (no P-256 precompile)', start: () => startAnvilNode({ hardfork: 'prague' }) },
  { name: 'anvil, Osaka', start: () => startAnvilNode({ hardfork: 'osaka' }) },
  { name: 'anvil as an OP Stack chain', start: () => startAnvilNode({ optimism: true }) },
  { name: 'Hardhat 2 (EDR), Prague', start: startHardhatNode },
  { name: 'EthereumJS, Prague, blocks by the Engine API', start: startEthereumJsNode },
]

describe.each(IMPLEMENTATIONS)('over $name', ({ start }) => {
  let node: ControlledNode
  let job: JobService
  beforeAll(async () => {
    node = await start()
    job = await serviceWorld.job({ node })
  })
  afterAll(async () => {
    await job.stop()
    await node.stop()
  })

  /** Number of executions of the digest by wallets, as recorded on the chain. */
  const executions = async (digest: Hex): Promise<number> =>
    (await readExecuted(node.rpc)).filter((executed) => executed === digest).length
  async function createWallet() {
    const wallet = await job.service.createWallet()
    expect(wallet.answer.status, wallet.answer.text).toBe(200)
    await job.service.mint(wallet.address, 10n)
    return wallet
  }
  /** Sends a transfer of one coin to a new address. */
  async function transfer(wallet: Awaited<ReturnType<typeof createWallet>>) {
    const to = newAddress()
    const body = job.service.signedTransfer(wallet, to, 1n)
    const digest = executeDigest(node.chainId, readSignedCall(body).call)
    const answer = await job.service.call('POST', '/v1/baas/transactions/execute', { body })
    expect(answer.status, answer.text).toBe(200)
    const readState = async () => {
      const transactions = job.service.ctx.db.selectFrom('transactions').select('state')
      return (await transactions.where('digest', '=', digest).executeTakeFirst())?.state
    }
    return { digest, readState, coins: () => job.service.coinsOf(to) }
  }

  test('behavior: a wallet, an immediate call, a bundle and a held call: accepted calls are executed and reported', async () => {
    const account = await job.run()
    expectExact(account)
    expect(account.bundles).toBeGreaterThan(0)
  })

  test('behavior: executes a call again, once, after its block was reorganized away', async () => {
    const wallet = await createWallet()
    await node.holdBlocks()
    const { digest, readState, coins } = await transfer(wallet)
    await node.mine(1)
    await expect.poll(readState, WAIT).toBe('CONFIRMED')
    await node.reorganize(1)
    await node.releaseBlocks()
    await expect.poll(() => executions(digest), WAIT).toBe(1)
    await expect.poll(readState, WAIT).toBe('CONFIRMED')
    expect(await coins()).toBe(1n)
  })

  test('behavior: replaces a call that no block includes at its nonce, and executes it once', async () => {
    const wallet = await createWallet()
    await node.holdBlocks()
    const { digest, readState, coins } = await transfer(wallet)
    const attempts = async () => {
      const { db } = job.service.ctx
      const open = db.selectFrom('relayed_transactions').select('id').where('status', '=', 'signed')
      const rows = await db
        .selectFrom('relayer_attempts')
        .select('kind')
        .where('relayed_id', 'in', open)
        .execute()
      return rows.map(({ kind }) => kind)
    }
    job.service.ctx.clock.advance(STUCK_MS)
    await expect.poll(attempts, WAIT).toEqual(['call', 'call'])
    await node.mine(1)
    await expect.poll(readState, WAIT).toBe('CONFIRMED')
    await node.releaseBlocks()
    expect(await executions(digest)).toBe(1)
    expect(await coins()).toBe(1n)
  })
})

test('error: refuses the development chain of EthereumJS, because it has no gas estimates', async () => {
  const chain = await startEthereumJsDevelopmentChain()
  const { url: rpcUrl, chainId, stop } = chain
  await expect(openChain({ rpcUrl, chainId, log: pino({ level: 'silent' }) })).rejects.toThrow(
    'cannot serve wallets: eth_estimateGas is served neither at “pending” nor at “latest”',
  )
  await stop()
})
