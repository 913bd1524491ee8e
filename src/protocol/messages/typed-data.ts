import { getTypesForEIP712Domain, hashTypedData, type Hex } from 'viem'
import type { TypedData } from '#protocol/widget-message.ts'

/** Every value of a struct as a text, by its path, such as `offer[0].token`. */
export type Values = ReadonlyMap<string, string>

export type ReadTypedData = Pick<TypedData, 'types' | 'primaryType'> & {
  hash: Hex
  domain: Values
  message: Values
}

/**
 * The hash of typed data by EIP-712, and every value that is in it: a member that no type names is in neither.
 *
 * @throws viem's errors, which name what does not fit its type
 */
export function readTypedData(typedData: TypedData): ReadTypedData {
  const { domain, message, primaryType } = typedData
  const types: TypedData['types'] = { EIP712Domain: getTypesForEIP712Domain({ domain }), ...typedData.types }
  return {
    types,
    primaryType,
    hash: hashTypedData({ ...typedData, types }),
    domain: new Map(valuesOf(types, 'EIP712Domain', domain, '')),
    message: new Map(valuesOf(types, primaryType, message, '')),
  }
}

function valuesOf(
  types: TypedData['types'],
  type: string,
  given: unknown,
  path: string,
): [path: string, text: string][] {
  const item = /^(.+)\[\d*\]$/.exec(type)?.[1]
  if (item !== undefined && Array.isArray(given) && given.length > 0)
    return given.flatMap((one: unknown, index) => valuesOf(types, item, one, `${path}[${index}]`))
  const members = Object.hasOwn(types, type) ? types[type] : undefined
  if (members === undefined) return [[path, item === undefined ? String(given) : '[]']]
  const values = new Map<string, unknown>(Object.entries(Object(given)))
  const dotted = path === '' ? '' : `${path}.`
  return members.flatMap(({ name, type: of }) => valuesOf(types, of, values.get(name), dotted + name))
}
