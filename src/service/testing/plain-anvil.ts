import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { waitFor } from '#protocol/testing/wait-for.ts'
import { findAnvil } from '#service/chain/anvil-binary.ts'
import { freePort } from '#service/chain/anvil-process.ts'
import { quantity, quantitySchema } from '#service/chain/rpc-schemas.ts'
import { createRpc } from '#service/chain/rpc.ts'

export type PlainAnvilOptions = {
  chainId?: number
  /** `prague` has no P-256 precompile, `shanghai` no transient storage. */
  hardfork?: 'osaka' | 'prague' | 'cancun' | 'shanghai'
  /** Behaves like an OP Stack chain, where transactions also pay for their data on the first layer. */
  optimism?: true
  /** Seconds between blocks. Undefined means an immediate block for each transaction. */
  blockTime?: number
  /**
   * Number of its own keys, for which it supports `eth_accounts` and `eth_signTransaction`. Undefined means
   * none.
   */
  accounts?: number
}

const anything = z.unknown()

export type PlainAnvil = Awaited<ReturnType<typeof startPlainAnvil>>

/** An ordinary anvil: it mines on its own, and the service knows it only by its URL. */
export async function startPlainAnvil(options: PlainAnvilOptions = {}) {
  const chainId = options.chainId ?? 77_001
  const port = await freePort()
  const flags = [
    ['--quiet', '--port', String(port), '--chain-id', String(chainId), '--no-cors'],
    ['--accounts', String(options.accounts ?? 0)],
    options.optimism ? ['--network', 'optimism'] : ['--hardfork', options.hardfork ?? 'osaka'],
    options.blockTime === undefined ? [] : ['--block-time', String(options.blockTime)],
  ].flat()
  const child = spawn(findAnvil(process.env), flags, { stdio: 'ignore', env: {} })
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  const rpc = createRpc({ url })
  const isReady = async () => {
    const end = child.exitCode ?? child.signalCode
    if (end !== null) throw new Error(`anvil ended with ${end}`)
    const id = await rpc.request(quantitySchema, 'eth_chainId', []).catch(() => undefined)
    return id === BigInt(chainId)
  }
  await waitFor(`anvil to respond on port ${port}`, isReady, { pollMs: 5 })
  const ask = (method: string, params: readonly unknown[]) => rpc.request(anything, method, params)
  return {
    url,
    chainId,
    rpc,
    fund: async (address: Address, wei: bigint) =>
      void (await ask('anvil_setBalance', [address, quantity(wei)])),
    /** Sends a signed transaction to the mempool. */
    send: async (raw: Hex) => void (await ask('eth_sendRawTransaction', [raw])),
    /** Moves the clock of the chain ahead. */
    setAhead: async (seconds: number) => void (await ask('evm_increaseTime', [quantity(seconds)])),
    /** Sets whether it mines a block for each transaction on its own. */
    setAutomine: async (on: boolean) => void (await ask('evm_setAutomine', [on])),
    mine: async (blocks: number) => void (await ask('anvil_mine', [quantity(blocks)])),
    /** Replaces the newest blocks with empty ones. Their transactions are gone. */
    reorganize: async (depth: number) => void (await ask('anvil_reorg', [depth, []])),
    /** Removes the newest blocks without replacement. */
    shorten: async (depth: number) => void (await ask('anvil_rollback', [depth])),
    head: () => rpc.request(quantitySchema, 'eth_blockNumber', []),
    stop: async () => {
      await rpc.close()
      child.kill('SIGKILL')
      await ended
    },
  }
}
