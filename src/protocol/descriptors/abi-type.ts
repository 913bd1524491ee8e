import { isDynamic } from '#protocol/signing/abi-encode.ts'

/**
 * The type of a function's argument, including tuples and arrays. `length`: the length of a fixed-length array,
 * at least 1.
 */
export type AbiType =
  | { kind: 'plain'; type: string }
  | { kind: 'array'; of: AbiType; length?: number }
  | { kind: 'tuple'; members: readonly AbiMember[] }

/** A member of a tuple, or an argument. If it has no name, its name is its position, from 0. */
export type AbiMember = { name: string; type: AbiType }

/**
 * A value. For a plain type it is in the format of `encodeArguments`; otherwise it is the items or members in
 * order.
 */
export type AbiValue = string | readonly AbiValue[]

/** A type as written in a selector's signature, such as `(address,uint256)[]`. */
export function canonicalType(type: AbiType): string {
  switch (type.kind) {
    case 'plain':
      return type.type
    case 'array':
      return `${canonicalType(type.of)}[${type.length ?? ''}]`
    case 'tuple':
      return `(${type.members.map((member) => canonicalType(member.type)).join(',')})`
  }
}

/**
 * Whether a type is dynamic, which means that its head contains an offset to the value. Source: the ABI
 * specification.
 */
export function liesBehind(type: AbiType): boolean {
  switch (type.kind) {
    case 'plain':
      return isDynamic(type.type)
    case 'array':
      return type.length === undefined || liesBehind(type.of)
    case 'tuple':
      return type.members.some((member) => liesBehind(member.type))
  }
}

/** Length of a type's head, in bytes. */
export function headLength(type: AbiType): number {
  if (type.kind === 'plain' || liesBehind(type)) return 32
  if (type.kind === 'array') return (type.length ?? 0) * headLength(type.of)
  return headsLength(type.members.map((member) => member.type))
}

/** Total length of several types' heads, in bytes. */
export function headsLength(types: readonly AbiType[]): number {
  return types.reduce((sum, type) => sum + headLength(type), 0)
}

/** The types of an array's items. */
export function itemTypes(type: AbiType & { kind: 'array' }, length: number): AbiType[] {
  return [...Array<undefined>(length)].map(() => type.of)
}
