import type { Hex } from 'viem'
import { CALLDATA_BYTES_MAX } from '#protocol/baas/limits.ts'
import { encodeArguments } from './abi-encode.ts'
import { CalldataError } from './calldata-error.ts'
import { functionSelector, parseFunctionSignature } from './function-signature.ts'
import { bytesFromHex, HexError, hexFromBytes, joinBytes } from './hex.ts'

export { CalldataError } from './calldata-error.ts'

/** The prepared call of erc1155/batch-transfer: the one signature with arrays that a `txObject` carries beside its `data`. Source: profile 5. */
export const BATCH_TRANSFER_SIGNATURE = 'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)'
const BATCH_TRANSFER_TYPES = ['address', 'address', 'uint256[]', 'uint256[]', 'bytes']

/**
 * Calldata of a canonical `functionSignature` and its string `params`.
 *
 * @example encodeCall('transfer(address,uint256)', ['0x…', '1000000'])
 * @throws CalldataError (`invalid`), with `position` when one argument is at fault. Source: profile 5.
 */
export function encodeCall(functionSignature: string, params: readonly string[]): Hex {
  const { types } = parseFunctionSignature(functionSignature)
  return encodeWithTypes(functionSignature, types, params)
}

/**
 * Calldata of `safeBatchTransferFrom`; ids and amounts as decimal strings that pair by position, `data` as 0x-hex.
 * Throws `CalldataError` (`invalid`); `position` counts the function's five arguments. Source: profile 5.
 */
export function encodeErc1155Batch(batch: {
  from: string
  to: string
  tokenIds: readonly string[]
  amounts: readonly string[]
  data?: string
}): Hex {
  return encodeWithTypes(BATCH_TRANSFER_SIGNATURE, BATCH_TRANSFER_TYPES, erc1155BatchParams(batch))
}

/** The `params` of a prepared batch transfer: its arrays as JSON arrays in strings. Source: profile 5. */
export function erc1155BatchParams(batch: {
  from: string
  to: string
  tokenIds: readonly string[]
  amounts: readonly string[]
  data?: string
}): string[] {
  if (batch.tokenIds.length !== batch.amounts.length) {
    throw new CalldataError('invalid', 'tokenIds and amounts must have the same length')
  }
  return [
    batch.from,
    batch.to,
    JSON.stringify(batch.tokenIds),
    JSON.stringify(batch.amounts),
    batch.data ?? '0x',
  ]
}

/**
 * The one calldata of a request, in lower case: its `data`, else the encoded `functionSignature` and `params`
 * (absent params: none). A request whose two forms encode differently is refused, because a screen could show the
 * one and sign the other.
 *
 * @throws CalldataError of kind `missing`, `disagrees` or `invalid`. Source: spec "Execute", calldata rules; profile 5.
 */
export function resolveCalldata(request: {
  functionSignature?: string | undefined
  params?: readonly string[] | undefined
  data?: string | undefined
}): Hex {
  const { functionSignature, params = [], data } = request
  if (data === undefined) {
    if (functionSignature === undefined) {
      throw new CalldataError('missing', 'functionSignature with params, or data, is required')
    }
    return encodeCall(functionSignature, params)
  }
  const given = parseData(data)
  if (functionSignature === undefined) return given
  const encoded =
    functionSignature === BATCH_TRANSFER_SIGNATURE
      ? encodeWithTypes(functionSignature, BATCH_TRANSFER_TYPES, params)
      : encodeCall(functionSignature, params)
  if (encoded !== given) {
    throw new CalldataError('disagrees', 'data and functionSignature with params must encode the same call')
  }
  return given
}

function encodeWithTypes(
  functionSignature: string,
  types: readonly string[],
  params: readonly string[],
): Hex {
  return capped(joinBytes([functionSelector(functionSignature), encodeArguments(types, params)]))
}

function parseData(data: string): Hex {
  try {
    return capped(bytesFromHex(data))
  } catch (cause) {
    if (cause instanceof HexError) throw new CalldataError('invalid', `data ${cause.message}`)
    throw cause
  }
}

function capped(calldata: Uint8Array): Hex {
  if (calldata.length > CALLDATA_BYTES_MAX) {
    throw new CalldataError('invalid', `the call must be at most ${CALLDATA_BYTES_MAX} bytes`)
  }
  return hexFromBytes(calldata)
}
