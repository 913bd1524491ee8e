import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitFor } from '#protocol/testing/wait-for.ts'
import { quantitySchema } from '#service/chain/rpc-schemas.ts'
import { createRpc, type RpcClient } from '#service/chain/rpc.ts'

const READY_POLL_MS = 100
const COMPLAINT_MAX = 4_000

export type NodeProcess = { url: string; rpc: RpcClient; stop: () => Promise<void> }

/** Starts a node that is a Node.js program, and waits until it responds for its chain. */
export async function startNodeProcess(given: {
  program: string
  args: readonly string[]
  /** Undefined means an empty folder. */
  folder?: string
  port: number
  chainId: number
}): Promise<NodeProcess> {
  const { program, args, port, chainId } = given
  // A node must not write to the home folder of the person who runs the tests.
  const home = await mkdtemp(join(tmpdir(), 'latchkey-node-'))
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true' }
  const child = spawn(process.execPath, [program, ...args], {
    cwd: given.folder ?? home,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  let said = ''
  const keep = (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-COMPLAINT_MAX)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const url = `http://127.0.0.1:${port}`
  const rpc = createRpc({ url, timeoutMs: 30_000 })
  const isReady = async () => {
    const end = child.exitCode ?? child.signalCode
    if (end !== null) throw new Error(`the node ended with ${end}: ${said}`)
    const id = await rpc.request(quantitySchema, 'eth_chainId', []).catch(() => undefined)
    return id === BigInt(chainId)
  }
  await waitFor(`${program} to respond on port ${port}`, isReady, { pollMs: READY_POLL_MS })
  return {
    url,
    rpc,
    stop: async () => {
      await rpc.close()
      child.kill('SIGKILL')
      await ended
      await rm(home, { recursive: true, force: true })
    },
  }
}
