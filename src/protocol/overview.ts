import * as z from 'zod/mini'
import { orgEndpoint } from './endpoint.ts'
import { addressSchema, datetimeSchema, decimalsSchema, uintSchema } from './fields.ts'
import { usageDaySchema } from './usage.ts'

/** Maximum number of wallets that are counted. A result with this number means this many or more. */
export const WALLETS_COUNTED_MAX = 100_000

/** Counts of the period that ends now and of the previous period of the same length. */
const trendSchema = z.object({ count: z.number(), before: z.number() })

/**
 * An organization's numbers. `unprotected`: wallets of end-users who have not enrolled, so that nothing is held.
 * `sent`: the tokens that left the organization's wallets through confirmed transactions in the last 30 UTC days,
 * including today and including fees. Each allowed ERC-20 token is counted separately, in base units. `gas`: wei in
 * the same days and in the 30 before. `relayer`: the account that pays the gas for all organizations. Null until its
 * balance is known. `daysLeft`: at the pace of the last 7 days, null if nothing was spent. `webhooks`: counted by
 * endpoint; `stopped` are those that the service disabled. `days`: the last 30 UTC days, oldest first and without gaps,
 * with the outcomes of each day's transactions and the same tokens as `sent`. Undefined for services without it.
 */
export const overviewSchema = z.object({
  wallets: z.object({ count: z.number(), createdInMonth: z.number(), unprotected: z.number() }),
  transactions: z.object({ day: trendSchema, month: trendSchema }),
  failed: z.object({ day: trendSchema }),
  pending: z.object({ count: z.number(), oldestDatetime: z.nullable(datetimeSchema) }),
  sent: z.array(
    z.object({
      tokenAddress: addressSchema,
      symbol: z.string(),
      decimals: decimalsSchema,
      amount: uintSchema,
    }),
  ),
  gas: z.object({ spentWei: uintSchema, beforeWei: uintSchema }),
  relayer: z.nullable(
    z.object({
      balanceWei: uintSchema,
      daysLeft: z.nullable(z.number()),
      state: z.enum(['enough', 'low', 'empty']),
    }),
  ),
  webhooks: z.object({ working: z.number(), failing: z.number(), stopped: z.number() }),
  days: z.optional(
    z.array(
      z.extend(z.pick(usageDaySchema, { day: true, transactions: true }), {
        sent: z.array(z.object({ tokenAddress: addressSchema, amount: uintSchema })),
      }),
    ),
  ),
})
export type OverviewDay = NonNullable<z.infer<typeof overviewSchema>['days']>[number]
export type Overview = z.infer<typeof overviewSchema>

export const OVERVIEW_ENDPOINTS = {
  getOverview: orgEndpoint('GET', '/overview', 'org:manage', {
    role: 'read-only',
    answer: overviewSchema,
    summary: 'Read the numbers of the organization: wallets, transactions, approvals, gas and webhooks',
  }),
}
