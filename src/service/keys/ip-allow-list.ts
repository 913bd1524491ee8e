import type { IpAllowList } from '#protocol/org/api-keys.ts'
import { formatIpRange, isInRanges, parseIpRange } from '#server-kit/http/ip-range.ts'
import { fieldError, validationError } from '#server-kit/http/validate.ts'

/** Whether a request from this address is within the list; one from an unknown address never is. */
export function isWithinAllowList(ranges: readonly string[], ip: string | undefined): boolean {
  return isInRanges(
    ip,
    ranges.flatMap((text) => parseIpRange(text) ?? []),
  )
}

/**
 * The list as it is stored: each range in its canonical text, once.
 *
 * @throws VALIDATION_FAILED for a range that is none, and for an enforced list that would refuse all callers
 */
export function parseIpAllowList(list: IpAllowList): IpAllowList {
  const ranges = parseIpRanges(list.ranges, 'ipAllowList.ranges')
  if (list.mode === 'enforced' && ranges.length === 0) {
    throw fieldError('ipAllowList.ranges', 'must name at least one range before the list is enforced')
  }
  return { mode: list.mode, ranges }
}

/**
 * Ranges in their canonical text, each once; `path` names the field they come from.
 *
 * @throws VALIDATION_FAILED for a range that is none
 */
export function parseIpRanges(texts: readonly string[], path: string): string[] {
  const parsed = texts.map(parseIpRange)
  const errors = parsed.flatMap((range, index) =>
    range === undefined
      ? [{ path: `${path}.${index}`, message: 'must be an IP address or a range such as 203.0.113.0/24' }]
      : [],
  )
  if (errors.length > 0) throw validationError(errors)
  return [...new Set(parsed.flatMap((range) => (range === undefined ? [] : formatIpRange(range))))]
}
