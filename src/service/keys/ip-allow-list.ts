import type { IpAllowList } from '#protocol/api-keys.ts'
import { formatIpRange, ipRangesSchema, isInRanges, parseIpRange, type IpRange } from '#protocol/ip-range.ts'
import { notFound } from '#server-kit/http/http-error.ts'
import { fieldError, validate, validationError } from '#server-kit/http/validate.ts'
import type { HasClock, HasDatabase } from '#service/context-parts.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { selectApiKey } from './authenticate-key.ts'
import { shownSources, usageBy, usageWindow } from './get-api-key-usage.ts'
import { SOURCE_MARKS } from './request-log.ts'

/** Whether this IP address is within the list. Returns false for an unknown address. */
export function isWithinAllowList(ranges: readonly string[], ip: string | undefined): boolean {
  return isInRanges(
    ip,
    ranges.flatMap((text) => parseIpRange(text) ?? []),
  )
}

/**
 * The list as it is stored: each range in its canonical text, once.
 *
 * @throws VALIDATION_FAILED for an invalid range, and for an enforced list that would refuse all callers
 */
export function parseIpAllowList(list: IpAllowList): IpAllowList {
  const ranges = parseIpRanges(list.ranges, 'ipAllowList.ranges').map(formatIpRange)
  if (list.mode === 'enforced' && ranges.length === 0) {
    throw fieldError('ipAllowList.ranges', 'must name at least one range before the list is enforced')
  }
  return { mode: list.mode, ranges: [...new Set(ranges)] }
}

/** `path` names the field that contains the ranges. @throws VALIDATION_FAILED for an invalid range */
function parseIpRanges(texts: readonly string[], path: string): IpRange[] {
  const checked = validate(ipRangesSchema, texts)
  if (!checked.ok)
    throw validationError(checked.errors.map((error) => ({ ...error, path: `${path}.${error.path}` })))
  return texts.flatMap((text) => parseIpRange(text) ?? [])
}

/**
 * `POST /v1/org/keys/{keyId}/allow-list-dry-run`: the requests of the last 30 days that a list would have
 * refused if enforced. It changes nothing. Source: profile 1, ADR 0005.
 *
 * @throws VALIDATION_FAILED for an invalid range
 * @throws NOT_FOUND for a key that does not exist or belongs to another organization
 */
export const dryRunAllowList: Operation<'dryRunAllowList', HasClock & HasDatabase> = async (
  ctx,
  caller,
  { params, body },
) => {
  const ranges = parseIpRanges(body.ranges, 'ranges')
  const key = await selectApiKey(ctx.db, caller, params.keyId).executeTakeFirstOrThrow(notFound)
  const window = usageWindow(key, ctx.clock.now())
  const sums = await usageBy('source', ctx.db, window)
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
