import { sameAddress } from '#protocol/display/address.ts'
import { findKnownStruct, type KnownStruct } from './known-structs.ts'
import type { Signer } from './message-reading.ts'
import { readAllowances, readOrder, readTokenPermit, readTransfers } from './read-grants.ts'
import { readCancellation, readPayment } from './read-payment.ts'
import type { Enabled, Signed } from './signed-struct.ts'
import type { CanonicalTypedData } from './typed-data.ts'

const PERMIT2 = ['0x000000000022d473030f116ddee9f6b43ac78ba3']
/** Seaport 1.6 and 1.5. */
const SEAPORT = ['0x0000000000000068f116a894984e2db1123eb395', '0x00000000000000adc04c56bf30ac9d3c0aaf14dc']

/** `contracts`: the contracts that read the struct in this way. Undefined means any token contract. */
type Row = { contracts?: readonly string[]; read: (signed: Signed) => Enabled | undefined }

/** The reader of each known struct. */
const READERS: Readonly<Record<KnownStruct, Row>> = {
  permit: { read: readTokenPermit },
  'dai-permit': { read: readTokenPermit },
  'permit2-allowance': { contracts: PERMIT2, read: readAllowances },
  'permit2-transfer': { contracts: PERMIT2, read: readTransfers },
  'permit2-witness': { contracts: PERMIT2, read: readTransfers },
  'seaport-order': { contracts: SEAPORT, read: readOrder },
  payment: { read: readPayment },
  cancellation: { read: readCancellation },
}

/** Contracts that are not tokens. The structs of tokens have no meaning there. */
const NO_TOKENS = [...PERMIT2, ...SEAPORT]

/**
 * Reads the effects of signed typed data of a known kind: permits of tokens (EIP-2612, DAI) and of Permit2,
 * orders of Seaport, payments by signature (EIP-3009). Undefined for every other type or contract, and if the
 * reading is not certain.
 */
export function readPermissions(typedData: CanonicalTypedData, signer: Signer): Enabled | undefined {
  const struct = findKnownStruct(typedData)
  const contract = typedData.domain.members.get('verifyingContract')
  if (struct === undefined || contract?.is !== 'value') return undefined
  const address = String(contract.value)
  const { contracts, read } = READERS[struct]
  const isIn = (list: readonly string[]): boolean => list.some((one) => sameAddress(one, address))
  const isItsContract = contracts === undefined ? !isIn(NO_TOKENS) : isIn(contracts)
  return isItsContract ? read({ struct, message: typedData.message, contract: address, signer }) : undefined
}
