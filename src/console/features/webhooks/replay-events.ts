import { ORG_ENDPOINTS } from '#shared/org/endpoints.ts'
import { callEndpoint } from '#console/lib/api.ts'

type Replay = { sinceDatetime: string; undeliveredOnly: boolean }

/** Sends everything since a time again, call after call; answers how many events that were. */
export async function replayEvents(webhookId: string, replay: Replay): Promise<number> {
  const { sinceDatetime, undeliveredOnly } = replay
  let place: { sinceDatetime: string } | { afterSequence: string } = { sinceDatetime }
  let replayed = 0
  for (;;) {
    const { content } = await callEndpoint('/api/org', ORG_ENDPOINTS.replayEvents, {
      params: { webhookId },
      body: { ...place, undeliveredOnly },
    })
    replayed += content.replayed
    if (content.complete || content.throughSequence === null) return replayed
    place = { afterSequence: content.throughSequence }
  }
}
