import { checksumAddress, sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { executeDigest, type ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { NOT_SIMULATED, type SimulationOutcome } from '#protocol/simulation.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { readAuthority } from '#service/chain/wallet-authority.ts'
import type { HasChain, HasClock, HasDatabase } from '#service/context-parts.ts'
import { simulateWalletCall } from '#service/holdings/simulate-changes.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { policyCall } from '#service/policies/policy-subject.ts'
import { previewPolicies } from '#service/policies/preview-policies.ts'
import { RELAY_DEFAULTS } from '#service/relayer/relay-parts.ts'
import { readExemption } from './exempt-call.ts'
import { findNoEffect } from './find-no-effect.ts'
import { findOtherApprovers } from './other-approvers.ts'
import { readExecution, type Execution } from './read-execution.ts'
import { requiredApprovals, type RequiredApprovals } from './required-approvals.ts'

/**
 * `POST /transactions/simulate`: the outcome that an unsigned call would have now, and the verdict of the policies. The
 * wallet itself is the simulated sender, without a signature and without the fee. A contract that checks `tx.origin`
 * can distinguish this from an execution. The policies see the fee that the organization charges.
 *
 * @throws WALLET_NOT_OWNED; CHAIN_FAILED or CHAIN_TIMEOUT if the co-signer decides about approvals and cannot be read
 */
export const simulateTransaction: Operation<
  'simulateTransaction',
  HasChain & HasClock & HasDatabase
> = async (ctx, caller, { body }) => {
  const { organizationId } = caller
  const execution = await readExecution(ctx, organizationId, body.walletAddress)
  const { fee, wallet } = execution
  const call: ExecuteCall = {
    walletAddress: wallet.address,
    toAddress: checksumAddress(body.toAddress),
    value: BigInt(body.value),
    data: lowerCase(body.data),
    // The expiration does not affect the result.
    expiration: 0n,
    fee: fee?.amountPerTransaction ?? 0n,
    feeCoinAddress: fee?.tokenAddress ?? ZERO_ADDRESS,
    feeWithdrawAddress: fee?.withdrawAddress ?? ZERO_ADDRESS,
  }
  const choosePeople = await findOtherApprovers(ctx, caller, execution)
  const preview = async () =>
    previewPolicies(ctx, {
      organizationId,
      subject: policyCall(ctx.chain.id, call, fee),
      digest: executeDigest(ctx.chain.id, call),
      charged: fee,
      ...(await readRequired(ctx, execution, call)),
      choosePeople,
    })
  const [simulation, verdict] = await Promise.all([simulate(ctx, execution, call, organizationId), preview()])
  return { simulation, policies: verdict }
}

/**
 * Returns the approvals and the policies that an execution of the call would need. Reads the co-signer from
 * the chain if the result depends on it.
 */
async function readRequired(
  { chain }: HasChain,
  execution: Execution,
  call: ExecuteCall,
): Promise<RequiredApprovals> {
  const { wallet, ownCoSigners, hasChangedAuthority } = execution
  // A call that needs no approval also needs no fee.
  const exemption = readExemption({ ...call, fee: 0n }, ownCoSigners)
  const mayBeSet = exemption === 'protects' && hasChangedAuthority
  const authority = mayBeSet ? await readAuthority(chain, wallet.address) : undefined
  return requiredApprovals(execution, exemption, authority?.coSigner !== undefined)
}

async function simulate(
  ctx: HasChain & HasDatabase,
  { wallet: { address, status } }: Execution,
  call: ExecuteCall,
  organizationId: string,
): Promise<SimulationOutcome> {
  const { toAddress: to, value, data } = call
  // A call to a wallet without code succeeds and does nothing, so the simulation of its own functions would
  // be wrong.
  if (status !== 'deployed' && sameAddress(to, address)) return NOT_SIMULATED
  const made = { from: address, to, value, data, gas: RELAY_DEFAULTS.gasLimitMax }
  return simulateWalletCall(ctx, call, made, { findRefusal: () => findNoEffect(ctx, call), organizationId })
}
