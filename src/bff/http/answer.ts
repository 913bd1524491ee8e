import { respond } from '#server-kit/http/respond.ts'

/** An answer in the envelope. Source: spec "Response envelope". */
export function answer(content: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return respond({ status, content, headers })
}
