import { AsyncLocalStorage } from 'node:async_hooks'
import { respond } from '#server-kit/http/respond.ts'
import { BFF_ERRORS, ERRORS } from '#protocol/errors.ts'
import { errorsOf, HttpError } from '#server-kit/http/http-error.ts'

/** An answer in the envelope. Source: spec "Response envelope". */
export function answer(content: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return respond({ status, content, headers })
}

const CATALOGUE = { ...ERRORS, ...BFF_ERRORS }

/** An HttpError by its code in the specification's catalogue or ours, and the data that its text names. */
export const bffError = errorsOf(
  CATALOGUE,
  (code, publicMessage, options) => new HttpError(CATALOGUE[code].status, code, publicMessage, options),
)

const FILE_TYPES = { csv: 'text/csv', json: 'application/json', jsonl: 'application/jsonl' }

/**
 * A file to save, named after its day, streamed line by line as it is read. `first` is sent before the lines. An error ends the connection
 * before the body is complete: a truncated file must not look whole.
 */
export function textFile(
  lines: AsyncGenerator<string, undefined>,
  file: { name: string; format: keyof typeof FILE_TYPES; at: Date; first?: string },
): Response {
  const { name, format, at } = file
  const encoder = new TextEncoder()
  // Its lines are read when the request has been answered, and are of that request all the same.
  const inRequest = AsyncLocalStorage.snapshot()
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(file.first ?? '')),
    pull: async (controller) => {
      const { done, value } = await inRequest(() => lines.next())
      if (done === true) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => void (await lines.return(undefined)),
  })
  return new Response(body, {
    headers: {
      'content-type': `${FILE_TYPES[format]}; charset=utf-8`,
      'content-disposition': `attachment; filename="${name}-${at.toISOString().slice(0, 10)}.${format}"`,
    },
  })
}
