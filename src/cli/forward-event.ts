import * as z from 'zod/mini'
import { webhookSignature } from '#server-kit/webhooks/webhook-signature.ts'
import { eventBodySchema, type OrganizationEvent } from '#protocol/org/events.ts'

const TIMEOUT_MS = 15_000
const failureSchema = z.object({ cause: z.optional(z.object({ code: z.optional(z.string()) })) })

/** The outcome: the status that was answered, or why there was none. */
export type Forwarded = { status: number | undefined; problem: string | undefined; ms: number }

/** One event as a Standard Webhook, as the service sends it: the same headers, the same body, one attempt. */
export async function forwardEvent(
  event: OrganizationEvent,
  { target, secret }: { target: string; secret: string },
): Promise<Forwarded> {
  const body = JSON.stringify(eventBodySchema.parse(event))
  const timestampSeconds = Math.floor(Date.now() / 1_000)
  const startedAt = performance.now()
  const ended = (rest: Omit<Forwarded, 'ms'>) => ({ ...rest, ms: Math.round(performance.now() - startedAt) })
  try {
    const response = await fetch(target, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Latchkey-Webhooks/1',
        'webhook-id': event.id,
        'webhook-timestamp': String(timestampSeconds),
        'webhook-signature': webhookSignature([secret], { id: event.id, timestampSeconds, body }),
      },
      body,
    })
    await response.body?.cancel()
    return ended({ status: response.status, problem: undefined })
  } catch (cause) {
    return ended({ status: undefined, problem: problemOf(cause) })
  }
}

function problemOf(cause: unknown): string {
  if (cause instanceof Error && cause.name === 'TimeoutError')
    return `no answer within ${TIMEOUT_MS / 1_000} s`
  const code = failureSchema.safeParse(cause).data?.cause?.code
  return code === 'ECONNREFUSED' ? 'nothing is listening there' : (code ?? 'the connection failed')
}
