import * as z from 'zod/mini'
import { language } from '#web/ui/language.ts'
import { envelopeSchema, errorContentSchema } from '#protocol/baas/envelope.ts'
import type { ApproverEndpoint } from '#protocol/org/approver-endpoints.ts'

/** A failure: the service's stable code and message, or a code of this app's own (`problem.tsx`). */
export class ApproverError extends Error {
  override readonly name = 'ApproverError'
  readonly code: string

  constructor(code: string, { message = code, cause }: { message?: string; cause?: unknown } = {}) {
    super(message, { cause })
    this.code = code
  }
}

type Input = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }

const answerSchema = envelopeSchema(z.unknown())
const errorSchema = envelopeSchema(errorContentSchema)

/** Calls one row of the approval app's table and parses the answer; throws `ApproverError`. */
export async function callApprover<Answer extends z.ZodMiniType>(
  row: Pick<ApproverEndpoint, 'method' | 'path'> & { answer: Answer },
  input: Input = {},
): Promise<z.output<Answer>> {
  const response = await send(row, input)
  const json: unknown = await response.json().catch(() => undefined)
  if (!response.ok) {
    const error = errorSchema.safeParse(json)
    if (!error.success) throw new ApproverError('UNREADABLE')
    const { code = 'UNREADABLE', message } = error.data.content
    throw new ApproverError(code, { message })
  }
  const envelope = answerSchema.safeParse(json)
  const answer = envelope.success ? z.safeParse(row.answer, envelope.data.content) : undefined
  if (answer?.success !== true) throw new ApproverError('UNREADABLE')
  return answer.data
}

async function send(row: Pick<ApproverEndpoint, 'method' | 'path'>, input: Input): Promise<Response> {
  const path = row.path.replace(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(input.params?.[name] ?? ''),
  )
  const query = new URLSearchParams(input.query).toString()
  const hasBody = row.method === 'POST'
  try {
    return await fetch(`/approve/api${path}${query === '' ? '' : `?${query}`}`, {
      method: row.method,
      // The service writes its mails to this person in the language chosen here.
      headers: {
        accept: 'application/json',
        'accept-language': language(),
        ...(hasBody && { 'content-type': 'application/json' }),
      },
      ...(hasBody && { body: JSON.stringify(input.body ?? {}) }),
      redirect: 'error',
      cache: 'no-store',
    })
  } catch (cause) {
    throw new ApproverError('NETWORK', { cause })
  }
}
