import type { Hex } from 'viem'
import { CALLDATA_BYTES_MAX } from '#protocol/limits.ts'
import {
  TOKEN_OPERATIONS,
  tokenOperation,
  type TokenOperationKind,
  type TokenValue,
  type TokenValues,
} from '#protocol/operations.ts'
import { argumentTypes } from '#protocol/token-functions.ts'
import { encodeArguments } from './abi-encode.ts'
import { CalldataError } from './calldata-error.ts'
import { functionSelector, parseFunctionSignature } from './function-signature.ts'
import { bytesFromHex, HexError, hexFromBytes, joinBytes } from './hex.ts'

export { CalldataError } from './calldata-error.ts'

/** The only signature with arrays in a `txObject` with `data`. Source: profile 5. */
const BATCH_TRANSFER = TOKEN_OPERATIONS['erc1155-batch-transfer'].signature

/**
 * Calldata of a canonical `functionSignature` and its string `params`.
 *
 * @example encodeCall('transfer(address,uint256)', ['0x…', '1000000'])
 * @throws CalldataError (`invalid`), with `position` of an invalid argument. Source: profile 5.
 */
export function encodeCall(functionSignature: string, params: readonly string[]): Hex {
  const { types } = parseFunctionSignature(functionSignature)
  return encodeWithTypes(functionSignature, types, params)
}

/** A prepared call. `params` are the function's arguments as text, and `data` is the same call encoded. */
type EncodedCall = { functionSignature: string; params: string[]; data: Hex }

/**
 * The call of a token operation, as its prepare endpoint returns it. Arrays in `params` are JSON arrays in
 * strings.
 *
 * @example encodeTokenCall('erc20-transfer', { to: '0x…', amount: '1000000' })
 * @throws CalldataError (`invalid`), with `position` of an invalid argument. Source: profile 5.
 */
export function encodeTokenCall<Kind extends TokenOperationKind>(
  kind: Kind,
  values: TokenValues<Kind>,
): EncodedCall {
  const row = tokenOperation(kind)
  const given = new Map<string, TokenValue | undefined>(Object.entries(values))
  if (countItems(given.get('tokenIds')) !== countItems(given.get('amounts'))) {
    throw new CalldataError('invalid', 'tokenIds and amounts must have the same length')
  }
  const withData = given.get('data') === undefined ? undefined : row.signatureWithData
  const functionSignature = withData ?? row.signature
  const fields = withData === undefined ? row.fields : [...row.fields, 'data']
  const params = fields.map((field) => toParam(given.get(field)))
  return { functionSignature, params, data: encodeTokenFunction(functionSignature, params) }
}

/** Calldata of a function of `operations.ts`, whose arguments may be `uint256[]`. Throws `CalldataError` (`invalid`). */
export function encodeTokenFunction(functionSignature: string, params: readonly string[]): Hex {
  return encodeWithTypes(functionSignature, argumentTypes(functionSignature), params)
}

function countItems(value: TokenValue | undefined): number {
  return Array.isArray(value) ? value.length : 0
}

/** Converts a value to a param. Only `data` may be undefined. */
function toParam(value: TokenValue = '0x'): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * The calldata of a request, in lower case: its `data`, else the encoded `functionSignature` and `params`
 * (undefined params mean none). A request with two different forms is refused, because a screen could display
 * one and sign the other.
 *
 * @throws CalldataError of kind `missing`, `disagrees` or `invalid`. Source: spec "Execute", calldata rules;
 * profile 5.
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
    functionSignature === BATCH_TRANSFER
      ? encodeTokenFunction(functionSignature, params)
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
