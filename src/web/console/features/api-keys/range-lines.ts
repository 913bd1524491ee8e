import { ApiError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'

/** One address or range per line; commas and blank lines are accepted too. */
export function rangesOf(text: string): string[] {
  return text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** The server's message about one of the ranges, named as typed; undefined for another error. */
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
