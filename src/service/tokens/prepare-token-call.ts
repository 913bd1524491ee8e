import { type Address, type Hex, size, slice } from 'viem'
import { checksumAddress, sameAddress } from '#protocol/display/address.ts'
import { isOfCoins, tokenOperation, type TokenOperationKind, type TokenValues } from '#protocol/operations.ts'
import type { PreparedCall, PrepareSetApprovalForAllRequest } from '#protocol/prepare.ts'
import { encodeTokenCall, encodeTokenFunction } from '#protocol/signing/calldata.ts'
import { argumentTypes } from '#protocol/token-functions.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { simulateInTurn } from '#service/chain/simulate-in-turn.ts'
import { simulateCall } from '#service/chain/simulate.ts'
import { isDeployed } from '#service/chain/wallet-contract.ts'
import type { HasChain, HasClock, HasDatabase, HasLog } from '#service/context-parts.ts'
import type { Caller } from '#service/context.ts'
import { findWarnings } from '#service/wallets/earlier-calls.ts'
import { requireOwnWallet } from '#service/wallets/require-own-wallet.ts'
import { requireNoEarlyCollection } from './early-collection.ts'

/**
 * Common fields of every prepare endpoint's body. `from` is the holder. Undefined means that the wallet is the
 * holder.
 */
type Preparation = { walletAddress: string; tokenAddress: string; from?: string }

/**
 * A prepare endpoint: the call of a token operation, for the wallet's passkey to sign. Nothing is executed.
 * Amounts are in the token's base units. Both the signing wallet and the holder must be the organization's, and
 * a contract that cannot receive is already refused here (spec "Prepare endpoints", rules 1 to 7; ADR 0008). An
 * unlisted collection older than ERC-721 is not prepared as a coin.
 *
 * @throws WALLET_NOT_OWNED for `walletAddress` and for `from`
 * @throws TOKEN_UNREADABLE, RECIPIENT_CANNOT_RECEIVE, CHAIN_FAILED, CHAIN_TIMEOUT
 * @throws UNAVAILABLE, RATE_LIMITED if the turn to simulate a safe transfer did not come in time
 */
export function prepareTokenCall<Kind extends TokenOperationKind>(kind: Kind) {
  const { receiverHook } = tokenOperation(kind)
  return async (
    ctx: HasChain & HasClock & HasDatabase,
    caller: Caller,
    { body }: { body: Preparation & TokenValues<Kind> },
  ): Promise<PreparedCall & { toAddress: Address }> => {
    const { walletAddress, tokenAddress, from = walletAddress } = body
    const { organizationId } = caller
    const wallet = await requireOwnWallet(ctx, organizationId, walletAddress)
    const { address: operator } = wallet
    if (!sameAddress(operator, from)) await requireOwnWallet(ctx, organizationId, from)
    const toAddress = checksumAddress(tokenAddress)
    if (isOfCoins(kind)) await requireNoEarlyCollection(ctx, organizationId, toAddress)
    const txObject = encodeTokenCall(kind, body)
    if (receiverHook !== undefined)
      await simulateInTurn(ctx.chain, caller, () =>
        requireReceiver(ctx, { toAddress, txObject }, receiverHook, operator),
      )
    const warnings = await findWarnings(ctx, wallet, { toAddress, value: '0', data: txObject.data })
    return { success: true, toAddress, txObject, ...warnings }
  }
}

/**
 * Gas limit for the receiver's hook. An honest receiver needs a fraction of it. A hostile receiver cannot keep the
 * node busy for longer.
 */
const RECEIPT_GAS = 3_000_000n
/** Gas limit for a whole transfer. A batch of 50 new tokens takes about three million. */
const TRANSFER_GAS = 8_000_000n

/** A safe transfer. The params of its call begin with the holder and the recipient. */
type SafeTransfer = { toAddress: Address; txObject: { params: readonly string[]; data: Hex } }

/**
 * Refuses a safe transfer to a contract that cannot receive, before anything is signed or sent. Accounts without
 * code can always receive. The whole transfer is simulated first. It may fail because the holder lacks the token,
 * which preparing does not require (ADR 0008). In that case only the receiving contract is called with `hook`, as
 * the token would call it. The contract accepts by returning the hook's own selector (ERC-721, ERC-1155).
 * `operator` is the wallet that will call.
 *
 * @throws RECIPIENT_CANNOT_RECEIVE with the decoded reason (spec "Prepare endpoints", rule 3)
 * @throws CHAIN_FAILED, CHAIN_TIMEOUT
 */
async function requireReceiver(
  { chain }: HasChain,
  { toAddress: token, txObject }: SafeTransfer,
  hook: string,
  operator: Address,
): Promise<void> {
  const [from = '', to = '', ...moved] = txObject.params
  const recipient = checksumAddress(to)
  if (!(await isDeployed(chain, recipient))) return
  const whole = { from: operator, to: token, data: txObject.data, gas: TRANSFER_GAS }
  if ((await simulateCall(chain.rpc, whole)).ok) return
  // For an ERC-721 transfer without data, the hook receives empty data.
  const asked = [operator, from, ...moved, '0x'].slice(0, argumentTypes(hook).length)
  const data = encodeTokenFunction(hook, asked)
  const answer = await simulateCall(chain.rpc, { from: token, to: recipient, data, gas: RECEIPT_GAS })
  const accepts =
    answer.ok && size(answer.returned) >= 32 && slice(answer.returned, 0, 4) === slice(data, 0, 4)
  if (accepts) return
  const reason = answer.ok ? 'it does not return the acceptance value' : answer.reason
  throw apiError('RECIPIENT_CANNOT_RECEIVE', `${hook.slice(0, hook.indexOf('('))}: ${reason}`)
}

const prepare = prepareTokenCall('set-approval-for-all')

/**
 * `POST /tokens/erc721/set-approval-for-all` and `/tokens/erc1155/set-approval-for-all`: the call that gives an
 * operator permission for every item of a collection until it is revoked, or revokes it. Both are logged with
 * operator, collection and wallet (spec "Prepare endpoints", rules 1, 6 and 8).
 *
 * @throws WALLET_NOT_OWNED
 */
export async function prepareSetApprovalForAll(
  ctx: HasChain & HasClock & HasDatabase & HasLog,
  caller: Caller,
  input: { body: PrepareSetApprovalForAllRequest },
): Promise<PreparedCall> {
  const { walletAddress, operator, approved } = input.body
  const answer = await prepare(ctx, caller, input)
  ctx.log.info(
    {
      event: approved ? 'approval-for-all-granted' : 'approval-for-all-revoked',
      organizationId: caller.organizationId,
      keyId: caller.keyId,
      operator: checksumAddress(operator),
      collection: answer.toAddress,
      wallet: checksumAddress(walletAddress),
    },
    approved ? 'an operator over a whole collection was prepared' : 'the end of an operator was prepared',
  )
  return answer
}
