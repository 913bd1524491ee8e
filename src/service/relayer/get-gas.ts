import type { Gas } from '#shared/org/gas-endpoints.ts'
import type { Caller, Context } from '#service/context.ts'
import { readGasBudget } from './gas-budget.ts'

/** `GET /v1/org/gas`: the organization's gas budget of the UTC day and what is used of it. */
export async function getGas(ctx: Context, { organizationId }: Caller): Promise<Gas> {
  const { budgetWeiPerDay, spentWei, resetsAt } = await readGasBudget(ctx.db, {
    organizationId,
    defaultWeiPerDay: ctx.settings.gasBudgetWeiPerDay,
    now: ctx.clock.now(),
  })
  return {
    budgetWeiPerDay: budgetWeiPerDay?.toString() ?? null,
    spentWei: spentWei.toString(),
    resetsAtDatetime: resetsAt.toISOString(),
  }
}
