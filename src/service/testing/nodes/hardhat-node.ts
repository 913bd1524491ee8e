import { join } from 'node:path'
import * as z from 'zod/mini'
import { freePort } from '#service/chain/anvil-process.ts'
import { quantity } from '#service/chain/rpc-schemas.ts'
import { installNodes } from './install-nodes.ts'
import { startNodeProcess } from './node-process.ts'
import type { ControlledNode } from './test-node.ts'

/** The same value as in `e2e/nodes/hardhat.config.cjs`. */
const CHAIN_ID = 77_011
const anything = z.unknown()

/**
 * Hardhat's node, with its own EVM and mempool (EDR). It has no command for a reorganization, so it reverts to
 * a snapshot and continues with other blocks.
 */
export async function startHardhatNode(): Promise<ControlledNode> {
  const folder = await installNodes()
  const port = await freePort()
  const started = await startNodeProcess({
    program: join(folder, 'node_modules/hardhat/internal/cli/bootstrap.js'),
    args: ['node', '--hostname', '127.0.0.1', '--port', String(port)],
    folder,
    port,
    chainId: CHAIN_ID,
  })
  const ask = (method: string, params: readonly unknown[]) => started.rpc.request(anything, method, params)
  const snapshots = keepSnapshots(started.rpc.request)
  const mine = async (blocks: number) => {
    for (let mined = 0; mined < blocks; mined += 1) await ask('evm_mine', [])
  }
  return {
    ...started,
    chainId: CHAIN_ID,
    fund: async (address, wei) => void (await ask('hardhat_setBalance', [address, quantity(wei)])),
    holdBlocks: async () => {
      await ask('evm_setAutomine', [false])
      await snapshots.take()
    },
    releaseBlocks: async () => {
      await ask('evm_setAutomine', [true])
      // Automine makes blocks for later transactions, but not for pending ones.
      await mine(1)
    },
    mine,
    reorganize: async (depth) => {
      await snapshots.goBack()
      await mine(depth)
    },
  }
}

type Request = ControlledNode['rpc']['request']

/** Takes snapshots of the chain, and reverts to the newest one. */
function keepSnapshots(request: Request) {
  let newest: string | undefined
  return {
    take: async () => {
      newest = await request(z.string(), 'evm_snapshot', [])
    },
    goBack: async () => void (await request(anything, 'evm_revert', [newest])),
  }
}
