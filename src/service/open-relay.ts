import type { Logger } from 'pino'
import { inviteApprover } from './approvals/invite-approver.ts'
import type { ChainConnection } from './chain/chain.ts'
import type { Clock } from '#server-kit/clock.ts'
import type { Metrics } from './http/metrics.ts'
import { collectRelayMetrics } from './relayer/collect-metrics.ts'
import { createRelay } from './relayer/create-relay.ts'
import type { Relay } from './relayer/relay.ts'
import { recordTransactionOutcomes, reopenTransaction } from './execution/record-relay-outcomes.ts'
import { recordDeployment, reopenDeployment } from './wallets/record-deployment.ts'
import type { ServiceOptions } from './service-options.ts'

type RelayWiring = { clock: Clock; log: Logger; metrics: Metrics; chain: ChainConnection }

/** The relayer, and what each module does when one of its transactions is settled or a reorganization reopens it. */
export function openRelay(options: ServiceOptions, { clock, log, metrics, chain }: RelayWiring): Relay {
  const { db, notifications, settings } = options
  const relay = createRelay({
    db,
    notifications,
    chain,
    clock,
    log,
    signers: options.relayerSigners,
    ...(options.failpoint === undefined ? {} : { failpoint: options.failpoint }),
    settings: {
      ...options.relaySettings,
      confirmations: settings.confirmations,
      gasBudgetWeiPerDay: settings.gasBudgetWeiPerDay,
      ...(settings.gasLimits !== undefined && { gasLimits: settings.gasLimits }),
    },
  })
  relay.onOutcome('wallet', async (trx, outcome) => {
    await recordDeployment(clock, trx, outcome)
    await inviteApprover(trx, outcome)
  })
  relay.onOutcomes('transaction', (trx, outcomes) => recordTransactionOutcomes(clock, trx, outcomes))
  relay.onReopened('wallet', reopenDeployment)
  relay.onReopened('transaction', (trx, id) => reopenTransaction(clock, trx, id))
  collectRelayMetrics({ db, chainId: chain.id, relay, metrics, now: () => clock.now() })
  return relay
}
