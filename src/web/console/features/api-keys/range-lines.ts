import { ipRangesSchema } from '#protocol/ip-range.ts'
import { ApiError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'

/** Splits text into ranges: one address or range per line. Accepts commas and blank lines too. */
export function splitRanges(text: string): string[] {
  return text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/**
 * The error that the server would return for the ranges, found before the passkey prompt. Undefined if they
 * are valid.
 */
export function refusedRanges(ranges: readonly string[]): ApiError | undefined {
  const { error } = ipRangesSchema.safeParse(ranges)
  if (error === undefined) return undefined
  const errors = error.issues.map(({ path, message }) => ({ path: ['ranges', ...path].join('.'), message }))
  return new ApiError('VALIDATION_FAILED', undefined, { status: 400, errors })
}

/**
 * The server's message about one of the ranges, which names the range as typed. Undefined for other errors.
 */
export function rangeProblem(error: unknown, ranges: readonly string[]): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const refused = error.errors.find(({ path }) => /\branges(\.\d+)?$/.test(path))
  if (refused === undefined) return undefined
  const index = /\.(\d+)$/.exec(refused.path)?.[1]
  const range = index === undefined ? undefined : ranges[Number(index)]
  return range === undefined
    ? refused.message
    : t('{range}: {problem}', { range: range.slice(0, 50), problem: refused.message })
}
