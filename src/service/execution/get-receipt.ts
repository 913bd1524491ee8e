import { createHash } from 'node:crypto'
import type { Hex } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import { coordinateHex } from '#protocol/passkey/public-key.ts'
import { checkAssertion } from '#protocol/passkey/verify-assertion.ts'
import { type ReceiptBody, receiptMessage } from '#protocol/receipt/receipt.ts'
import { bytesFromHex, hexFromBytes } from '#protocol/signing/hex.ts'
import { splitSignature } from '#protocol/signing/joined-signature.ts'
import { keccak256 } from '#protocol/signing/keccak.ts'
import { decodeSignature, type WebAuthnSignature } from '#protocol/signing/signature.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type {
  HasChain,
  HasClock,
  HasDatabase,
  HasPublicUrl,
  HasReceiptSeed,
  HasSandboxFlag,
} from '#service/context-parts.ts'
import type { Caller } from '#service/context.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { callAnswer, type TransactionRow } from '#service/ledger/read-transactions.ts'
import { readSignature, readSigningKey } from '#service/ledger/signing-key.ts'
import { readOrganization } from '#service/organizations/organization.ts'
import { requireOwnWallet, type OwnWallet } from '#service/wallets/require-own-wallet.ts'
import { readOwnTransaction } from './get-transaction.ts'
import { receiptKey } from './receipt-key.ts'
import { findSigningKey } from './require-signature.ts'
import { readSentSignature } from './sent-signature.ts'

/**
 * `GET /v1/org/transactions/{transactionUuid}/receipt`: the service's signed statement about a transaction on
 * the chain. It contains everything needed to verify it without the service (ADR 0019).
 *
 * @throws NOT_FOUND if the organization has no such transaction
 * @throws CONFLICT while the call is in no block, or if the passkey that signed it is no longer known
 */
export const getReceipt: Operation<
  'getReceipt',
  HasChain & HasClock & HasDatabase & HasPublicUrl & HasReceiptSeed & HasSandboxFlag
> = async (ctx, caller, input) => {
  const row = await readOwnTransaction(ctx, caller, input.params.transactionUuid)
  const body = await buildBody(ctx, caller, row)
  const key = await receiptKey(ctx)
  const value = key.sign(receiptMessage(body))
  return { ...body, proof: { type: 'Ed25519', keyId: key.id, publicKey: key.publicKey, value } }
}

async function buildBody(
  ctx: HasChain & HasClock & HasDatabase & HasPublicUrl & HasSandboxFlag,
  caller: Caller,
  row: TransactionRow,
): Promise<ReceiptBody> {
  const outcome = await readOutcome(ctx, row)
  const wallet = await requireOwnWallet(ctx, caller.organizationId, row.wallet_address)
  const organization = await readOrganization(ctx, caller.organizationId)
  const { decided_with } = row
  const decoded = decodeSignature(splitSignature(readSignature(row)).tuple)
  const { keyNumber, coSignature } = await readSentSignature(ctx, row, wallet)
  return {
    version: 1,
    issuer: new URL(ctx.settings.publicUrl).origin,
    issuedAtDatetime: ctx.clock.now().toISOString(),
    organization: { id: organization.id, name: organization.name },
    transactionUuid: row.id,
    chainId: ctx.chain.id,
    wallet: {
      address: wallet.address,
      factory: checksumAddress(ctx.chain.factory),
      rpIdHash: wallet.rpIdHash,
      publicKey: await findPublicKey(ctx, wallet, row, decoded),
      ...(keyNumber !== undefined && { keyNumber }),
    },
    call: callAnswer(row),
    dataHash: hexFromBytes(keccak256(bytesFromHex(row.data))),
    digest: row.digest,
    signature: {
      authenticatorData: decoded.authenticatorData,
      clientDataJSON: decoded.clientDataJSON,
      challengeIndex: decoded.challengeIndex.toString(),
      typeIndex: decoded.typeIndex.toString(),
      r: decoded.r.toString(),
      s: decoded.s.toString(),
    },
    ...(coSignature !== undefined && { coSignature }),
    ...(row.decided_at !== null &&
      decided_with !== null && {
        approval: {
          decision: 'approved',
          decidedAtDatetime: row.decided_at.toISOString(),
          credentialIdHash: credentialIdHash(decided_with),
        },
      }),
    outcome,
  }
}

/**
 * Returns the stored key that signed, or finds it if none is stored.
 *
 * @throws CONFLICT if none is stored and the wallet no longer has that key
 */
async function findPublicKey(
  ctx: HasChain,
  wallet: OwnWallet,
  row: TransactionRow,
  signature: WebAuthnSignature,
) {
  const check = checkAssertion({ digest: row.digest, signature, rpIdHash: wallet.rpIdHash })
  const found = async () => (check.ok ? await findSigningKey(ctx, wallet, check) : undefined)
  const key = readSigningKey(row) ?? (await found())
  if (key === undefined)
    throw apiError('CONFLICT', 'The passkey that signed this no longer belongs to the wallet')
  return { x: `0x${coordinateHex(key.x)}`, y: `0x${coordinateHex(key.y)}` }
}

/**
 * Returns the outcome for the receipt. The chain transaction is included only if it executed the call,
 * because an empty transaction that only used the nonce proves nothing.
 */
async function readOutcome(ctx: HasDatabase, row: TransactionRow): Promise<ReceiptBody['outcome']> {
  const { state, relayed_id, transaction_hash: hash, block_number: blockNumber, block_hash: blockHash } = row
  if (state === 'CONFIRMED' && hash !== null && blockNumber !== null && blockHash !== null)
    return { status: 'CONFIRMED', transactionHash: hash, blockNumber, blockHash }
  const mined =
    relayed_id === null || (state !== 'CONFIRMED' && state !== 'FAILED')
      ? undefined
      : await ctx.db
          .selectFrom('relayed_transactions as relayed')
          .innerJoin('relayer_attempts as attempt', 'attempt.hash', 'relayed.hash')
          .select(['relayed.hash', 'relayed.block_number', 'relayed.block_hash'])
          .where('relayed.id', '=', relayed_id)
          .where('attempt.kind', '=', 'call')
          .executeTakeFirst()
  if (mined === undefined || mined.block_number === null || mined.block_hash === null)
    throw apiError('CONFLICT', 'A receipt is available once the transaction is in a block')
  return {
    status: state === 'CONFIRMED' ? 'CONFIRMED' : 'FAILED',
    transactionHash: mined.hash,
    blockNumber: mined.block_number,
    blockHash: mined.block_hash,
  }
}

/** Hashes the id, because the id itself would let anyone request that passkey from an authenticator. */
function credentialIdHash(credentialId: string): Hex {
  return `0x${createHash('sha256').update(Buffer.from(credentialId, 'base64url')).digest('hex')}`
}
