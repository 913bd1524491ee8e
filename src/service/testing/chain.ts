import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { keccak256, type Address, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type * as z from 'zod/mini'
import { withLimit } from '#protocol/testing/with-limit.ts'
import { deployBundleContract } from '#service/chain/bundle-contract.ts'
import type { SendAndWait } from '#service/chain/deploy-contract.ts'
import { startEmbeddedChain, type EmbeddedChain } from '#service/chain/embedded-chain.ts'
import type { EmbeddedChainOptions } from '#service/chain/embedded-state.ts'
import { deployFactory } from '#service/chain/factory-contract.ts'
import { quantitySchema, receiptSchema } from '#service/chain/rpc-schemas.ts'
import type { Context } from '#service/context.ts'
import { createRelay, type CreateRelayOptions } from '#service/relayer/create-relay.ts'
import type { Relay } from '#service/relayer/relay.ts'
import { deployDemoTokens, encodeMint } from '#service/sandbox/demo-tokens.ts'

const FUNDS = 10n ** 24n
/** Limit for a sent transaction to be mined, in milliseconds. */
const MINED_MS_MAX = 120_000

export type TestChain = Awaited<ReturnType<typeof startTestChain>>

/** A separate chain in a temporary folder, with factory and demo tokens. Starts in about half a second. */
export async function startTestChain(options: Partial<EmbeddedChainOptions> = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'latchkey-chain-'))
  const log = pino({ level: 'silent' })
  const embedded = await startEmbeddedChain({ directory, log, durable: false, ...options })
  const relayerKey = generatePrivateKey()
  const senderKey = generatePrivateKey()
  for (const key of [relayerKey, senderKey]) await embedded.fund(privateKeyToAccount(key).address, FUNDS)
  const send = createSender(embedded, senderKey)
  const factory = await deployFactory(embedded, send)
  const bundleContract = await deployBundleContract(embedded, send)
  const tokens = await deployDemoTokens(embedded, send)
  /** Mints coins, an item or units of a demo token. */
  const mint = (what: Parameters<typeof encodeMint>[0]) =>
    send({ to: tokens[what.standard], data: encodeMint(what) })
  return {
    /** The chain of a context, as in `startTestContext({ chain: test.chain, relay })`. */
    chain: { ...embedded, factory },
    embedded,
    tokens,
    bundleContract,
    /** The funded key of `startTestRelay`. */
    relayerKey,
    /** Sends a call with a key that is not the relayer's, and waits until it is mined. Throws if it reverts. */
    send,
    /** The address of the key with which `send` signs. */
    sender: privateKeyToAccount(senderKey).address,
    mint,
    mintCoins: (to: Address, amount: bigint) => mint({ standard: 'erc20', to, amount }),
    close: async () => {
      await embedded.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** A started relayer over a test chain. Its outcomes reach no module until `prepare` sets handlers. */
export async function startTestRelay(
  test: TestChain,
  ctx: Pick<Context, 'db' | 'clock' | 'log'>,
  options: Partial<CreateRelayOptions> = {},
): Promise<Relay> {
  const relay = createRelay({
    db: ctx.db,
    clock: ctx.clock,
    log: ctx.log,
    chain: test.chain,
    signers: [privateKeyToAccount(test.relayerKey)],
    ...options,
  })
  await relay.start()
  return relay
}

function createSender(chain: EmbeddedChain, key: Hex): SendAndWait {
  const account = privateKeyToAccount(key)
  let last: Promise<unknown> = Promise.resolve()
  let nonce: number | undefined
  async function sendOne({ to, data, value = 0n }: Parameters<SendAndWait>[0]): Promise<void> {
    nonce ??= Number(
      await chain.rpc.request(quantitySchema, 'eth_getTransactionCount', [account.address, 'latest']),
    )
    const raw = await account.signTransaction({
      type: 'eip1559',
      chainId: chain.id,
      nonce,
      to,
      data,
      value,
      gas: 8_000_000n,
      maxFeePerGas: 10_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
    })
    const mined = untilMined(chain, keccak256(raw))
    await chain.sendRawTransaction(raw)
    nonce += 1
    const late = new Error(`No block with the transaction to ${to} within ${MINED_MS_MAX / 1_000} s`)
    const { status } = await withLimit(mined, { waitMsMax: MINED_MS_MAX, late })
    if (status !== 1n) throw new Error(`a transaction to ${to} failed`)
  }
  return (call) => {
    const sent = last.then(() => sendOne(call))
    last = sent.catch(() => undefined)
    return sent
  }
}

function untilMined(chain: EmbeddedChain, hash: Hex): Promise<z.infer<typeof receiptSchema>> {
  return new Promise((resolve, reject) => {
    const ignore = chain.onBlock((block) => {
      if (!block.transactions.includes(hash)) return
      ignore()
      chain.rpc.request(receiptSchema, 'eth_getTransactionReceipt', [hash]).then(resolve, reject)
    })
  })
}
