import { execFile } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import * as z from 'zod/mini'
import type { PatroniNode } from './patroni-node.ts'

/** Maximum wait for a state of the cluster, in milliseconds. Long, because the machine may be busy. */
const STATE_MS_MAX = 300_000
const POLL_MS = 50
const ASK_MS_MAX = 1_000

const clusterSchema = z.object({
  members: z.array(z.object({ role: z.string(), lag: z.optional(z.union([z.number(), z.string()])) })),
})

/** Watches and changes a cluster as an operator does: by the health checks, and by `patronictl`. */
export function controlCluster(patroni: string, nodes: readonly PatroniNode[]) {
  const patronictl = (node: PatroniNode, ...args: string[]) =>
    promisify(execFile)(`${patroni}ctl`, ['-c', node.file, ...args], {
      env: { PATH: process.env['PATH'], LANG: 'C.UTF-8' },
    })

  async function isPrimary({ restPort }: PatroniNode): Promise<boolean> {
    const response = await ask(`http://127.0.0.1:${restPort}/primary`)
    return response?.ok === true
  }

  /** Waits for a primary. Resolves with the node and the time at which it was seen. Ignores the node `former`. */
  async function untilPrimary(former?: PatroniNode): Promise<{ node: PatroniNode; atMs: number }> {
    const candidates = nodes.filter((node) => node !== former)
    return until('a primary', async () => {
      const found = await Promise.all(candidates.map(isPrimary))
      const node = candidates.find((_, index) => found[index])
      return node && { node, atMs: performance.now() }
    })
  }

  /**
   * Resolves with the primary when both standbys have copied it without lag. With `isSynchronous`, one of them must
   * be synchronous. Otherwise, none may be.
   */
  async function untilComplete(isSynchronous: boolean): Promise<{ node: PatroniNode }> {
    return until('a complete cluster', async () => {
      const found = await untilPrimary()
      return (await hasBothCopies(found.node, isSynchronous)) ? found : undefined
    })
  }

  async function hasBothCopies(node: PatroniNode, isSynchronous: boolean): Promise<boolean> {
    const response = await ask(`http://127.0.0.1:${node.restPort}/cluster`)
    const cluster = clusterSchema.safeParse(await response?.json().catch(() => undefined))
    const members = cluster.data?.members ?? []
    const copies = members.filter(({ lag }) => lag === 0)
    const roles = members.map(({ role }) => role)
    return copies.length === nodes.length - 1 && roles.includes('sync_standby') === isSynchronous
  }

  return {
    untilPrimary,
    untilComplete,
    setSynchronous: async (isSynchronous: boolean) => {
      const { node } = await untilPrimary()
      const setting = `synchronous_mode=${isSynchronous}`
      await patronictl(node, 'edit-config', '--force', '--set', setting)
    },
    switchOver: async (from: PatroniNode) => {
      await patronictl(from, 'switchover', '--force', '--leader', from.name)
    },
  }
}

async function ask(url: string): Promise<Response | undefined> {
  return fetch(url, { signal: AbortSignal.timeout(ASK_MS_MAX) }).catch(() => undefined)
}

async function until<T>(name: string, look: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + STATE_MS_MAX
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() > deadline) throw new Error(`There is no ${name} in time.`)
    await wait(POLL_MS)
  }
}
