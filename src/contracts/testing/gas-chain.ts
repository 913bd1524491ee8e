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

/** A local chain whose time only the test moves, so that every figure is reproducible. */
export type GasChain = {
  /** Sender of the transactions. */
  sender: Address
  /** Timestamp of the next block, in seconds since 1970. */
  now: () => number
  pass: (seconds: number) => void
  /** Sets the code and the balance of an address. */
  put: (address: Address, code: Hex, wei?: bigint) => Promise<void>
  /** Calls without a transaction. Returns the result and keeps no state. */
  ask: (to: Address, data: Hex) => Promise<Hex>
  /** Mines one transaction. Returns its gas, the created contract and the logs. Throws if it reverts. */
  send: (to: Address | undefined, data: Hex, gas?: bigint) => Promise<Mined>
  stop: () => void
}

/**
 * Starts anvil with the rules of `hardfork`: `osaka` has the P-256 precompile, `prague` does not. EIP-7825
 * limits a transaction's gas in both only if `withGasLimit` is set.
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
