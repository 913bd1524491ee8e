import type * as z from 'zod/mini'
import { WEBHOOK_ENDPOINTS } from '#protocol/org/webhook-endpoints.ts'
import type { ReplayEventsRequest, replayEventsResultSchema } from '#protocol/org/webhooks.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

type Replay = { sinceDatetime: string; undeliveredOnly: boolean }

/** Sends everything since a time again, call after call; answers how many events that were. */
export async function replayEvents(webhookId: string, replay: Replay): Promise<number> {
  const { sinceDatetime, undeliveredOnly } = replay
  let result = await replayOnce(webhookId, { sinceDatetime, undeliveredOnly })
  let { replayed } = result
  while (!result.complete && result.throughSequence !== null) {
    result = await replayOnce(webhookId, { afterSequence: result.throughSequence, undeliveredOnly })
    replayed += result.replayed
  }
  return replayed
}

async function replayOnce(
  webhookId: string,
  body: ReplayEventsRequest,
): Promise<z.infer<typeof replayEventsResultSchema>> {
  const { content } = await callEndpoint('/api/org', WEBHOOK_ENDPOINTS.replayEvents, {
    params: { webhookId },
    body,
  })
  return content
}
