import { sql } from 'kysely'
import { encodeFunctionData, type Address } from 'viem'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import type { GuardedWallet } from '#protocol/approver-api.ts'
import { checksumAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { executeDigest, type ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { encodeExecuteCall } from '#protocol/signing/pack-execute.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { assertionOptions } from '#server-kit/passkeys/assertion.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { readAuthority, type Authority } from '#service/chain/wallet-authority.ts'
import type { HasApprovalUrl, HasChain, HasClock, HasDatabase, HasRelay } from '#service/context-parts.ts'
import { enrolledApproverId } from '#service/policies/require-policies.ts'
import { classifyProtection } from '#service/wallets/get-wallet.ts'
import type { ApproverOperation } from './approver-operation.ts'
import { approvalRelyingParty, beginCeremony, takeCeremony } from './ceremonies.ts'
import { requireReady, verifyWalletAssertion } from './co-sign.ts'
import { CO_SIGNER_REFUSALS } from './co-signer-refusals.ts'
import { readGuardedPasskeys } from './guarded-passkeys.ts'
import { otherCoSigner, signsFor } from './protection.ts'
import type { Approver } from './sessions.ts'

const OBJECT = encodeFunctionData({ abi: passkeyWalletAbi, functionName: 'objectToRemoval' })
/** Validity of the signed objection, in seconds. */
const VALID_SECONDS = 3_600

type OwnWallet = {
  address: Address
  organization_id: string
  qx: string
  label: string
  organization_name: string
}

/**
 * `GET /approve/api/wallets/{walletAddress}`: the keys and the co-signer of a wallet of the person, as the chain
 * reports them now.
 *
 * @throws NOT_FOUND if the person has no such wallet; CHAIN_FAILED, CHAIN_TIMEOUT
 */
export const getGuardedWallet: ApproverOperation<'getGuardedWallet', HasChain & HasDatabase> = async (
  ctx,
  approver,
  { params },
) => {
  const own = await readOwnWallet(ctx, approver, params.walletAddress)
  const authority = await readAuthority(ctx.chain, own.address)
  const removal = await readRemoval(ctx, approver, own, authority)
  const guarded = { address: own.address, organizationId: own.organization_id, firstQx: own.qx }
  return {
    walletAddress: checksumAddress(own.address),
    walletLabel: own.label,
    organizationName: own.organization_name,
    chainId: ctx.chain.id,
    protection: classifyProtection({ hasCoSigner: authority?.coSigner !== undefined, hasApprover: true }),
    ...(await otherCoSigner(ctx, approver.id, authority)),
    keys: authority?.keys.length ?? 1,
    ...(authority !== undefined && { passkeys: await readGuardedPasskeys(ctx, guarded, authority) }),
    ...(removal !== undefined && { removal }),
  }
}

/** @throws NOT_FOUND */
async function readOwnWallet({ db }: HasDatabase, approver: Approver, address: string): Promise<OwnWallet> {
  const { rows } = await sql<OwnWallet>`
    select own.address, own.organization_id, own.qx, own.label, organizations.name as organization_name
    from wallets as own join organizations on organizations.id = own.organization_id
    where own.address = ${lowerCase(address)} and own.status <> 'failed'
      and ${enrolledApproverId('own')} = ${approver.id}::uuid`.execute(db)
  const [own] = rows
  if (own === undefined) throw apiError('NOT_FOUND')
  return own
}

async function readRemoval(
  ctx: HasDatabase,
  approver: Approver,
  own: OwnWallet,
  authority: Authority | undefined,
): Promise<GuardedWallet['removal']> {
  const { coSigner, coSignerUntilSeconds } = authority ?? {}
  if (coSigner === undefined || coSignerUntilSeconds === undefined) return undefined
  const until = new Date(Number(coSignerUntilSeconds) * 1_000)
  const objected = await isObjected(ctx, own, coSignerUntilSeconds)
  const isTheirs = await signsFor(ctx, approver.id, coSigner)
  return { untilDatetime: until.toISOString(), objected, canObject: isTheirs && !objected }
}

/**
 * Whether an objection set the time at which a removal takes effect. Reads the stored events of the wallet, which
 * come from final blocks.
 */
async function isObjected(
  { db }: HasDatabase,
  { address }: OwnWallet,
  untilSeconds: bigint,
): Promise<boolean> {
  const delayed = await db
    .selectFrom('wallet_authority_events')
    .select('kind')
    .where('wallet_address', '=', address)
    .where('kind', '=', 'removal-delayed')
    .where('removal_ends_at', '=', String(untilSeconds))
    .executeTakeFirst()
  return delayed !== undefined
}

/**
 * `POST /approve/api/objections/begin`: returns a challenge that is the digest of a call of the person's
 * approval wallet. The call only objects to the removal of the approval wallet as co-signer. The person picks no
 * number, because an objection only delays the removal.
 *
 * @throws NOT_FOUND; CONFLICT if there is nothing to object to; CO_SIGNER_NOT_READY; CHAIN_FAILED,
 * CHAIN_TIMEOUT
 */
export const beginObjection: ApproverOperation<
  'beginObjection',
  HasChain & HasClock & HasDatabase & HasApprovalUrl
> = async (ctx, approver, { body }) => {
  const own = await readOwnWallet(ctx, approver, body.walletAddress)
  const { coSigner, coSignerUntilSeconds } = (await readAuthority(ctx.chain, own.address)) ?? {}
  if (coSigner === undefined || coSignerUntilSeconds === undefined)
    throw apiError('CONFLICT', CO_SIGNER_REFUSALS.noRemoval)
  const ready = await requireReady(ctx, approver.id, coSigner)
  if (ready === undefined) throw apiError('CONFLICT', CO_SIGNER_REFUSALS.notTheirs)
  const nowSeconds = Math.floor(ctx.clock.now().getTime() / 1_000)
  const expiration = String(nowSeconds + VALID_SECONDS)
  const digest = executeDigest(ctx.chain.id, objectionCall(ready.address, own.address, expiration))
  const options = await assertionOptions(approvalRelyingParty(ctx), {
    challenge: new Uint8Array(bytesFromHex(digest)),
    allow: ready.keys.map(({ credentialId }) => ({ id: credentialId })),
  })
  const ceremonyId = await beginCeremony(ctx, {
    kind: 'object',
    approver_id: approver.id,
    challenge: options.challenge,
    co_signer: ready.address,
    wallet_address: own.address,
    call_expiration: expiration,
  })
  const approvalWallet = checksumAddress(ready.address)
  return { ceremonyId, options: { ...options }, approvalWallet, expiration }
}

function objectionCall(approvalWallet: Address, wallet: Address, expiration: string): ExecuteCall {
  return {
    walletAddress: approvalWallet,
    toAddress: wallet,
    value: 0n,
    data: OBJECT,
    expiration: BigInt(expiration),
    fee: 0n,
    feeCoinAddress: ZERO_ADDRESS,
    feeWithdrawAddress: ZERO_ADDRESS,
  }
}

/**
 * `POST /approve/api/objections/finish`: sends the objection once a passkey of the approval wallet has signed
 * it. The relayer simulates it first. The service pays, because the party that the person objects to could
 * exhaust the organization's budget. The wallet accepts one objection per start of a removal, so the cost
 * stays small.
 *
 * @throws APPROVAL_CEREMONY_OVER, APPROVAL_PASSKEY_REFUSED, NOT_FOUND; TRANSACTION_REVERTS if there is no
 * longer anything to object to
 */
export const finishObjection: ApproverOperation<
  'finishObjection',
  HasChain & HasDatabase & HasRelay & HasApprovalUrl
> = async (ctx, approver, { body }) => {
  const ceremony = await takeCeremony(ctx, body.ceremonyId, 'object')
  const { co_signer: coSigner, wallet_address: wallet, call_expiration: expiration } = ceremony
  if (coSigner === null || wallet === null || expiration === null || ceremony.approver_id !== approver.id)
    throw apiError('APPROVAL_CEREMONY_OVER')
  await readOwnWallet(ctx, approver, wallet)
  const call = objectionCall(coSigner, wallet, expiration)
  const digest = executeDigest(ctx.chain.id, call)
  const signed = { wallet: coSigner, approverId: approver.id, digest }
  const { coSignature: signature } = await verifyWalletAssertion(ctx, body.response, signed)
  await ctx.relay.submit({
    purpose: 'transaction',
    to: coSigner,
    data: encodeExecuteCall(call, signature),
  })
  return { success: true }
}
