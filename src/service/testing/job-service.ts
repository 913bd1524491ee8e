import { generatePrivateKey } from 'viem/accounts'
import type { JobAccount } from './job-account.ts'
import { runMainJob, type JobParts } from './main-job.ts'
import { startNodeService, type NodeServiceOptions } from './node-service.ts'
import type { TestNode } from './nodes/test-node.ts'
import { createGatedRelayer } from './sign-gate.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'

export type JobServiceOptions = {
  node: TestNode
  /** Address at which the service finds the node. Undefined means the node's own. */
  rpcUrl?: string
} & Pick<NodeServiceOptions, 'settings' | 'relaySettings' | 'chain'>

/** Milliseconds between polls for new blocks, of open transactions and of the balance of the relayer's key. */
const POLL_MS = 100
const SWEEP_MS = 250
const FUNDS_MS = 2_000

export type JobService = Awaited<ReturnType<typeof startJobService>>

/** The service over a node, with an integrator's backend that receives its webhooks, ready for the main job. */
export async function startJobService({ node, rpcUrl = node.url, chain, ...options }: JobServiceOptions) {
  const { gate, signer, failpoint, relaySettings } = createGatedRelayer(generatePrivateKey())
  const service = await startNodeService({
    ...options,
    anvil: node,
    // Polls no more often than needed, because a busy machine has no time for useless polls.
    chain: { rpcUrl, pollMs: POLL_MS, ...chain },
    relaySettings: { sweepMs: SWEEP_MS, fundsMs: FUNDS_MS, ...relaySettings, ...options.relaySettings },
    signers: [signer],
    failpoint,
  })
  // Webhooks go to this machine.
  service.ctx.settings.sandbox = true
  const receiver = await startWebhookReceiver()
  return {
    service,
    relayer: signer.address,
    run: (parts: Omit<JobParts, 'service' | 'receiver' | 'gate' | 'truth'> = {}): Promise<JobAccount> =>
      runMainJob({ ...parts, service, receiver, gate, truth: node.rpc }),
    stop: async () => {
      gate.open()
      await service.stop()
      await receiver.close()
    },
  }
}
