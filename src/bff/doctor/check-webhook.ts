import { setTimeout as wait } from 'node:timers/promises'
import type { DoctorFinding } from '#shared/org/doctor.ts'
import { ORG_ENDPOINTS } from '#shared/org/endpoints.ts'
import type { Delivery } from '#shared/org/webhooks.ts'
import type { BffContext } from '#bff/context.ts'
import { BffError } from '#bff/http/bff-error.ts'
import type { Organization } from '#bff/organizations/organization.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'

const LOOK_MS = 400
const WAIT_MAX_MS = 15_000

/** Sends a test event to an endpoint and waits for its first attempt: the round trip that any event makes. */
export async function checkWebhook(
  ctx: BffContext,
  organization: Organization,
  { webhookId, requestId }: { webhookId: string; requestId: string },
): Promise<DoctorFinding> {
  const finding = { check: 'webhook' } as const
  const call = { base: 'org', requestId, params: { webhookId } } as const
  try {
    const sent = await callUpstream(ctx, organization, { ...call, endpoint: ORG_ENDPOINTS.sendTestEvent })
    const until = performance.now() + WAIT_MAX_MS
    while (performance.now() < until) {
      const { content } = await callUpstream(ctx, organization, {
        ...call,
        endpoint: ORG_ENDPOINTS.listDeliveries,
      })
      const tried = content.find((one) => one.eventId === sent.content.eventId)
      if (tried !== undefined && tried.attempts.length > 0) return { ...finding, ...wordsOf(tried) }
      await wait(LOOK_MS)
    }
  } catch (error) {
    if (!(error instanceof BffError)) throw error
    return {
      ...finding,
      level: 'problem',
      title: 'The test event could not be sent',
      meaning: error.publicMessage,
      advice: 'Look at the endpoint under Webhooks: a disabled one has to be enabled first.',
    }
  }
  return {
    ...finding,
    level: 'warning',
    title: 'The test event is not delivered yet',
    meaning: `No attempt was made within ${WAIT_MAX_MS / 1_000} seconds: other events may be before it.`,
    advice: 'Look at the endpoint’s deliveries in a minute.',
  }
}

function wordsOf({ attempts: [attempt] }: Delivery): Omit<DoctorFinding, 'check'> {
  const { durationMs = 0, responseStatus = null, problem = null } = attempt ?? {}
  if (attempt?.delivered === true) {
    return {
      level: 'ok',
      title: 'The webhook endpoint answered',
      meaning: `A test event was delivered in ${durationMs} ms, with status ${responseStatus ?? ''}.`,
    }
  }
  return {
    level: 'problem',
    title:
      responseStatus === null
        ? 'The webhook endpoint could not be reached'
        : `The webhook endpoint answered ${responseStatus}`,
    meaning: `The test event was not taken (${problem ?? 'unknown'}). Real events are tried again for days, then the endpoint is disabled.`,
    advice:
      responseStatus === 401 || responseStatus === 403 || responseStatus === 400
        ? 'It may refuse the signature: check that it verifies the raw body with the endpoint’s present secret.'
        : 'Answer every event with a 2xx status within 15 seconds, and do the work afterwards.',
  }
}
