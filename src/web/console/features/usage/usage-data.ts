import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { USAGE_ENDPOINTS, type Usage } from '#protocol/usage.ts'
import { endpointQuery } from '#web/console/lib/read.query.ts'

/** The page's periods, in days. */
export const USAGE_PERIODS = ['7', '30', '90'] as const
type UsagePeriod = (typeof USAGE_PERIODS)[number]

/** The organization's usage on each of the last days. */
export const usageQuery = (days: UsagePeriod) =>
  queryOptions({
    ...endpointQuery(['usage', days], '/api/org', USAGE_ENDPOINTS.getUsage, { query: { days } }),
    placeholderData: keepPreviousData,
  })

const HEADINGS =
  'day,confirmed,failed,declined,expired,open,walletsCreated,apiRequests,gasWei,feeCoinAddress,feeSmallestUnits'

/** The days as a spreadsheet: one line for each day, and one more for each further coin of its fees. */
export function usageCsv({ days }: Usage): string {
  const lines = days.flatMap(({ day, transactions, walletsCreated, apiRequests, gasWei, fees }) => {
    const { confirmed, failed, declined, expired, open } = transactions
    const counts = [confirmed, failed, declined, expired, open, walletsCreated, apiRequests ?? '', gasWei]
    const [first = { tokenAddress: '', amount: '' }, ...others] = fees
    return [
      [day, ...counts, first.tokenAddress, first.amount],
      ...others.map(({ tokenAddress, amount }) => [day, ...counts.map(() => ''), tokenAddress, amount]),
    ]
  })
  return [HEADINGS, ...lines.map((cells) => cells.join(','))].map((line) => `${line}\r\n`).join('')
}
