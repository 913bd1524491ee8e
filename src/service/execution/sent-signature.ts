import { sql } from 'kysely'
import { recoverAddress, size, type Address, type Hex } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import type { ReceiptBody } from '#protocol/receipt/receipt.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { joinSignature, splitSignature } from '#protocol/signing/joined-signature.ts'
import { encodeExecuteCall } from '#protocol/signing/pack-execute.ts'
import { SignatureError } from '#protocol/signing/signature.ts'
import { decodeExecuteCall } from '#protocol/signing/unpack-execute.ts'
import { checkCoSignature } from '#service/chain/co-signature.ts'
import { readAuthority } from '#service/chain/wallet-authority.ts'
import type { HasChain, HasDatabase } from '#service/context-parts.ts'
import { storedCall, type TransactionRow } from '#service/ledger/read-transactions.ts'
import { readSignature } from '#service/ledger/signing-key.ts'
import type { OwnWallet } from '#service/wallets/require-own-wallet.ts'

type Sent = {
  /** Calldata that the relayer sent. Null if another party brought the call to the chain. */
  data: Hex | null
  held_co_signer: Hex | null
  held_co_signature: Hex | null
  own_co_signature: Hex | null
}

/**
 * A co-signature that a transaction may have been sent with. `coSigner`: undefined if the database does not name it.
 */
type Candidate = { signature: Hex; coSigner: Address | undefined }

type Passkey = { qx: string; qy: string; rp_id_hash: Hex }

/** Length of an account's signature: r, s and v. */
const ACCOUNT_SIGNATURE_BYTES = 65

/** The parts of a sent signature after the passkey's assertion. */
type SentSignature = {
  /**
   * The number by which the signature named its key. Undefined if it had none, as for the main key without a
   * co-signature.
   */
  keyNumber: number | undefined
  /** Undefined if the transaction was sent without it, for example because the co-signer had lost its power. */
  coSignature: ReceiptBody['coSignature']
}

/**
 * Returns the key's number and the co-signature with which a transaction was sent, for the receipt. They may differ
 * from the submitted ones: while a call waits, its key may get another number, and its wallet another co-signer. For
 * a call that another party sent, returns the submitted number and co-signature.
 *
 * @throws CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function readSentSignature(
  ctx: HasChain & HasDatabase,
  row: TransactionRow,
  { rpIdHash }: Pick<OwnWallet, 'rpIdHash'>,
): Promise<SentSignature> {
  const sent = await readSent(ctx, row.id)
  const { tuple, keyNumber: submitted, coSignature: given } = splitSignature(readSignature(row))
  const wallet = { chainId: ctx.chain.id, address: row.wallet_address, rpIdHash }
  const handed = sent.data === null ? undefined : decodeExecuteCall(bytesFromHex(sent.data), wallet)
  const keyNumber = handed === undefined ? submitted : splitSignature(handed.signature).keyNumber
  const isSent = ({ signature }: Candidate): boolean =>
    sent.data ===
    encodeExecuteCall(storedCall(row), joinSignature({ tuple, keyNumber, coSignature: signature }))
  const candidates = listCandidates(sent, given)
  const used = sent.data === null ? candidates[0] : candidates.find(isSent)
  const coSigner = used && (used.coSigner ?? (await findCoSigner(ctx, row, used.signature)))
  if (used === undefined || coSigner === undefined) return { keyNumber, coSignature: undefined }
  const passkey = await readPasskey(ctx, coSigner, used.signature)
  const coSignature = { coSigner, signature: used.signature, ...(passkey !== undefined && { passkey }) }
  return { keyNumber, coSignature }
}

async function readSent({ db }: HasDatabase, transactionId: string): Promise<Sent> {
  const { rows } = await sql<Sent>`
    select relayed.data, held.co_signer as held_co_signer,
      case when held.approved then held.co_signature end as held_co_signature,
      signed.co_signature as own_co_signature
    from transactions
    left join relayed_transactions as relayed on relayed.id = transactions.relayed_id
    left join held_transactions as held on held.transaction_id = transactions.id
    left join co_signatures as signed on signed.transaction_id = transactions.id
    where transactions.id = ${transactionId}::uuid`.execute(db)
  return rows[0] ?? { data: null, held_co_signer: null, held_co_signature: null, own_co_signature: null }
}

/**
 * Lists the co-signatures of a transaction: from the request, from the approval, and from the organization's
 * policy signer.
 */
function listCandidates(sent: Sent, given: Hex | undefined): Candidate[] {
  const { held_co_signer: heldBy, held_co_signature: held, own_co_signature: own } = sent
  const all = [
    { signature: given, coSigner: undefined },
    { signature: held, coSigner: heldBy === null ? undefined : checksumAddress(heldBy) },
    { signature: own, coSigner: undefined },
  ]
  return all.flatMap(({ signature, coSigner }) =>
    signature === undefined || signature === null ? [] : [{ signature, coSigner }],
  )
}

/**
 * Returns the present co-signer if it made the signature, otherwise the account that signed. Undefined if neither is
 * known.
 */
async function findCoSigner(
  { chain }: HasChain,
  { digest, wallet_address: wallet }: TransactionRow,
  signature: Hex,
): Promise<Address | undefined> {
  const { coSigner } = (await readAuthority(chain, checksumAddress(wallet))) ?? {}
  const isPresent =
    coSigner !== undefined &&
    (await checkCoSignature(chain, coSigner, { digest, coSignature: signature })) === 'valid'
  if (isPresent) return checksumAddress(coSigner)
  return size(signature) === ACCOUNT_SIGNATURE_BYTES ? recoverAccount(digest, signature) : undefined
}

/**
 * Returns the account that signed. Undefined if the bytes are not an account's signature, because a contract's
 * signature may have this length too.
 */
async function recoverAccount(digest: Hex, signature: Hex): Promise<Address | undefined> {
  try {
    return await recoverAddress({ hash: digest, signature })
  } catch {
    return undefined
  }
}

/**
 * Reads the passkey of an approval wallet, from which its address is derived. Returns undefined for other
 * co-signers, and if another key of that wallet signed.
 */
async function readPasskey({ db }: HasDatabase, coSigner: Address, signature: Hex) {
  if (size(signature) === ACCOUNT_SIGNATURE_BYTES) return undefined
  const { rows } = await sql<Passkey>`
    select qx, qy, rp_id_hash from approval_wallets
    where address = ${coSigner.toLowerCase()} limit 1`.execute(db)
  const [wallet] = rows
  if (wallet === undefined || !isOfFirstKey(signature)) return undefined
  return {
    rpIdHash: wallet.rp_id_hash,
    publicKey: { x: `0x${wallet.qx}`, y: `0x${wallet.qy}` },
  }
}

/**
 * Whether the first key of the approval wallet signed. The service stores each co-signature with the place of
 * its key, and omits the number 0.
 */
function isOfFirstKey(signature: Hex): boolean {
  try {
    const { keyNumber = 0 } = splitSignature(signature)
    return keyNumber === 0
  } catch (cause) {
    // A co-signature from the request may have a different layout.
    if (cause instanceof SignatureError) return false
    throw cause
  }
}
