import { AsyncLocalStorage } from 'node:async_hooks'
import type { HonoRequest } from 'hono'
import type { Exchange } from '#bff/context.ts'
import { BFF_ERRORS, ERRORS } from '#protocol/errors.ts'
import { createErrors, HttpError } from '#server-kit/http/http-error.ts'
import { parseInput, readBodyFor, type InputOf, type ParsedBy } from '#server-kit/http/parse-input.ts'
import { respond } from '#server-kit/http/respond.ts'

/** A response in the envelope. Source: spec "Response envelope". */
export function answer(content: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return respond({ status, content, headers })
}

const CATALOGUE = { ...ERRORS, ...BFF_ERRORS }

/** Creates an HttpError by its code in the specification's catalog or ours, with the values for its text. */
export const bffError = createErrors(
  CATALOGUE,
  (code, publicMessage, options) => new HttpError(CATALOGUE[code].status, code, publicMessage, options),
)

const FILE_TYPES = { csv: 'text/csv', jsonl: 'application/jsonl' }

/**
 * Streams a file for download, line by line. Its name contains the date. `first` is sent before the lines. An
 * error ends the connection before the body is complete, so that a truncated file does not look complete.
 */
export function textFile(
  lines: AsyncGenerator<string, undefined>,
  file: { name: string; format: keyof typeof FILE_TYPES; at: Date; first?: string },
): Response {
  const { name, format, at } = file
  const encoder = new TextEncoder()
  // The lines are read after the response has started, but belong to the same request.
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

/** A request that needs no session, with its parsed input. */
export type Opened<Row = ParsedBy, Ctx = object> = { ctx: Ctx; exchange: Exchange } & InputOf<Row>

/**
 * Parses the input of a request. Source: profile 6.
 *
 * @throws 415, 413, `INVALID_JSON`, or an error that names every invalid field
 */
export async function readInput<Row extends ParsedBy>(request: HonoRequest, row: Row): Promise<InputOf<Row>> {
  const body = await readBodyFor(row, request.raw)
  // Skips parsing the URL, because most requests have no query.
  const query = request.url.includes('?') ? new URL(request.url).searchParams : new URLSearchParams()
  return parseInput(row, { body, query, params: request.param() })
}
