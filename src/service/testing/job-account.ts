import type { Address, Hex } from 'viem'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { Answer } from './test-service.ts'

/** Number of calls of a main job that share a transaction. */
export const BUNDLED = 3

/** A request that was sent until it had a final response. */
export type Attempted = { digest: Hex; status: number; text: string; repeats: number }

/** Everything that one main job did, as seen by each party. Digests and addresses are sorted. */
export type JobAccount = {
  attempted: Attempted[]
  refusedWallets: Answer[]
  /** Digests of calls with the response 200. */
  accepted: Hex[]
  /** Digests that the service lists, with their states. */
  stored: Record<Hex, string>
  /** Digests that wallets executed, one entry per execution. */
  executed: Hex[]
  /** Digests of the service's events and of the received webhooks, by type. */
  events: Record<string, string[]>
  webhooks: Record<string, string[]>
  /** Wallets whose creation got the response 200. */
  wallets: Address[]
  /** Wallets with code on the chain. */
  deployed: Address[]
  /** Received coins. Each accepted call moves one. */
  coins: bigint
  bundles: number
}

/**
 * Expects that every call was accepted, and that the accepted, executed, stored, reported and delivered calls
 * are the same, each once.
 */
export function expectExact(account: JobAccount): void {
  const { accepted, wallets, attempted } = account
  const calls = BUNDLED + 3
  expect(attempted.map(({ status, text }) => (status === 200 ? 200 : text))).toEqual(
    Array.from({ length: calls }, () => 200),
  )
  expect(account.executed, 'executed on the chain').toEqual(accepted)
  expect(account.stored, 'listed by the service').toEqual(
    Object.fromEntries(accepted.map((digest) => [digest, 'CONFIRMED'])),
  )
  expect(account.coins, 'coins that arrived').toBe(BigInt(calls))
  expect(wallets).toHaveLength(2)
  expect(account.deployed, 'wallets on the chain').toEqual(wallets)
  expect(account.events['transaction.confirmed'], 'events').toEqual(accepted)
  expect(account.events['transaction.failed'], 'events').toBeUndefined()
  expect(account.events['wallet.created'], 'events').toEqual(wallets)
  expect(account.webhooks, 'webhooks').toEqual(account.events)
}

/**
 * Expects that nothing was accepted: each request has a status and a message, and nothing is stored, on the
 * chain or reported.
 */
export function expectRefused(account: JobAccount): void {
  const answers = [...account.attempted, ...account.refusedWallets]
  expect(answers.length).toBeGreaterThan(0)
  for (const { status, text } of answers) {
    expect(status, text).toBeGreaterThanOrEqual(400)
    expect(z.parse(refusalSchema, JSON.parse(text)).content.message.length).toBeGreaterThan(10)
  }
  expect(account.accepted).toEqual([])
  expect(account.executed, 'executed on the chain').toEqual([])
  expect(account.stored, 'listed by the service').toEqual({})
  expect(account.coins, 'coins that arrived').toBe(0n)
  expect(Object.keys(account.events).filter((type) => type.startsWith('transaction.'))).toEqual([])
  expect(account.deployed, 'wallets on the chain').toEqual(account.wallets)
  expect(account.webhooks, 'webhooks').toEqual(account.events)
}

const refusalSchema = z.object({ content: z.object({ message: z.string() }) })
