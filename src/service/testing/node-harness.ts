import { encodeFunctionData, type Address, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { demoCoinAbi } from '#protocol/abi/demo-coin.ts'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { readErc20Balance } from '#service/chain/erc20.ts'
import { openChain } from '#service/chain/open-chain.ts'
import type { OpenChainOptions } from '#service/chain/open-nodes.ts'
import type { Context, ServiceSettings } from '#service/context.ts'
import { createService } from '#service/create-service.ts'
import type { RelaySettings } from '#service/relayer/relay-parts.ts'
import { sendAndWait } from '#service/relayer/send-and-wait.ts'
import { deployDemoTokens, encodeMint, type DemoTokens } from '#service/sandbox/demo-tokens.ts'
import { harnessOn, type Answer, type Harness } from './harness.ts'
import type { PlainAnvil } from './plain-anvil.ts'
import { createSoftwarePasskey, type SoftwarePasskey } from './software-passkey.ts'
import { startTestContext, type TestContext } from './test-context.ts'

export type NodeWallet = { address: Address; passkey: SoftwarePasskey }

/** The service as it runs with RPC_URL: over a node that it knows by its address alone. */
export type NodeHarness = Harness & {
  tokens: DemoTokens
  relayer: Address
  /** Asks for a wallet; does not wait for more than the answer. */
  createWallet: () => Promise<NodeWallet & { answer: Answer }>
  /** Gives coins, and waits until they are there. */
  mint: (to: Address, amount: bigint) => Promise<void>
  /** Executes a transfer of coins. */
  transfer: (wallet: NodeWallet, to: Address, amount: bigint) => Promise<Answer>
  coinsOf: (holder: Address) => Promise<bigint>
  /** The status of the transaction with a hash, as the API tells it. */
  statusOf: (transactionHash: string) => Promise<string | undefined>
}

export type NodeHarnessOptions = {
  anvil: PlainAnvil
  chain?: Partial<OpenChainOptions>
  settings?: Partial<ServiceSettings>
  relaySettings?: Partial<RelaySettings>
  relayerKeys?: readonly Hex[]
}

const FUNDS = 10n ** 21n
const POLL_MS = 20

export async function startNodeHarness(options: NodeHarnessOptions): Promise<NodeHarness> {
  const { anvil } = options
  const base = await startTestContext()
  const relayerKeys = options.relayerKeys ?? [generatePrivateKey()]
  for (const key of relayerKeys) await anvil.fund(privateKeyToAddress(key), FUNDS)
  const { chainId, url: rpcUrl } = anvil
  const chain = await openChain({ rpcUrl, chainId, log: base.log, pollMs: POLL_MS, ...options.chain })
  const { relay: _, ...parts } = base
  const service = createService({
    ...parts,
    chain,
    settings: { ...base.settings, ...options.settings },
    relayerSigners: relayerKeys.map((key) => privateKeyToAccount(key)),
    relaySettings: { sweepMs: 50, fundsMs: 100, ...options.relaySettings },
  })
  const { mails, logLines, clock, close } = base
  const ctx: TestContext = Object.assign(await service.start(), { mails, logLines, clock, close })
  const stop = async () => {
    await service.stop()
    await chain.close()
    await close()
  }
  const harness = await harnessOn({ ctx, fetch: service.fetch, stop })
  const tokens = await deployDemoTokens(ctx.chain, sendAndWait(ctx.relay, 'sandbox'))
  return {
    ...harness,
    tokens,
    relayer: privateKeyToAddress(relayerKeys[0] ?? '0x'),
    createWallet: () => createWallet(harness),
    mint: (to, amount) =>
      sendAndWait(
        ctx.relay,
        'sandbox',
      )({ to: tokens.erc20, data: encodeMint({ standard: 'erc20', to, amount }) }),
    transfer: createTransfers(harness, tokens.erc20),
    coinsOf: (holder) => readErc20Balance(ctx.chain, tokens.erc20, holder),
    statusOf: (hash) => statusOf(ctx, hash),
  }
}

async function createWallet(harness: Harness): Promise<NodeWallet & { answer: Answer }> {
  const passkey = createSoftwarePasskey(harness.demo.domain)
  const email = `user-${passkey.qxHex.slice(0, 12)}@example.com`
  const verificationCode = await harness.requestCode(email)
  const { qxHex: qx, qyHex: qy, rpIdHash } = passkey
  const body = { qx, qy, rpIdHash, verificationCode, email }
  const answer = await harness.call('POST', '/v1/baas/wallets', { body })
  return { address: walletAddress({ factory: harness.ctx.chain.factory, ...passkey }), passkey, answer }
}

function createTransfers(harness: Harness, toAddress: Address): NodeHarness['transfer'] {
  let nextExpiration = 0
  return (wallet, to, amount) => {
    // Each of its own second: there is no nonce, so equal transfers would have one digest.
    nextExpiration += 1
    const call = {
      walletAddress: wallet.address,
      toAddress,
      value: 0n,
      data: encodeFunctionData({ abi: demoCoinAbi, functionName: 'transfer', args: [to, amount] }),
      expiration: BigInt(Math.floor(harness.ctx.clock.now().getTime() / 1_000) + 600 + nextExpiration),
      fee: 0n,
      feeCoinAddress: ZERO_ADDRESS,
      feeWithdrawAddress: ZERO_ADDRESS,
    }
    const body = {
      ...call,
      value: '0',
      fee: '0',
      expiration: call.expiration.toString(),
      signature: wallet.passkey.sign(executeDigest(harness.ctx.chain.id, call)),
    }
    return harness.call('POST', '/v1/baas/transactions/execute', { body })
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
