import { randomBytes, randomInt } from 'node:crypto'
import { encodeFunctionData, hexToBytes, type Hex } from 'viem'
import { demoCoinAbi } from '#protocol/abi/demo-coin.ts'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import { findIndexes } from '#protocol/passkey/client-data.ts'
import { lowS } from '#protocol/passkey/low-s.ts'
import type { ScriptBehaviour } from '#protocol/sandbox.ts'
import { executeDigest, type ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { encodeSignature } from '#protocol/signing/signature.ts'
import { apiError, notFound } from '#server-kit/http/http-error.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type {
  HasChain,
  HasClock,
  HasConfirmations,
  HasDatabase,
  HasGasLimits,
  HasLog,
  HasPublicUrl,
  SendsTransactions,
} from '#service/context-parts.ts'
import type { Caller } from '#service/context.ts'
import { inSeconds } from '#service/db/database.ts'
import { executeTransaction } from '#service/execution/execute-transaction.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { findFee } from '#service/organizations/fee-settings.ts'
import { CUSTOMER_DOMAIN } from './add-customer.ts'
import { openKeys } from './customer-keys.ts'
import { DEMO_TOKENS, encodeMint } from './demo-tokens.ts'
import { readScript } from './script.ts'
import { signChallenge, type StoredKey } from './software-passkey.ts'

/** Receiver of the scripted payments: the sandbox's shop, whose key no one has. */
const SHOP = '0x0000000000000000000000000000000000005409'
const VALID_SECONDS_MIN = 1_800
const VALID_SECONDS_MAX = 5_400
const CENT = 10n ** 4n

/**
 * `POST /sandbox/customers/{customerId}/payments`: signs a payment with the end-user's wallet passkey and executes
 * it, as the widget would. A payment that is meant to fail claims an NFT, which another account claims before the
 * payment is sent.
 *
 * @throws NOT_FOUND for another organization's end-user, and every error of execute
 */
export const paySandbox: Operation<
  'paySandbox',
  SendsTransactions & HasLog & HasConfirmations & HasGasLimits & HasPublicUrl
> = async (ctx, caller, input) => {
  const customer = await findCustomer(ctx, caller, input.params.customerId)
  const script = await readScript(ctx.db, caller.organizationId)
  const call = script.behaviour === 'fail' ? buildClaim(lowerCase(customer.wallet_address)) : payment()
  return { transactionUuid: await payAs(ctx, caller, customer, { call, ...script }) }
}

/** @throws NOT_FOUND for another organization's end-user */
export async function findCustomer(
  { db }: HasDatabase,
  { organizationId }: Caller,
  id: string,
): Promise<{ id: string; keys_box: string; wallet_address: string }> {
  return db
    .selectFrom('sandbox_customers')
    .select(['id', 'wallet_address', 'keys_box'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id.toLowerCase())
    .executeTakeFirstOrThrow(notFound)
}

type Customer = Awaited<ReturnType<typeof findCustomer>>
type Call = { toAddress: Hex; data: Hex }

type Payment = { call: Call; behaviour: ScriptBehaviour; delaySeconds: number }

/** Signs a call with the end-user's wallet passkey and executes it. Returns the uuid of the held transaction. */
export async function payAs(
  ctx: SendsTransactions & HasLog & HasConfirmations & HasGasLimits & HasPublicUrl,
  caller: Caller,
  customer: Customer,
  { call, behaviour, delaySeconds }: Payment,
): Promise<string> {
  const { organizationId } = caller
  const walletAddress = lowerCase(customer.wallet_address)
  const whole = { walletAddress, value: 0n, ...call, ...(await readTerms(ctx, organizationId)) }
  const { wallet } = openKeys(ctx, organizationId, customer.keys_box)
  const result = await executeTransaction(ctx, caller, { body: buildBody(ctx, whole, wallet) })
  if (!('transactionUuid' in result)) throw apiError('CONFLICT', 'The payment was not held')
  const { transactionUuid } = result
  // Plans the decision of the end-user who made the payment. The sandbox never plans decisions of other people (ADR
  // 0003).
  const plan = { transaction_id: transactionUuid, customer_id: customer.id, behaviour }
  await ctx.db
    .insertInto('sandbox_plans')
    .values({ ...plan, due_at: inSeconds(delaySeconds) })
    .execute()
  return transactionUuid
}

export function payment(): Call {
  const args = [SHOP, BigInt(randomInt(100, 1_000)) * CENT] as const
  const data = encodeFunctionData({ abi: demoCoinAbi, functionName: 'transfer', args })
  return { toAddress: lowerCase(DEMO_TOKENS.erc20), data }
}

/** A claim of an NFT, which another account can claim first. */
export function buildClaim(to: Hex): Call {
  const tokenId = BigInt(`0x${randomBytes(12).toString('hex')}`)
  return { toAddress: lowerCase(DEMO_TOKENS.erc721), data: encodeMint({ standard: 'erc721', to, tokenId }) }
}

async function readTerms(ctx: HasClock & HasDatabase, organizationId: string) {
  const fee = await findFee(ctx.db, organizationId)
  const nowSeconds = Math.floor(ctx.clock.now().getTime() / 1_000)
  return {
    // A random expiration. Otherwise, two identical payments in one second would have the same digest and be one
    // transaction.
    expiration: BigInt(nowSeconds + randomInt(VALID_SECONDS_MIN, VALID_SECONDS_MAX)),
    fee: fee?.amountPerTransaction ?? 0n,
    feeCoinAddress: lowerCase(fee?.tokenAddress ?? ZERO_ADDRESS),
    feeWithdrawAddress: lowerCase(fee?.withdrawAddress ?? ZERO_ADDRESS),
  }
}

function buildBody(ctx: HasChain & HasPublicUrl, call: ExecuteCall, key: StoredKey) {
  const challenge = base64Url(hexToBytes(executeDigest(ctx.chain.id, call)))
  const ceremony = { challenge, origin: ctx.settings.publicUrl, rpId: CUSTOMER_DOMAIN }
  const signed = signChallenge(key, ceremony, 'ieee-p1363')
  const rs = signed.signature.toString('hex')
  const signature = encodeSignature({
    authenticatorData: `0x${signed.authenticatorData.toString('hex')}`,
    clientDataJSON: signed.clientDataJson,
    ...findIndexes(signed.clientDataJson),
    r: BigInt(`0x${rs.slice(0, 64)}`),
    s: lowS(BigInt(`0x${rs.slice(64)}`)),
  })
  const { value, expiration, fee, ...rest } = call
  return {
    ...rest,
    signature,
    value: value.toString(),
    expiration: expiration.toString(),
    fee: fee.toString(),
  }
}
