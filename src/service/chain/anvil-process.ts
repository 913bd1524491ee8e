import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { explainAnvil } from './anvil-binary.ts'
import { quantitySchema } from './rpc-schemas.ts'
import { createRpc, type RpcClient } from './rpc.ts'

/**
 * These values fix everything that affects a block's hash, except the transactions. The log therefore replays to the
 * same chain. Changing one of the values makes older logs unreadable.
 */
export const EMBEDDED_CHAIN_ID = 84_001
const GENESIS = {
  hardfork: 'osaka',
  timestamp: 1_700_000_000,
  baseFee: 1_000_000_000,
  gasLimit: 1_000_000_000,
}
/**
 * Number of blocks whose states stay readable. Each state is a full copy. With 256 copies, anvil grew by 31 kB per
 * transaction; with few copies, by 12 kB (docs/speed.md).
 */
const STATES_KEPT = 64
const START_TRIES = 3
const READY_POLL_MS = 4
const READY_TIMEOUT_MS = 60_000

export type Anvil = Awaited<ReturnType<typeof startOnce>>

export type AnvilOptions = {
  /** Path of the initial state, created by `anvil_dumpState`. */
  snapshotPath: string | undefined
  /**
   * Number of blocks whose transactions, receipts and logs stay readable. Older blocks keep only their
   * headers. Anvil holds them all in memory.
   */
  blocksKept: number
}

/** Starts anvil on a free port of the loopback interface. Resolves when it is ready. */
export async function startAnvil(binary: string, options: AnvilOptions): Promise<Anvil> {
  let failure: unknown
  for (let attempt = 0; attempt < START_TRIES; attempt += 1) {
    try {
      return await startOnce(binary, await freePort(), options)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

async function startOnce(binary: string, port: number, options: AnvilOptions) {
  const child = spawn(binary, argumentsFor(port, options), {
    stdio: ['ignore', 'ignore', 'pipe'],
    // Passes nothing of this process's environment, because it contains secrets that the chain does not need.
    env: {},
    // Runs in its own process group. A signal to the service's group, such as Ctrl-C, ends the service, which
    // ends the chain.
    detached: process.platform !== 'win32',
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2_000)
  })
  const ended = waitForEnd(child)
  await Promise.race([once(child, 'spawn'), ended]).catch((error: unknown) => {
    throw explainAnvil(error, binary)
  })
  if (child.pid === undefined) throw new Error(`anvil could not be started from ${binary}`)
  const watcher = watchParent(child.pid)
  const url = `http://127.0.0.1:${port}`
  // Sends reads in parallel.
  const rpc = createRpc({ url, timeoutMs: 30_000 })
  // Sends requests that change the chain one after the other, without retries.
  const control = createRpc({ url, connections: 1, retry: false, timeoutMs: 120_000, answerBytesMax: -1 })
  void ended.then(() => watcher?.process.kill('SIGKILL'))
  const stop = async () => {
    await Promise.all([rpc.close(), control.close()])
    child.kill('SIGKILL')
    await Promise.all([ended, watcher?.ended])
  }
  try {
    await ready(control, child, ended)
  } catch (error) {
    await stop()
    throw new Error(`anvil did not start: ${complaint.trim() || 'it said nothing'}`, { cause: error })
  }
  return {
    pid: child.pid,
    rpc,
    control,
    /** Settles when the process has ended, for whatever reason. */ ended,
    stop,
  }
}

/** Settles when a process has ended or could not be started. */
async function waitForEnd(child: ChildProcess): Promise<void> {
  await once(child, 'exit').catch(() => undefined)
}

function argumentsFor(port: number, { snapshotPath, blocksKept }: AnvilOptions): string[] {
  return [
    ['--quiet', '--host', '127.0.0.1', '--port', String(port), '--no-cors'],
    // Disables anvil's public test accounts, because their keys are public.
    ['--accounts', '0', '--no-mining', '--order', 'fifo'],
    ['--chain-id', String(EMBEDDED_CHAIN_ID), '--hardfork', GENESIS.hardfork],
    ['--timestamp', String(GENESIS.timestamp), '--base-fee', String(GENESIS.baseFee)],
    ['--gas-limit', String(GENESIS.gasLimit), '--prune-history', String(STATES_KEPT)],
    ['--transaction-block-keeper', String(blocksKept)],
    snapshotPath === undefined ? [] : ['--load-state', snapshotPath],
  ].flat()
}

/**
 * Waits until anvil is ready. Another process on the same port could respond, so our process must still run after the
 * response.
 */
async function ready(control: RpcClient, child: ChildProcess, ended: Promise<void>): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  const hasEnded = ended.then(() => 'ended' as const)
  for (;;) {
    const answered = await control.request(quantitySchema, 'eth_chainId', []).then(
      (id) => id === BigInt(EMBEDDED_CHAIN_ID),
      () => false,
    )
    const next = await Promise.race([hasEnded, wait(READY_POLL_MS)])
    if (next === 'ended' || child.exitCode !== null) throw new Error('the process ended')
    if (answered) return
    if (Date.now() > deadline) throw new Error('it did not respond in time')
  }
}

/**
 * Starts a process that kills anvil after this process has ended, even by kill -9. It waits until its standard input
 * closes. Windows has no /bin/sh, so anvil keeps running there if this process is killed.
 */
function watchParent(pid: number): { process: ChildProcess; ended: Promise<void> } | undefined {
  if (process.platform === 'win32') return undefined
  const watcher = spawn('/bin/sh', ['-c', 'read -r nothing; kill -9 "$0"', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
    detached: true,
  })
  watcher.unref()
  return { process: watcher, ended: waitForEnd(watcher) }
}

/**
 * Range of ports to choose from. Systems use higher ports for outgoing connections, which could take a chosen
 * one before it is used.
 */
const PORT_MIN = 10_000
const PORT_MAX = 32_000
const TRIES = 50

/** Finds a port of the loopback interface that nothing listens on and that no outgoing connection can take. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(PORT_MIN, PORT_MAX)
    if (await isFree(port)) return port
  }
  throw new Error('No free port was found')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
