import type { IpAllowList, AllowListDryRun, DryRunAllowListRequest } from '#protocol/api-keys.ts'
import { formatIpRange, isInRanges, parseIpRange } from '#server-kit/http/ip-range.ts'
import { fieldError, validationError } from '#server-kit/http/validate.ts'
import type { Caller, Context } from '#service/context.ts'
import { SOURCE_MARKS } from './key-usage.ts'
import { shownSources, usageSources, usageWindow } from './read-usage.ts'

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
function parseIpRanges(texts: readonly string[], path: string): string[] {
  const parsed = texts.map(parseIpRange)
  const errors = parsed.flatMap((range, index) =>
    range === undefined
      ? [{ path: `${path}.${index}`, message: 'must be an IP address or a range such as 203.0.113.0/24' }]
      : [],
  )
  if (errors.length > 0) throw validationError(errors)
  return [...new Set(parsed.flatMap((range) => (range === undefined ? [] : formatIpRange(range))))]
}

/**
 * `POST /v1/org/keys/{keyId}/allow-list-dry-run`: which requests of the last 30 days a list would have refused, had
 * it been enforced. It changes nothing. Source: profile 1, ADR 0005.
 *
 * @throws VALIDATION_FAILED for a range that is none
 * @throws NOT_FOUND alike for a key that does not exist and one of another organization
 */
export async function dryRunAllowList(
  ctx: Pick<Context, 'db' | 'clock'>,
  caller: Caller,
  input: { params: { keyId: string }; body: DryRunAllowListRequest },
): Promise<AllowListDryRun> {
  const ranges = parseIpRanges(input.body.ranges, 'ranges').flatMap((text) => parseIpRange(text) ?? [])
  const window = await usageWindow(ctx, caller, input.params.keyId)
  const sums = await usageSources(ctx, window)
  const refused = sums.filter(
    ({ name }) => name !== SOURCE_MARKS.server && name !== SOURCE_MARKS.others && !isInRanges(name, ranges),
  )
  const { shown: refusedFrom, more: moreSources } = shownSources(refused)
  return {
    sinceDatetime: window.since.toISOString(),
    requests: total(sums),
    refusedRequests: total(refused),
    uncertainRequests: total(sums.filter(({ name }) => name === SOURCE_MARKS.others)),
    refusedFrom,
    moreSources,
  }
}

function total(sums: readonly { requests: number }[]): number {
  return sums.reduce((sum, { requests }) => sum + requests, 0)
}
