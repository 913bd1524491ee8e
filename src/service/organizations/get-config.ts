import type { HasApprovalUrl, HasChain, HasDatabase } from '#service/context-parts.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { feeSettingsAnswer, findFee } from './fee-settings.ts'
import { findPolicySigner } from './policy-signer.ts'

/**
 * Features of this deployment beyond the specification, by which clients decide which functions to offer
 * (profile 8).
 */
const FEATURES = (
  'balances transactions wallet-search email-bound-codes idempotency-key webhooks history collectibles allowances ' +
  'approvals held-messages key-usage address-lookup co-signers wallet-keys wallet-summaries'
).split(' ')

/**
 * `GET /config`: the chain, the factory, the fee and the extensions. Any valid key may read it.
 * Source: profile 8.
 */
export const getConfig: Operation<'getConfig', HasChain & HasDatabase & HasApprovalUrl> = async (
  ctx,
  caller,
) => {
  return {
    profile: 1,
    chainId: ctx.chain.id,
    factory: ctx.chain.factory,
    fee: feeSettingsAnswer(await findFee(ctx.db, caller.organizationId)),
    approvalUrl: ctx.settings.approvalUrl,
    policySigner: (await findPolicySigner(ctx.db, caller.organizationId)) ?? null,
    features: ctx.chain.hasP256Precompile ? [...FEATURES, 'p256-precompile'] : FEATURES,
  }
}
