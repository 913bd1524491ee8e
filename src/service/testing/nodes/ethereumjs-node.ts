import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import { freePort } from '#service/chain/anvil-process.ts'
import { quantitySchema } from '#service/chain/rpc-schemas.ts'
import { createRpc, type Rpc } from '#service/chain/rpc.ts'
import { createConsensus } from './consensus.ts'
import { buildGenesis } from './ethereumjs-genesis.ts'
import { installNodes } from './install-nodes.ts'
import { startNodeProcess, type NodeProcess } from './node-process.ts'
import type { ControlledNode } from './test-node.ts'

const CHAIN_ID = 77_012
const PROGRAM = 'node_modules/@ethereumjs/client/dist/esm/bin/cli.js'
/** Number of blocks in the fee history that the service reads. */
const HISTORY_BLOCKS = 6
/** Milliseconds between polls of the mempool. */
const LOOK_MS = 200
/** A base fee above any that the chain reaches, in wei. */
const PRICE = 20_000_000_000n

/**
 * EthereumJS's execution client. Its own development chain (`--dev`) ends with the London upgrade and lacks the
 * opcodes of the wallets. Therefore, the test acts as the consensus client, and lets the node build blocks through
 * the Engine API, as on a public chain.
 */
export async function startEthereumJsNode(): Promise<ControlledNode> {
  const folder = await installNodes()
  const data = await mkdtemp(join(tmpdir(), 'latchkey-ethereumjs-'))
  const faucet = privateKeyToAccount(generatePrivateKey())
  const genesis = join(data, 'genesis.json')
  await writeFile(genesis, JSON.stringify(buildGenesis({ chainId: CHAIN_ID, funded: faucet.address })))
  const [port, enginePort, peerPort] = [await freePort(), await freePort(), await freePort()]
  const started = await startNodeProcess({
    program: join(folder, PROGRAM),
    args: [
      ['--gethGenesis', genesis, '--dataDir', data, '--logFile=false', '--logLevel=warn'],
      ['--isSingleNode', '--sync=none', '--discV4=false', '--discDns=false'],
      ['--port', String(peerPort), '--rpc', '--rpcAddr=127.0.0.1', '--rpcPort', String(port)],
      [
        '--rpcEngine',
        '--rpcEngineAddr=127.0.0.1',
        '--rpcEngineAuth=false',
        '--rpcEnginePort',
        String(enginePort),
      ],
    ].flat(),
    port,
    chainId: CHAIN_ID,
  })
  const engine = createRpc({ url: `http://127.0.0.1:${enginePort}`, timeoutMs: 30_000 })
  const consensus = createConsensus(started.rpc, engine)
  // The node's eth_feeHistory fails if there are fewer blocks than requested, and its eth_gasPrice fails for a
  // block with a transaction that has a gas price.
  await consensus.mine(HISTORY_BLOCKS)
  const blocks = makeBlocks(started.rpc, consensus.mine)
  return {
    ...started,
    chainId: CHAIN_ID,
    fund: async (address, wei) => {
      await sendCoins(started.rpc, faucet, address, wei)
      await consensus.mine(1)
    },
    holdBlocks: blocks.hold,
    releaseBlocks: blocks.release,
    mine: consensus.mine,
    reorganize: consensus.reorganize,
    stop: async () => {
      await blocks.hold()
      await engine.close()
      await started.stop()
      await rm(data, { recursive: true, force: true })
    },
  }
}

const DEVELOPMENT_CHAIN_ID = 123_456

/** EthereumJS’s own development chain. It ends with the London upgrade, and has no gas estimates. */
export async function startEthereumJsDevelopmentChain(): Promise<NodeProcess & { chainId: number }> {
  const folder = await installNodes()
  const [port, peerPort] = [await freePort(), await freePort()]
  const started = await startNodeProcess({
    program: join(folder, PROGRAM),
    args: [
      ['--dev=poa', '--dataDir', 'chain', '--logFile=false', '--logLevel=warn', '--discV4=false'],
      ['--port', String(peerPort), '--rpc', '--rpcAddr=127.0.0.1', '--rpcPort', String(port)],
    ].flat(),
    port,
    chainId: DEVELOPMENT_CHAIN_ID,
  })
  return { ...started, chainId: DEVELOPMENT_CHAIN_ID }
}

type Account = ReturnType<typeof privateKeyToAccount>

async function sendCoins(rpc: Rpc, from: Account, to: Address, value: bigint): Promise<void> {
  const nonce = await rpc.request(quantitySchema, 'eth_getTransactionCount', [from.address, 'latest'])
  const fees = { maxFeePerGas: PRICE, maxPriorityFeePerGas: 1_000_000_000n }
  const form = {
    type: 'eip1559',
    chainId: CHAIN_ID,
    nonce: Number(nonce),
    to,
    value,
    gas: 21_000n,
    ...fees,
  } as const
  await rpc.request(z.unknown(), 'eth_sendRawTransaction', [await from.signTransaction(form)])
}

const poolSchema = z.object({ pending: z.record(z.string(), z.unknown()) })

/** Builds a block whenever a transaction is in the mempool. */
function makeBlocks(rpc: Rpc, mine: (blocks: number) => Promise<void>) {
  let looking: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  async function look(): Promise<void> {
    const { pending } = await rpc.request(poolSchema, 'txpool_content', [])
    if (Object.keys(pending).length > 0) await mine(1)
  }
  function schedule(): void {
    timer = setTimeout(() => {
      looking = look().catch(() => undefined)
      void looking.then(() => timer !== undefined && schedule())
    }, LOOK_MS)
  }
  schedule()
  return {
    hold: async () => {
      clearTimeout(timer)
      timer = undefined
      await looking
    },
    release: async () => schedule(),
  }
}
