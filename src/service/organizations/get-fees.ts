import type { FeeSettings } from '#protocol/org/organization.ts'
import type { Caller, Context } from '#service/context.ts'
import { feeSettingsAnswer, findFee } from './fee-settings.ts'

/**
 * `GET /v1/org/fees`: the fee settings, the amount in the token's smallest unit; `null` when no fee is charged.
 * Source: profile 1, ADR 0006.
 */
export async function getFees(ctx: Context, caller: Caller): Promise<{ fee: FeeSettings }> {
  return { fee: feeSettingsAnswer(await findFee(ctx.db, caller.organizationId)) }
}
