import { keccak256, type Address, type Hex, type TransactionSerializable } from 'viem'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { withDeadline } from '#server-kit/http/deadline.ts'
import { ApiError } from '#server-kit/http/http-error.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type { Fees } from './fees.ts'
import type { RelayParts } from './relay-parts.ts'

export type UnsignedAttempt = {
  nonce: number
  to: Address
  value: bigint
  data: Hex
  gasLimit: bigint
  fees: Fees
}

/** A signed version of a relayed transaction. Later ones have the same nonce and higher fees, or only cancel. */
export type Attempt = { hash: Hex; raw: Hex }

/** The key did not sign: it is unreachable or timed out. Nothing was stored, and no nonce was used. */
export class SigningError extends ApiError {
  override name = 'SigningError'
  readonly isLate: boolean

  constructor(cause: unknown, isLate: boolean) {
    super('UNAVAILABLE', 'The service cannot sign transactions at the moment. Try again later.', { cause })
    this.isLate = isLate
  }
}

/**
 * Signs one attempt of a relayed transaction, as EIP-1559 where the chain supports it.
 *
 * @throws SigningError
 */
export async function signAttempt(
  { chain, settings }: Pick<RelayParts, 'settings'> & { chain: { id: number } },
  signer: Signer,
  attempt: UnsignedAttempt,
): Promise<Attempt> {
  const form = viemForm(chain.id, attempt)
  const raw = await within(settings.signMs, () => signer.signTransaction(form))
  return { raw, hash: keccak256(raw) }
}

function viemForm(chainId: number, attempt: UnsignedAttempt): TransactionSerializable {
  const { nonce, to, value, data, gasLimit: gas, fees } = attempt
  // Rejects hex with an odd number of digits. viem would pad it with a zero, which may not be the intended
  // value.
  for (const hex of [to, data]) bytesFromHex(hex)
  // The address is in lower case, because viem takes capitals for a checksum and rejects a wrong checksum.
  const call = { chainId, nonce, to: lowerCase(to), value, data, gas }
  const { maxFeePerGas, maxPriorityFeePerGas } = fees
  return fees.legacy
    ? { ...call, type: 'legacy', gasPrice: maxFeePerGas }
    : { ...call, type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas }
}

async function within(ms: number, sign: () => Promise<Hex>): Promise<Hex> {
  const late = () => new SigningError(new Error(`no signature within ${ms} ms`), true)
  return withDeadline(ms, sign, late).catch((error: unknown) => {
    throw error instanceof SigningError ? error : new SigningError(error, false)
  })
}

/**
 * A key that pays for gas: viem's `privateKeyToAccount` for a key in the settings, or its `toAccount` for a
 * key that never leaves a KMS. A KMS may take a while, so it does not sign inside a database transaction.
 */
export type Signer = {
  address: Address
  /** Source of the account, as viem names it. `privateKey` means that the key is in this process. */
  source?: string
  /** Returns the signed bytes of a transaction, ready to broadcast. */
  signTransaction: (transaction: TransactionSerializable) => Promise<Hex>
}
