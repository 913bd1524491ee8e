import { createOpenStreams } from '#server-kit/live/open-streams.ts'
import { approversInForce } from './approvals/sessions.ts'
import type { Context, Streams } from './context.ts'
import { keysInForce } from './keys/keys-in-force.ts'

/** Before the listener closes: readers go to another process, and on where they were. */
export function releaseReaders({ streams, liveEvents }: Pick<Context, 'streams' | 'liveEvents'>): void {
  streams.ofKeys.endAll()
  streams.ofApprovers.endAll()
  liveEvents.endWaits()
}

/** Several processes of an integrator, and a few of each that are just being replaced. */
const STREAMS_OF_KEY_MAX = 20
/** Tabs of one browser, which has no more connections than these for all of a site. */
const STREAMS_OF_SESSION_MAX = 6

export function createStreams(ctx: Pick<Context, 'db' | 'clock' | 'log' | 'metrics'>): Streams {
  const onTrouble = (cause: unknown) =>
    ctx.log.warn({ err: cause }, 'it could not be checked whose streams may go on')
  const streams = {
    ofKeys: createOpenStreams({
      onTrouble,
      perOwnerMax: STREAMS_OF_KEY_MAX,
      inForce: (keyIds) => keysInForce(ctx, { keyIds, scope: 'org:manage' }),
    }),
    ofApprovers: createOpenStreams({
      onTrouble,
      perOwnerMax: STREAMS_OF_SESSION_MAX,
      inForce: (hashes) => approversInForce(ctx, hashes),
    }),
  }
  ctx.metrics.addCollector(async () => {
    ctx.metrics.openStreams.set({ reader: 'key' }, streams.ofKeys.count())
    ctx.metrics.openStreams.set({ reader: 'approver' }, streams.ofApprovers.count())
  })
  return streams
}
