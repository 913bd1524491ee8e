import { isDynamic } from '#protocol/signing/abi-encode.ts'

/** A type of a function's argument, tuples and arrays included. `length`: of an array whose length is fixed, at least 1. */
export type AbiType =
  | { kind: 'plain'; type: string }
  | { kind: 'array'; of: AbiType; length?: number }
  | { kind: 'tuple'; members: readonly AbiMember[] }

/** A member of a tuple, or an argument. One without a name has its position, from 0. */
export type AbiMember = { name: string; type: AbiType }

/** A value: of a plain type as `encodeArguments` takes it, else its items or members in their order. */
export type AbiValue = string | readonly AbiValue[]

/** A type as a selector's signature has it: `(address,uint256)[]`. */
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

/** Whether a type is dynamic: an offset in its head leads to its value. Source: the ABI specification. */
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

/** Bytes of a type's head. */
export function headLength(type: AbiType): number {
  if (type.kind === 'plain' || liesBehind(type)) return 32
  if (type.kind === 'array') return (type.length ?? 0) * headLength(type.of)
  return headsLength(type.members.map((member) => member.type))
}

/** Bytes of the heads of several types. */
export function headsLength(types: readonly AbiType[]): number {
  return types.reduce((sum, type) => sum + headLength(type), 0)
}

/** The types of an array's items. */
export function itemTypes(type: AbiType & { kind: 'array' }, length: number): AbiType[] {
  return [...Array<undefined>(length)].map(() => type.of)
}
