import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect } from 'vitest'
import * as z from 'zod/mini'
import { EMBEDDED_CHAIN_ID } from '#service/chain/anvil-process.ts'
import { startEmbeddedChain, type EmbeddedChain } from '#service/chain/embedded-chain.ts'
import type { EmbeddedChainOptions } from '#service/chain/embedded-state.ts'
import { blockSchema, quantitySchema, receiptSchema } from '#service/chain/rpc-schemas.ts'

const log = pino({ level: 'silent' })

/** A receiver without code and coins. */
export const RECEIVER: Address = '0x00000000000000000000000000000000000a1234'
/** An account that has coins on the chain of each test. */
export const sender = privateKeyToAccount(generatePrivateKey())

/** A signed transfer of one wei. */
export const signTransfer = (nonce: number, to: Address = RECEIVER, from = sender): Promise<Hex> =>
  from.signTransaction({
    type: 'eip1559',
    chainId: EMBEDDED_CHAIN_ID,
    to,
    value: 1n,
    nonce,
    gas: 21_000n,
    maxFeePerGas: 5_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
  })

/** An embedded chain for each test of the file, with coins for `sender`, in a folder of its own. */
export function openEmbeddedChain() {
  let directory = ''
  let chain: EmbeddedChain

  const start = async (options: Partial<EmbeddedChainOptions> = {}) => {
    chain = await startEmbeddedChain({ directory, log, durable: false, ...options })
  }
  const restart = async (options: Partial<EmbeddedChainOptions> = {}) => {
    await chain.close()
    await start(options)
  }
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'latchkey-chain-'))
    await start()
    await chain.fund(sender.address, 10n ** 20n)
  })
  afterEach(async () => {
    await chain.close()
    await rm(directory, { recursive: true })
  })

  const send = async (nonce: number) => chain.sendRawTransaction(await signTransfer(nonce))
  const balance = (address: Address) =>
    chain.rpc.request(quantitySchema, 'eth_getBalance', [address, 'latest'])
  const block = (number: string) => chain.rpc.request(blockSchema, 'eth_getBlockByNumber', [number, false])
  const receipt = (hash: Hex) =>
    chain.rpc.request(z.nullable(receiptSchema), 'eth_getTransactionReceipt', [hash])
  const mined = (hash: Hex) => expect.poll(() => receipt(hash), { interval: 2 }).toMatchObject({ status: 1n })
  return {
    get directory() {
      return directory
    },
    get chain() {
      return chain
    },
    start,
    restart,
    send,
    balance,
    block,
    receipt,
    mined,
  }
}
