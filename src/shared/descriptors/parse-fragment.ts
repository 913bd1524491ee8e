import { CalldataError } from '#shared/signing/calldata-error.ts'
import { parseFunctionSignature } from '#shared/signing/function-signature.ts'

/** A function as a descriptor names it: its canonical signature, and its arguments' types and names. */
export type Fragment = { signature: string; types: string[]; names: string[] }

const SHAPE = /^\s*([A-Za-z_$][\w$]*)\s*\(([^()]*)\)\s*$/
const ARGUMENT = /^\s*(\S+?)(?:\s+(?:calldata|memory))?(?:\s+([A-Za-z_$][\w$]*))?\s*$/
/** The one array that can be read here. */
const ARRAY = 'uint256[]'

/**
 * Parses `transfer(address to, uint256 value)`. `undefined` for a function with types that are not read here, such as
 * tuples: a call of it stays unknown.
 */
export function parseFragment(text: string): Fragment | undefined {
  const [, name, list] = SHAPE.exec(text) ?? []
  if (name === undefined || list === undefined) return undefined
  const parts = list.trim() === '' ? [] : list.split(',')
  const types: string[] = []
  const names: string[] = []
  for (const [position, part] of parts.entries()) {
    const [, type, argument = String(position)] = ARGUMENT.exec(part) ?? []
    if (type === undefined || names.includes(argument)) return undefined
    types.push(canonical(type))
    names.push(argument)
  }
  const signature = `${name}(${types.join(',')})`
  return isReadable(name, types) ? { signature, types, names } : undefined
}

/** `uint` and `int` are written in full in a selector. */
function canonical(type: string): string {
  return type.replace(/^(u?int)(?=$|\[)/, '$1256')
}

function isReadable(name: string, types: readonly string[]): boolean {
  try {
    parseFunctionSignature(`${name}(${types.filter((type) => type !== ARRAY).join(',')})`)
    return true
  } catch (error) {
    if (error instanceof CalldataError) return false
    throw error
  }
}
