import { randomUUID } from 'node:crypto'
import type { Address, Hex } from 'viem'
import type { ErrorCode } from '#protocol/errors.ts'
import type { ExecuteRequest, ExecuteResult } from '#protocol/execute-transaction.ts'
import { EXECUTE_EXPIRATION_SECONDS_MAX } from '#protocol/limits.ts'
import { CalldataError, resolveCalldata } from '#protocol/signing/calldata.ts'
import { executeDigest, type ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { ApiError, apiError } from '#server-kit/http/http-error.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { simulateInTurn } from '#service/chain/simulate-in-turn.ts'
import { isDeployed } from '#service/chain/wallet-contract.ts'
import type {
  HasChain,
  HasClock,
  HasConfirmations,
  HasExecutionTurns,
  HasGasLimits,
  HasLog,
  SendsTransactions,
} from '#service/context-parts.ts'
import type { Caller } from '#service/context.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { findByDigest, type StoredTransaction } from '#service/ledger/find-by-digest.ts'
import { policyCall } from '#service/policies/policy-subject.ts'
import { isStillApproved, requirePolicies, type GivenApprovals } from '#service/policies/require-policies.ts'
import { findWarnings } from '#service/wallets/earlier-calls.ts'
import type { OwnWallet } from '#service/wallets/require-own-wallet.ts'
import { acceptTransaction } from './accept-transaction.ts'
import { afterRefusal, type Signed } from './after-refusal.ts'
import { readCoSigning, type CoSigning } from './co-signing.ts'
import { readExemption, type Exemption } from './exempt-call.ts'
import { findNoEffect, isCheckedForEffect } from './find-no-effect.ts'
import { findOtherApprovers } from './other-approvers.ts'
import { readExecution, type Execution } from './read-execution.ts'
import { storedRequester } from './requester.ts'
import { requireFee } from './require-fee.ts'
import { invalidSignature, requireSignature } from './require-signature.ts'
import { findAsked, requiredApprovals } from './required-approvals.ts'

/**
 * `POST /transactions/execute`: checks a passkey-signed call as strictly as the wallet contract will. Stores
 * it together with the relayer's signed transaction, and responds once the chain's pool has accepted the
 * transaction. If the wallet's end-user has enrolled, the call is held for their approval instead (ADR 0011).
 * For a wallet with a co-signer, the service adds the co-signature of the end-user or of the organization
 * (profile 14). A repeated digest gets the first response again, also in parallel requests. A FAILED
 * transaction that can still be executed is sent again. A transaction that another party executed is stored
 * as CONFIRMED (ADR 0010).
 *
 * @throws WALLET_NOT_OWNED, CALL_MISSING, CALL_DISAGREES, CALL_INVALID, TRANSACTION_EXPIRED,
 * EXPIRATION_TOO_FAR, FEE_REFUSED, INVALID_SIGNATURE, CO_SIGNATURE_MISSING, CO_SIGNER_NOT_READY,
 * APPROVAL_TIME_TOO_SHORT
 * @throws POLICY_REFUSED (ADR 0014)
 * @throws TRANSACTION_REVERTS if the simulation fails; nothing is stored
 * @throws CHAIN_FAILED, CHAIN_TIMEOUT, UNAVAILABLE or GAS_BUDGET_EXHAUSTED; a retry is safe, because nothing
 * is stored, or the policy signer has co-signed the stored call and it is sent later
 * @throws UNAVAILABLE or RATE_LIMITED if its turn did not come in time (ADR 0014); nothing is stored
 */
export const executeTransaction: Operation<'executeTransaction', ExecutionContext & HasExecutionTurns> = (
  ctx,
  caller,
  input,
) => {
  const work = () => execute(ctx, caller, input)
  return ctx.executionTurns === undefined ? work() : ctx.executionTurns.run(caller, work)
}

type ExecutionContext = SendsTransactions & HasLog & HasConfirmations & HasGasLimits

const execute: Operation<'executeTransaction', ExecutionContext> = async (ctx, caller, { body }) => {
  const { organizationId, leaving } = caller
  const execution = await readExecution(ctx, organizationId, body.walletAddress)
  const { wallet, fee: charged } = execution
  const call = toExecuteCall(body, wallet.address)
  const digest = executeDigest(ctx.chain.id, call)
  let signed: Signed | undefined
  try {
    requireExpiration(ctx, call.expiration)
    const exemption = readExemption(call, execution.ownCoSigners)
    if (exemption === undefined || call.fee !== 0n) requireFee(charged, call)
    const effect = beginEffect(ctx, caller, call)
    const checkedSignature = await requireSignature(ctx, execution, digest, body.signature)
    const { signature, decoded, coSignature, signingKey } = checkedSignature
    const given = { call, digest, coSignature, exemption }
    const coSigning = await findCoSigning(ctx, execution, given)
    const asks = requiredApprovals(execution, exemption, coSigning !== undefined)
    const approvable = { subject: policyCall(ctx.chain.id, call, charged), ...asks }
    const beforeStored = requirePolicies(ctx, { ...approvable, organizationId, digest, charged })
    await requireDeployed(ctx, wallet)
    const requestedBy = storedRequester(caller)
    const asked = findAsked(approvable, await findOtherApprovers(ctx, caller, execution))
    const checked = { id: randomUUID(), organizationId, digest, call, signature, signingKey, requestedBy }
    const isApprovedBy = (given: GivenApprovals): boolean => isStillApproved(approvable, given)
    const { ownCoSigners } = execution
    signed = { checked, decoded, asked, isApprovedBy, ownCoSigners, beforeStored, leaving }
    const warnings = await findWarnings(ctx, wallet, { ...call, value: String(call.value) })
    await effect
    const accepted = await accept(ctx, execution, signed, { ...given, coSigning })
    return { ...accepted, ...warnings }
  } catch (error) {
    // A request with a wrong signature may have the digest of a stored one, because the digest does not cover
    // the signature. It must not get the stored response.
    if (!(error instanceof ApiError) || error.code === 'INVALID_SIGNATURE') throw error
    // A repeated request fails in one of the steps above, because its digest is stored, spent or expired. The digest
    // is looked up only then, which saves a query for every first request. A stored transaction counts as accepted,
    // whatever failed afterwards.
    const first = await findByDigest(ctx.db, organizationId, digest)
    const stored = signed === undefined ? first : await afterRefusal(ctx, signed, first, error)
    if (stored === undefined) throw error
    return repeatResult(stored, error)
  }
}

type Given = {
  call: ExecuteCall
  digest: Hex
  coSignature: Hex | undefined
  exemption: Exemption | undefined
}

/**
 * Finds the co-signer of the wallet. A wallet that never reported a change is not read, because almost no such
 * wallet has a co-signer. Returns undefined if the wallet has no co-signer or the call needs no co-signature.
 *
 * @throws INVALID_SIGNATURE, CO_SIGNATURE_MISSING, CO_SIGNER_NOT_READY, CHAIN_FAILED, CHAIN_TIMEOUT
 */
async function findCoSigning(
  ctx: HasChain,
  { wallet, hasChangedAuthority, ownCoSigners: own }: Execution,
  { digest, coSignature, exemption }: Given,
): Promise<CoSigning | undefined> {
  if (exemption === 'removal') {
    if (coSignature === undefined) return undefined
    throw invalidSignature('the removal of the co-signer takes no co-signature')
  }
  if (!hasChangedAuthority && coSignature === undefined) return undefined
  return readCoSigning(ctx, { walletAddress: wallet.address, digest, coSignature, own })
}

/**
 * Accepts a call. If the simulation fails, the wallet may have got a co-signer that the service has not read
 * yet, so the chain is read.
 */
async function accept(
  ctx: SendsTransactions & HasGasLimits,
  execution: Execution,
  signed: Signed,
  { coSigning, ...given }: Given & { coSigning: CoSigning | undefined },
): Promise<ExecuteResult> {
  try {
    return await acceptTransaction(ctx, signed, coSigning)
  } catch (error) {
    const mayLack = coSigning === undefined && given.exemption === undefined
    if (!mayLack || !(error instanceof ApiError) || error.code !== 'TRANSACTION_REVERTS') throw error
    const read = await findCoSigning(ctx, { ...execution, hasChangedAuthority: true }, given)
    if (read === undefined) throw error
    return acceptTransaction(ctx, signed, read)
  }
}

/** Starts the check early. It runs in parallel with the steps below. */
function beginEffect(ctx: HasChain, caller: Caller, call: ExecuteCall): Promise<void> {
  if (!isCheckedForEffect(call)) return Promise.resolve()
  const effect = simulateInTurn(ctx.chain, caller, () => requireEffect(ctx, call))
  effect.catch(() => undefined)
  return effect
}

function toExecuteCall(body: ExecuteRequest, walletAddress: Address): ExecuteCall {
  return {
    walletAddress,
    toAddress: lowerCase(body.toAddress),
    value: BigInt(body.value),
    data: encodeCalldata(body),
    expiration: BigInt(body.expiration),
    fee: BigInt(body.fee),
    feeCoinAddress: lowerCase(body.feeCoinAddress),
    feeWithdrawAddress: lowerCase(body.feeWithdrawAddress),
  }
}

function encodeCalldata(body: ExecuteRequest): Hex {
  try {
    return resolveCalldata(body)
  } catch (cause) {
    if (!(cause instanceof CalldataError)) throw cause
    switch (cause.kind) {
      case 'missing':
        throw apiError('CALL_MISSING', { cause })
      case 'disagrees':
        throw apiError('CALL_DISAGREES', { cause })
      case 'invalid':
        throw apiError('CALL_INVALID', cause.message, {
          cause,
          ...(cause.position === undefined
            ? {}
            : { errors: [{ path: `params.${cause.position}`, message: cause.message }] }),
        })
    }
  }
}

/** Source: spec "Errors" and "Limits", execute expiration. */
function requireExpiration(ctx: HasClock, expiration: bigint): void {
  const now = BigInt(Math.floor(ctx.clock.now().getTime() / 1_000))
  if (expiration <= now) throw apiError('TRANSACTION_EXPIRED')
  if (expiration > now + BigInt(EXECUTE_EXPIRATION_SECONDS_MAX)) throw apiError('EXPIRATION_TOO_FAR')
}

/**
 * Rejects a wallet without code, because a call to it succeeds without doing anything and the chain would not
 * show it.
 */
async function requireDeployed(ctx: HasChain, wallet: OwnWallet): Promise<void> {
  if (wallet.status === 'deployed' || (await isDeployed(ctx.chain, wallet.address))) return
  throw apiError('TRANSACTION_REVERTS', 'the wallet is still being deployed, try again in a moment')
}

/** Codes of errors after which a stored call is still sent: another request sends it, or its turn did not come. */
const SAYS_ONLY_STORED: ReadonlySet<ErrorCode> = new Set(['CONFLICT', 'RATE_LIMITED'])

/**
 * Returns the first response again. A call that was neither sent nor held has no such response. Throws the error
 * that says why the call is not sent.
 *
 * @throws `error`; UNAVAILABLE if `error` says only that the call is stored
 */
function repeatResult({ id, isHeld, transactionHash }: StoredTransaction, error: ApiError): ExecuteResult {
  if (isHeld) return { success: true, status: 'PENDING_USER_APPROVAL', transactionUuid: id }
  if (transactionHash !== null) return { success: true, transactionHash }
  if (!SAYS_ONLY_STORED.has(error.code)) throw error
  throw apiError('UNAVAILABLE', 'This call is stored and not sent yet. Send the same request again soon.', {
    headers: { 'retry-after': '2' },
  })
}

/** @throws TRANSACTION_REVERTS for a call that would do nothing; CHAIN_FAILED, CHAIN_TIMEOUT */
async function requireEffect(ctx: HasChain, call: ExecuteCall): Promise<void> {
  const reason = await findNoEffect(ctx, call)
  if (reason !== undefined) throw apiError('TRANSACTION_REVERTS', reason)
}
