import type { AllowListDryRun, DryRunAllowListRequest } from '#protocol/org/api-keys.ts'
import type { Caller, Context } from '#service/context.ts'
import { parseIpRange, isInRanges } from '#server-kit/http/ip-range.ts'
import { parseIpRanges } from './ip-allow-list.ts'
import { SOURCE_MARKS } from './key-usage.ts'
import { shownSources, usageSources, usageWindow } from './read-usage.ts'

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
    ({ source }) =>
      source !== SOURCE_MARKS.server && source !== SOURCE_MARKS.others && !isInRanges(source, ranges),
  )
  const { shown: refusedFrom, more: moreSources } = shownSources(refused)
  return {
    sinceDatetime: window.since.toISOString(),
    requests: total(sums),
    refusedRequests: total(refused),
    uncertainRequests: total(sums.filter(({ source }) => source === SOURCE_MARKS.others)),
    refusedFrom,
    moreSources,
  }
}

function total(sums: readonly { requests: number }[]): number {
  return sums.reduce((sum, { requests }) => sum + requests, 0)
}
