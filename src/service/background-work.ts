import { forgetOldIdempotencyKeys } from '#server-kit/idempotency/run-once.ts'
import { createJobLoop } from '#server-kit/jobs/job-loop.ts'
import type {
  HasApprovalUrl,
  HasClock,
  HasConfirmations,
  HasDatabase,
  HasFeeLimits,
  HasLog,
  HasMailer,
  HasMetrics,
  HasNotifications,
  HasPublicUrl,
  HasSandboxFlag,
  SendsTransactions,
} from '#service/context-parts.ts'
import { underLease } from '#service/db/leases.ts'
import { forgetOldCodes } from '#service/email/verification-code.ts'
import { idempotencyStore } from '#service/http/endpoint-routes.ts'
import { forgetOldRequests } from '#service/keys/request-log.ts'
import { createScript } from '#service/sandbox/script.ts'
import { deleteOldEvents } from '#service/webhooks/delete-old-events.ts'
import { createAlertJob } from './alerts/raise-alerts.ts'
import { createApprovalJobs, collectHeld, forgetOldApprovals } from './approvals/approval-jobs.ts'
import { createObjectionJob } from './approvals/send-objections.ts'
import { collectHeadAge } from './chain/collect-head-age.ts'
import { createOutcomeJobs } from './execution/follow-outcomes.ts'
import { createApprovedSender } from './execution/send-due-approved.ts'
import { createIndexer, type Indexer } from './holdings/create-indexer.ts'
import { forgetOldCounts } from './keys/shared-counts.ts'
import { collectRelayMetrics } from './relayer/create-relay.ts'
import { createDeploymentSearch } from './search-deployments.ts'

const RETENTION_MS = 15 * 60_000
const RETENTION_FAILED = 'old rows could not be deleted; trying again later'

/** `stop` resolves once running work has finished. */
export type BackgroundWork = { stop: () => Promise<void> } & Pick<Indexer, 'fault'>

/** Starts the service's work outside of requests, such as sending approved transactions and deleting old rows. */
export async function startBackgroundWork(
  ctx: SendsTransactions &
    HasLog &
    HasMailer &
    HasMetrics &
    HasNotifications &
    HasApprovalUrl &
    HasConfirmations &
    HasFeeLimits &
    HasPublicUrl &
    HasSandboxFlag,
): Promise<BackgroundWork> {
  collectHeld(ctx)
  collectRelayMetrics(ctx)
  collectHeadAge(ctx)
  const indexer = createIndexer(ctx)
  const retention = createJobLoop({
    round: () => runRetention(ctx),
    pollMs: RETENTION_MS,
    log: ctx.log,
    complaint: RETENTION_FAILED,
  })
  const jobs = [
    createApprovalJobs(ctx, createApprovedSender(ctx)),
    createOutcomeJobs(ctx),
    createAlertJob(ctx),
    createObjectionJob(ctx),
    createDeploymentSearch(ctx),
    ...(ctx.settings.sandbox ? [createScript(ctx)] : []),
    indexer,
    retention,
  ]
  for (const job of jobs) await job.start()
  return {
    fault: indexer.fault,
    stop: async () => {
      for (const job of jobs.toReversed()) await job.stop()
    },
  }
}

/** Deletes old rows. Only one process does so at a time. A failed deletion does not stop the others. */
export async function runRetention(ctx: HasClock & HasDatabase & HasLog): Promise<void> {
  const steps = [
    () => forgetOldIdempotencyKeys(idempotencyStore(ctx)),
    () => forgetOldCodes(ctx),
    () => forgetOldCounts(ctx),
    () => forgetOldRequests(ctx),
    () => deleteOldEvents(ctx),
    () => forgetOldApprovals(ctx),
  ]
  await underLease(ctx, 'retention', async () => {
    for (const step of steps)
      await step().catch((error: unknown) => ctx.log.warn({ err: error }, RETENTION_FAILED))
  })
}
