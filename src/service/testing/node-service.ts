import type { Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { readErc20Balance } from '#service/chain/erc20.ts'
import { openChain } from '#service/chain/open-chain.ts'
import type { OpenChainOptions } from '#service/chain/open-nodes.ts'
import type { Context, ServiceSettings } from '#service/context.ts'
import type { OpenDatabase } from '#service/db/open-database.ts'
import type { Failpoint, RelaySettings } from '#service/relayer/relay-parts.ts'
import { sendAndWait } from '#service/relayer/relay.ts'
import type { Signer } from '#service/relayer/sign-attempt.ts'
import { deployDemoTokens, encodeMint } from '#service/sandbox/demo-tokens.ts'
import type { TestNode } from './nodes/test-node.ts'
import { startTestContext } from './test-context.ts'
import { serveOn } from './test-service.ts'
import {
  coinTransfer,
  expirationIn,
  requestWallet,
  signedRequest,
  type TestWallet,
} from './wallet-requests.ts'

export type NodeServiceOptions = {
  anvil: Pick<TestNode, 'url' | 'chainId' | 'fund'>
  chain?: Partial<OpenChainOptions>
  settings?: Partial<ServiceSettings>
  relaySettings?: Partial<RelaySettings>
  relayerKeys?: readonly Hex[]
  /** Signers that replace `relayerKeys`. */
  signers?: readonly [Signer, ...Signer[]]
  failpoint?: Failpoint
  /** A migrated database, which `stop` closes. Undefined means a fresh one. */
  database?: OpenDatabase
}

const FUNDS = 10n ** 21n
const POLL_MS = 20

export type NodeService = Awaited<ReturnType<typeof startNodeService>>

/** The service as it runs with RPC_URL, over a node that it knows only by its URL. */
export async function startNodeService(options: NodeServiceOptions) {
  const { anvil } = options
  const base = await startTestContext(options.database && { database: options.database })
  const relayerKeys = options.relayerKeys ?? [generatePrivateKey()]
  const signers = options.signers ?? relayerKeys.map((key) => privateKeyToAccount(key))
  for (const { address } of signers) await anvil.fund(address, FUNDS)
  const { chainId, url: rpcUrl } = anvil
  const chain = await openChain({ rpcUrl, chainId, log: base.log, pollMs: POLL_MS, ...options.chain })
  const parts = {
    chain,
    settings: { ...base.settings, ...options.settings },
    relayerSigners: signers,
    relaySettings: { sweepMs: 50, fundsMs: 100, ...options.relaySettings },
    ...(options.failpoint !== undefined && { failpoint: options.failpoint }),
  }
  const world = await serveOn(base, parts, () => chain.close())
  const { ctx } = world
  const send = sendAndWait(ctx.relay, 'sandbox')
  const tokens = await deployDemoTokens(ctx.chain, send)
  let transfers = 0
  const signedTransfer = (wallet: TestWallet, to: Address, amount: bigint) => {
    // Each transfer uses another second. There is no nonce, so equal transfers would have the same digest.
    transfers += 1
    const expiration = expirationIn(600 + transfers, ctx.clock.now())
    const fields = { toAddress: tokens.erc20, expiration, ...coinTransfer(to, amount) }
    return signedRequest(ctx.chain.id, wallet, fields)
  }
  return {
    ...world,
    tokens,
    relayer: privateKeyToAddress(relayerKeys[0] ?? '0x'),
    /** Requests a wallet. Waits only for the response. */
    createWallet: (fields: { externalUserId?: string } = {}) => requestWallet(world, fields),
    /** Mints coins and waits until they have arrived. */
    mint: (to: Address, amount: bigint) =>
      send({ to: tokens.erc20, data: encodeMint({ standard: 'erc20', to, amount }) }),
    signedTransfer,
    transfer: (wallet: TestWallet, to: Address, amount: bigint) =>
      world.call('POST', '/v1/baas/transactions/execute', { body: signedTransfer(wallet, to, amount) }),
    coinsOf: (holder: Address) => readErc20Balance(ctx.chain, tokens.erc20, holder),
    /** The state as the API reports it. */
    statusOf: (hash: string) => statusOf(ctx, hash),
  }
}

async function statusOf(ctx: Context, transactionHash: string): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('transactions')
    .select('state')
    .where('transaction_hash', '=', `0x${transactionHash.slice(2)}`)
    .executeTakeFirst()
  return row?.state
}
