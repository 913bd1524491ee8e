import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import type { ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { joinSignature, splitSignature } from '#protocol/signing/joined-signature.ts'
import { executeTypedData } from '#protocol/signing/wallet-typed-data.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { checkCoSignature } from '#service/chain/co-signature.ts'
import { readAuthority, type Authority, type WalletKey } from '#service/chain/wallet-authority.ts'
import { isDeployed } from '#service/chain/wallet-contract.ts'
import type { HasChain, HasDatabase, SignsAsPolicy } from '#service/context-parts.ts'
import type { Database } from '#service/db/database.ts'
import { signAtRemoteSigner } from '#service/organizations/policy-signer.ts'
import type { BeforeStored } from '#service/policies/require-policies.ts'
import { hasChangedAuthority } from '#service/wallets/has-changed-authority.ts'
import { coSignatureFor, type CoSignatureRequest } from './co-signature-for.ts'
import { isRemoval } from './exempt-call.ts'

/** Time in seconds after which a process takes over an approved transaction that another process left unsent. */
const LEASE_SECONDS = 10
/** Reason why a call fails if its passkey was removed or replaced while the call waited. */
const KEY_REMOVED = 'the passkey that signed it is no longer one of the wallet’s'

/**
 * Stores the co-signature of a stored transaction, or an empty row if the co-signature is still missing. Returns the
 * stored co-signature. If a remote signer signs twice, the first co-signature stays.
 */
export async function insertCoSignature(
  db: Database,
  transactionId: string,
  coSignature: Hex | undefined,
): Promise<Hex | undefined> {
  const { rows } = await sql<{ co_signature: Hex | null }>`
    insert into co_signatures (transaction_id, co_signature, send_after)
    values (${transactionId}::uuid, ${coSignature?.toLowerCase() ?? null},
      service_now() + ${LEASE_SECONDS}::integer * interval '1 second')
    on conflict (transaction_id) do update
      set co_signature = coalesce(co_signatures.co_signature, excluded.co_signature)
    returning co_signature`.execute(db)
  return rows[0]?.co_signature ?? undefined
}

type StoredCall = {
  id: string
  organizationId: string
  digest: Hex
  call: ExecuteCall
  signature: Hex
  /** The passkey that made the signature. Undefined if it is not known. */
  signingKey?: WalletKey | undefined
}

/**
 * Returns the signature with which a stored call is sent now. It includes the co-signature if the wallet now
 * has a co-signer, and omits it otherwise. A co-signature of a former co-signer is not used. A call that
 * starts the co-signer's removal needs none. The key's present number is used, because 0 may have become
 * another key's number while the call waited. A wallet that never reported a change is not read, unless
 * `isChanged`.
 *
 * @throws TRANSACTION_REVERTS if the wallet no longer accepts the key that signed
 * @throws CO_SIGNATURE_MISSING if the service cannot provide the co-signature; every error of `beforeStored`
 * @throws UNAVAILABLE if the remote signer does not sign now
 * @throws CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function signatureToSend(
  ctx: SignsAsPolicy & HasChain,
  { id, organizationId, digest, call, signature, signingKey }: StoredCall,
  { beforeStored, isChanged = false }: { beforeStored: BeforeStored | undefined; isChanged?: boolean },
): Promise<Hex> {
  if (isRemoval(call)) return signature
  const { tuple, keyNumber: submitted, coSignature: given } = splitSignature(signature)
  const { hasChanged, stored } = await readCoSignature(ctx, id)
  if (!isChanged && !hasChanged && stored === undefined && given === undefined) return signature
  const authority = await readAuthority(ctx.chain, call.walletAddress)
  const keyNumber = presentNumber(authority, signingKey) ?? submitted
  const coSigner = authority?.coSigner
  if (coSigner === undefined) return joinSignature({ tuple, keyNumber, coSignature: undefined })
  const known = given ?? stored
  if (known !== undefined && (await isPresent(ctx, { coSigner, digest, coSignature: known })))
    return joinSignature({ tuple, keyNumber, coSignature: known })
  const request = { transactionId: id, organizationId, coSigner, digest }
  const coSignature = await coSignStored(ctx, request, call, beforeStored)
  return joinSignature({ tuple, keyNumber, coSignature })
}

type Known = { coSigner: Address; digest: Hex; coSignature: Hex }

/**
 * Returns whether a co-signature may be from the present co-signer. The co-signer may have been replaced
 * while the call waited.
 */
async function isPresent({ chain }: HasChain, { coSigner, ...signed }: Known): Promise<boolean> {
  const check = await checkCoSignature(chain, coSigner, signed)
  // A contract that does not respond now may respond when the call is sent. An account's signature of a wrong
  // length never becomes valid.
  return check === 'valid' || (check === 'not-ready' && (await isDeployed(chain, coSigner)))
}

/**
 * Returns the number by which the wallet now finds a key; 0 for the main one. Undefined if the key or the
 * wallet is not known.
 *
 * @throws TRANSACTION_REVERTS if the wallet no longer accepts the key
 */
function presentNumber(
  authority: Authority | undefined,
  signingKey: WalletKey | undefined,
): number | undefined {
  if (authority === undefined || signingKey === undefined) return undefined
  const { x, y } = signingKey
  const present = authority.keys.find((key) => key.x === x && key.y === y)
  if (present === undefined) throw apiError('TRANSACTION_REVERTS', KEY_REMOVED)
  return present.number === authority.mainNumber ? 0 : present.number
}

/**
 * Co-signs a stored call and stores the co-signature. Calls a remote signer only after the policies have passed again.
 */
async function coSignStored(
  ctx: SignsAsPolicy & HasChain,
  request: CoSignatureRequest,
  call: ExecuteCall,
  beforeStored: BeforeStored | undefined,
): Promise<Hex> {
  const { transactionId } = request
  const own = await ctx.db.transaction().execute(async (trx) => {
    const signed = await coSignatureFor(ctx, trx, request, beforeStored)
    return signed && (await insertCoSignature(trx, transactionId, signed))
  })
  if (own !== undefined) return own
  const typedData = executeTypedData(ctx.chain.id, call)
  const remote = await signAtRemoteSigner(ctx, { ...request, typedData })
  const stored = remote && (await insertCoSignature(ctx.db, transactionId, remote))
  if (stored === undefined) throw apiError('CO_SIGNATURE_MISSING', request.coSigner)
  return stored
}

async function readCoSignature({ db }: HasDatabase, transactionId: string) {
  const { rows } = await sql<{ has_changed: boolean; stored: Hex | null }>`
    select held.co_signer is not null or signed.transaction_id is not null or ${hasChangedAuthority('transactions', 'wallet_address')} as has_changed,
      coalesce(case when held.approved then held.co_signature end, signed.co_signature) as stored
    from transactions
    left join held_transactions as held on held.transaction_id = transactions.id
    left join co_signatures as signed on signed.transaction_id = transactions.id
    where transactions.id = ${transactionId}::uuid`.execute(db)
  const [row] = rows
  return { hasChanged: row?.has_changed === true, stored: row?.stored ?? undefined }
}
