import type { startApprovalService } from './approval-service.ts'
import type { startTestChain } from './chain.ts'
import type { startJobService } from './job-service.ts'
import type { startNodeService } from './node-service.ts'
import type { startTestContext } from './test-context.ts'
import type { openTestDatabase } from './test-database.ts'
import type { startTestService } from './test-service.ts'
import type { startWalletService } from './wallet-service.ts'

/**
 * The world of tests of the service. A test asks for one part, which starts what it needs and loads no module of
 * the other parts. `forFile` stops it after the last test.
 *
 *     database ─ context ─┬─ api ── webhooks
 *                         ├─ sums
 *                         ├─ node ─ job           on a node that the test starts
 *       chain ─ relays    │
 *             ├ index     │
 *             ├ sandbox   │
 *             └───────────┴─ wallets ─┬─ approvals ─ pushes
 *                                     ├─ holdings
 *                                     └─ examples ── watched
 */
export const serviceWorld = {
  /** A fresh, migrated database. */
  database: async (...options: Parameters<typeof openTestDatabase>) =>
    (await import('./test-database.ts')).openTestDatabase(...options),

  /** The context of operations, on a fresh database. Its chain does not respond unless the test passes one. */
  context: async (...options: Parameters<typeof startTestContext>) =>
    (await import('./test-context.ts')).startTestContext(...options),

  /** The endpoints and an organization. Their chain does not respond. */
  api: async (...options: Parameters<typeof startTestService>) =>
    (await import('./test-service.ts')).startTestService(...options),

  /** The endpoints, with processes that deliver webhooks and a receiver. */
  webhooks: async () => (await import('./webhook-service.ts')).startWebhookService(),

  /** Four small endpoints, for the behavior that all endpoints share. */
  sums: async () => (await import('./sum-service.ts')).startSumService(),

  /** A chain with factory and demo tokens, without a service. */
  chain: async (...options: Parameters<typeof startTestChain>) =>
    (await import('./chain.ts')).startTestChain(...options),

  /** Relayers over one chain. Each test starts them on a fresh database. */
  relays: async () => (await import('./test-relays.ts')).TestRelays.start(),

  /** The index of one chain. Each test fills it in a fresh database. */
  index: async () => (await import('./test-index.ts')).TestIndex.start(),

  /** The whole service with its relayer on a chain, and wallets whose passkeys the test holds. */
  wallets: async (...options: Parameters<typeof startWalletService>) =>
    (await import('./wallet-service.ts')).startWalletService(...options),

  /** `wallets`, with end-users who approve with their devices. */
  approvals: async (...options: Parameters<typeof startApprovalService>) =>
    (await import('./approval-service.ts')).startApprovalService(...options),

  /** `approvals`, with a push service. */
  pushes: async () => (await import('./approval-pushes.ts')).startApprovalPushes(),

  /** `wallets`, with tokens, balances and history. */
  holdings: async () => (await import('./holdings-service.ts')).startHoldingsService(),

  /** `wallets`, with one of everything: each endpoint has an example that succeeds. */
  examples: async () => (await import('./example-service.ts')).startExampleService(),

  /** `examples`, with each change of the stored state detected. */
  watched: async () => (await import('./watched-service.ts')).startWatchedService(),

  /** The seeded sandbox with its faucet, inbox and time machine. */
  sandbox: async () => (await import('./sandbox-service.ts')).startSandboxService(),

  /** The whole service over a node that it knows only by its URL. */
  node: async (...options: Parameters<typeof startNodeService>) =>
    (await import('./node-service.ts')).startNodeService(...options),

  /** `node`, with an integrator's backend that does its main job. */
  job: async (...options: Parameters<typeof startJobService>) =>
    (await import('./job-service.ts')).startJobService(...options),
}
