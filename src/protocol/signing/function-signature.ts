import { FUNCTION_ARGUMENTS_MAX, FUNCTION_SIGNATURE_LENGTH_MAX } from '#protocol/limits.ts'
import { CalldataError } from './calldata-error.ts'
import { keccak256 } from './keccak.ts'
import { bytesFromText } from './utf8.ts'

const SHAPE = /^([A-Za-z_$][A-Za-z0-9_$]*)\(([a-z0-9,]*)\)$/
const PLAIN = /^(address|bool|string|bytes([1-9]|[12][0-9]|3[0-2])?)$/
const INTEGER = /^u?int([1-9][0-9]{0,2})$/

/** Whether a type is elementary: no tuple, array or alias. Integers have whole bytes, up to 32. */
export function isElementary(type: string): boolean {
  const bits = Number(INTEGER.exec(type)?.[1] ?? 1)
  return PLAIN.test(type) || (bits % 8 === 0 && bits <= 256)
}

/** A function's name and the types of its arguments, which are all elementary. */
export type FunctionSignature = { name: string; types: string[] }

/**
 * Parses canonical Solidity `name(type,type)`: only elementary types of valid width, no spaces, argument names,
 * tuples, arrays or aliases such as `uint`; at most 256 characters and 16 arguments. Throws `CalldataError`
 * (`invalid`). It has its own grammar, because a library's would accept more and cache it forever. Source:
 * profile 5.
 */
export function parseFunctionSignature(functionSignature: string): FunctionSignature {
  if (functionSignature.length > FUNCTION_SIGNATURE_LENGTH_MAX) {
    throw invalid(`functionSignature must be at most ${FUNCTION_SIGNATURE_LENGTH_MAX} characters`)
  }
  const [, name, list] = SHAPE.exec(functionSignature) ?? []
  if (name === undefined || list === undefined) {
    throw invalid(
      'functionSignature must be name(type,type) with elementary types and no spaces, names, tuples or arrays',
    )
  }
  const types = list === '' ? [] : list.split(',')
  if (types.length > FUNCTION_ARGUMENTS_MAX) {
    throw invalid(`functionSignature must have at most ${FUNCTION_ARGUMENTS_MAX} arguments`)
  }
  for (const [position, type] of types.entries()) {
    if (!isElementary(type)) {
      throw invalid(`functionSignature: argument ${position} has no elementary type`, position)
    }
  }
  return { name, types }
}

/** The first 4 bytes of keccak-256 over a canonical signature. */
export function functionSelector(functionSignature: string): Uint8Array {
  return keccak256(bytesFromText(functionSignature)).slice(0, 4)
}

function invalid(message: string, position?: number): CalldataError {
  return new CalldataError('invalid', message, position)
}
