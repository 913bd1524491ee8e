import { sql } from 'kysely'
import { recoverAddress, size, type Address, type Hex } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import type { ReceiptBody } from '#protocol/receipt/receipt.ts'
import { joinSignature, splitSignature } from '#protocol/signing/joined-signature.ts'
import { encodeExecuteCall } from '#protocol/signing/pack-execute.ts'
import { readAuthority } from '#service/chain/wallet-authority.ts'
import type { Context } from '#service/context.ts'
import { storedCall, type TransactionRow } from '#service/ledger/read-transactions.ts'

type Sent = {
  /** Calldata that the relayer sent. Null if another party brought the call to the chain. */
  data: Hex | null
  co_signer: Hex | null
  co_signature: Hex | null
}

type Passkey = { qx: string; qy: string; rp_id_hash: Hex }

/** An account's r, s and v. */
const ACCOUNT_SIGNATURE_BYTES = 65

/**
 * The co-signature with which a transaction was sent, with its co-signer, as a receipt has it. Undefined if it was sent
 * without one, also when the wallet's co-signer lost its power while the transaction waited.
 *
 * @throws CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function readSentCoSignature(
  ctx: Pick<Context, 'db' | 'chain'>,
  row: TransactionRow,
): Promise<ReceiptBody['coSignature']> {
  const { rows } = await sql<Sent>`
    select relayed.data, held.co_signer,
      coalesce(case when held.approved then held.co_signature end, signed.co_signature) as co_signature
    from transactions
    left join relayed_transactions as relayed on relayed.id = transactions.relayed_id
    left join held_transactions as held on held.transaction_id = transactions.id
    left join co_signatures as signed on signed.transaction_id = transactions.id
    where transactions.id = ${row.id}::uuid`.execute(ctx.db)
  const sent = rows[0]
  const { tuple, keyNumber, coSignature: given } = splitSignature(row.signature)
  const signature = given ?? sent?.co_signature ?? undefined
  if (signature === undefined) return undefined
  const joined = joinSignature({ tuple, keyNumber, coSignature: signature })
  const expected = encodeExecuteCall(storedCall(row), joined)
  const isSentWithout = sent !== undefined && sent.data !== null && sent.data !== expected
  if (isSentWithout) return undefined
  const coSigner = await findCoSigner(ctx, row, signature, sent?.co_signer ?? undefined)
  if (coSigner === undefined) return undefined
  const passkey = await readPasskey(ctx, coSigner, signature)
  return { coSigner, signature, ...(passkey !== undefined && { passkey }) }
}

/** An account is known by its signature; a contract as it was named when the call was held, or as the wallet names it now. */
async function findCoSigner(
  { chain }: Pick<Context, 'chain'>,
  { digest, wallet_address: wallet }: TransactionRow,
  signature: Hex,
  held: Hex | undefined,
): Promise<Address | undefined> {
  if (held !== undefined) return checksumAddress(held)
  if (size(signature) === ACCOUNT_SIGNATURE_BYTES) return recoverAddress({ hash: digest, signature })
  const { coSigner } = (await readAuthority(chain, checksumAddress(wallet))) ?? {}
  return coSigner && checksumAddress(coSigner)
}

/** The passkey of an approval wallet, from which its address is derived. Undefined for other co-signers. */
async function readPasskey({ db }: Pick<Context, 'db'>, coSigner: Address, signature: Hex) {
  if (size(signature) === ACCOUNT_SIGNATURE_BYTES) return undefined
  const { rows } = await sql<Passkey>`
    select qx, qy, rp_id_hash from approval_wallets
    where address = ${coSigner.toLowerCase()} limit 1`.execute(db)
  const [wallet] = rows
  if (wallet === undefined) return undefined
  return {
    rpIdHash: wallet.rp_id_hash,
    publicKey: { x: `0x${wallet.qx}`, y: `0x${wallet.qy}` },
  }
}
