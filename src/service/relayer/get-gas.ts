import type { GasLimits } from '#protocol/usage.ts'
import type { HasClock, HasDatabase, HasGasBudget, HasGasLimits } from '#service/context-parts.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { readGasBudget } from './gas-budget.ts'
import { RELAY_DEFAULTS } from './relay-parts.ts'

/** The limits for each wallet, user and call, as decimal strings. */
export function readGasLimits({ gasLimits = RELAY_DEFAULTS.gasLimits }: HasGasLimits['settings']): GasLimits {
  const { walletGasPerDay, userGasPerDay, gasPerCallMax } = gasLimits
  return {
    walletGasPerDay: walletGasPerDay?.toString() ?? null,
    userGasPerDay: userGasPerDay?.toString() ?? null,
    gasPerCallMax: gasPerCallMax.toString(),
  }
}

/**
 * `GET /v1/org/gas`: the organization's gas budget of the UTC day and its use, in wei, with the limits per
 * wallet, user and call in gas. All values are decimal strings, or `null` where there is no limit (ADR 0014).
 */
export const getGas: Operation<'getGas', HasClock & HasDatabase & HasGasBudget & HasGasLimits> = async (
  ctx,
  { organizationId },
) => {
  const { budgetWeiPerDay, spentWei, resetsAt } = await readGasBudget(ctx.db, {
    organizationId,
    defaultWeiPerDay: ctx.settings.gasBudgetWeiPerDay,
    now: ctx.clock.now(),
  })
  return {
    budgetWeiPerDay: budgetWeiPerDay?.toString() ?? null,
    spentWei: spentWei.toString(),
    resetsAtDatetime: resetsAt.toISOString(),
    limits: readGasLimits(ctx.settings),
  }
}
