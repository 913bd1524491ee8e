import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import {
  createTestClient,
  defineChain,
  http,
  publicActions,
  walletActions,
  type Address,
  type Hex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { findProgram } from '#contracts/foundry-program.ts'
import { CHAIN_ID } from './digest-vectors.ts'
import { seededHash } from './seeded-values.ts'

const START = 1_800_000_000
const READY_TIMEOUT_MS = 120_000

export type Mined = {
  gasUsed: number
  contractAddress?: Address
  logs: { address: Address; data: Hex }[]
}

/** A chain of our own on which only the test moves time, so that every figure comes out the same each time. */
export type GasChain = {
  /** Who sends the transactions. */
  sender: Address
  /** Seconds since 1970 of the next block. */
  now: () => number
  pass: (seconds: number) => void
  /** Puts code at an address, with as much of the native coin. */
  put: (address: Address, code: Hex, wei?: bigint) => Promise<void>
  /** What a call answers; nothing is kept of what it does. */
  ask: (to: Address, data: Hex) => Promise<Hex>
  /** Mines one transaction; returns the gas it used, the contract it created, and its logs. Throws when it reverts. */
  send: (to: Address | undefined, data: Hex, gas?: bigint) => Promise<Mined>
  stop: () => void
}

/**
 * Starts anvil, the real program, with the rules of `hardfork`: `osaka` has the P-256 precompile, `prague` has not.
 * EIP-7825 bounds a transaction's gas in both only `withGasLimit`.
 */
export async function startGasChain(
  hardfork: 'osaka' | 'prague',
  { withGasLimit = false }: { withGasLimit?: boolean } = {},
): Promise<GasChain> {
  const port = await freePort()
  const options = `-q --no-mining --host 127.0.0.1 --port ${port} --hardfork ${hardfork} --chain-id ${CHAIN_ID}`
  const more = ['--timestamp', String(START), ...(withGasLimit ? ['--enable-tx-gas-limit'] : [])]
  const anvil = spawn(findProgram('anvil'), [...options.split(' '), ...more], { stdio: 'ignore' })
  const stop = () => void anvil.kill()
  process.once('exit', stop)
  const client = connect(port)
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (!(await answers(client))) {
    if (anvil.exitCode !== null || Date.now() > deadline) throw new Error('anvil did not start')
    await wait(20)
  }
  await client.setBalance({ address: client.account.address, value: 10n ** 20n })
  let time = START + 100
  return {
    put: async (address, bytecode, value = 0n) => {
      await client.setCode({ address, bytecode })
      await client.setBalance({ address, value })
    },
    ask: async (to, data) => (await client.call({ to, data, gas: 20_000_000n })).data ?? '0x',
    sender: client.account.address,
    now: () => time,
    pass: (seconds) => {
      time += seconds
    },
    send: async (to, data, gas = 10_000_000n) => {
      const hash = await client.sendTransaction({
        ...(to === undefined ? {} : { to }),
        data,
        gas,
      })
      await client.setNextBlockTimestamp({ timestamp: BigInt(time) })
      await client.mine({ blocks: 1 })
      time += 1
      const { status, gasUsed, contractAddress, logs } = await client.getTransactionReceipt({ hash })
      if (status !== 'success') throw new Error(`reverted: to ${to}, ${data}`)
      return { gasUsed: Number(gasUsed), logs, ...(contractAddress ? { contractAddress } : {}) }
    },
    stop,
  }
}

function connect(port: number) {
  return createTestClient({
    account: privateKeyToAccount(seededHash('relayer of the gas figures')),
    chain: defineChain({
      id: CHAIN_ID,
      name: 'gas',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [`http://127.0.0.1:${port}`] } },
    }),
    mode: 'anvil',
    transport: http(undefined, { retryCount: 0 }),
  })
    .extend(publicActions)
    .extend(walletActions)
}

async function answers(client: ReturnType<typeof connect>): Promise<boolean> {
  try {
    return (await client.getChainId()) === CHAIN_ID
  } catch {
    return false
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port)
        else reject(new Error('no port'))
      })
    })
  })
}
