import * as z from 'zod/mini'
import { orgEndpoint } from './endpoint.ts'
import { addressSchema, datetimeSchema, uintSchema } from './fields.ts'

/**
 * Limits in gas, so that they mean the same on every chain: for one wallet and for all wallets of one end-user
 * in a UTC day (null for no limit), and for one call of a wallet. Source: ADR 0014.
 */
export const gasLimitsSchema = z.object({
  walletGasPerDay: z.nullable(uintSchema),
  userGasPerDay: z.nullable(uintSchema),
  gasPerCallMax: uintSchema,
})
export type GasLimits = z.infer<typeof gasLimitsSchema>

/**
 * The organization's gas of the UTC day, in wei. `spentWei` is paid or reserved for pending transactions.
 * `budgetWeiPerDay` is null if there is no limit. Source: ADR 0015.
 */
export const GAS_ENDPOINTS = {
  getGas: orgEndpoint('GET', '/gas', 'org:manage', {
    role: 'read-only',
    answer: z.object({
      budgetWeiPerDay: z.nullable(uintSchema),
      spentWei: uintSchema,
      resetsAtDatetime: datetimeSchema,
      /** Undefined for services without limits. */
      limits: z.optional(gasLimitsSchema),
    }),
    summary: 'Read the gas budget of the day and what is used of it',
  }),
}

export const USAGE_DAYS_MAX = 90

/**
 * One UTC day, `YYYY-MM-DD`. `transactions` counts those accepted by execute on that day by outcome; `open` are
 * still pending. `gasWei` is paid by the relayer, or reserved for pending ones. `fees` were taken from wallets
 * by confirmed transactions, in each coin's base units. `apiRequests` counts all keys together; null for days
 * no longer stored.
 */
export const usageDaySchema = z.object({
  day: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  transactions: z.object({
    confirmed: z.number(),
    failed: z.number(),
    declined: z.number(),
    expired: z.number(),
    open: z.number(),
  }),
  walletsCreated: z.number(),
  apiRequests: z.nullable(z.number()),
  gasWei: uintSchema,
  fees: z.array(z.object({ tokenAddress: addressSchema, amount: uintSchema })),
})
export type UsageDay = z.infer<typeof usageDaySchema>

/** The days, oldest first and without gaps. `gasBudgetWeiPerDay` is null if there is no limit. */
export const usageSchema = z.object({
  days: z.array(usageDaySchema),
  gasBudgetWeiPerDay: z.nullable(uintSchema),
  /** Undefined for services without limits. */
  gasLimits: z.optional(gasLimitsSchema),
})
export type Usage = z.infer<typeof usageSchema>

export const USAGE_ENDPOINTS = {
  getUsage: orgEndpoint('GET', '/usage', 'org:manage', {
    role: 'read-only',
    query: z.strictObject({
      days: z.optional(
        z
          .string()
          .check(z.regex(/^([1-9]|[1-8][0-9]|90)$/, `must be a whole number from 1 to ${USAGE_DAYS_MAX}`)),
      ),
    }),
    answer: usageSchema,
    summary: 'Read transactions, wallets, gas and fees of each of the last days',
  }),
}
