import {
  TYPED_DATA_NAME_LENGTH_MAX,
  TYPED_DATA_TYPES_MAX,
  TYPED_DATA_TYPES_LENGTH_MAX,
} from '#protocol/limits.ts'
import { RefusedMessage } from './refused-message.ts'

/** A value that EIP-712 encodes in one word, or as the hash of its bytes. */
export type AtomicType =
  | { is: 'uint' | 'int'; bits: number }
  | { is: 'bytes'; size: number }
  | { is: 'any-bytes' | 'string' | 'bool' | 'address' }

/** The type of a member. `length` is undefined for an array of any length. */
export type MemberType =
  | AtomicType
  | { is: 'list'; item: MemberType; length: number | undefined }
  | { is: 'struct'; name: string }

/** A member of a struct, with its type as hashed. */
export type Member = { name: string; type: string; read: MemberType }

/** The structs that the primary type refers to, by name. */
export type Structs = ReadonlyMap<string, readonly Member[]>

export const DOMAIN_TYPE = 'EIP712Domain'

/** The possible members of a domain, in the order of EIP-712. */
export const DOMAIN_MEMBERS: readonly { name: string; type: string }[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/** Whether a value is an object and not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An object's own member. Undefined for a missing or inherited member. */
export function ownMember(record: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

/**
 * The structs that a primary type consists of. Other declared types are ignored, because a type without a
 * reference is not hashed.
 *
 * @throws RefusedMessage for an unknown, cyclic or ambiguous type, and beyond a limit
 */
export function readStructs(declared: Record<string, unknown>, primaryType: string): Structs {
  const structs = new Map<string, readonly Member[]>()
  const open = new Set<string>()
  let length = 0
  const visit = (name: string, path: string): void => {
    if (open.has(name)) throw new RefusedMessage(path, 'must not contain itself')
    if (structs.has(name)) return
    if (structs.size + open.size >= TYPED_DATA_TYPES_MAX)
      throw new RefusedMessage('types', `exceeds the limit of ${TYPED_DATA_TYPES_MAX} structs`)
    const members = readMembers(declared, name, path)
    length += structText(name, members).length
    if (length > TYPED_DATA_TYPES_LENGTH_MAX)
      throw new RefusedMessage('types', `exceeds the limit of ${TYPED_DATA_TYPES_LENGTH_MAX} characters`)
    open.add(name)
    members.forEach(({ read }, index) => {
      const struct = structIn(read)
      if (struct !== undefined) visit(struct, `types.${name}[${index}].type`)
    })
    open.delete(name)
    structs.set(name, members)
  }
  visit(primaryType, 'primaryType')
  return structs
}

/** The text of a struct, such as `Person(string name,address wallet)`. */
export function structText(name: string, members: readonly Pick<Member, 'name' | 'type'>[]): string {
  return `${name}(${members.map((member) => `${member.type} ${member.name}`).join()})`
}

/**
 * The text of a struct and of all structs that it refers to, from which its type hash is made. Source: EIP-712
 * `encodeType`.
 */
export function encodeType(structs: Structs, name: string): string {
  const found = new Set<string>()
  const visit = (struct: string): void => {
    if (found.has(struct)) return
    found.add(struct)
    for (const { read } of structs.get(struct) ?? []) {
      const next = structIn(read)
      if (next !== undefined) visit(next)
    }
  }
  visit(name)
  found.delete(name)
  return [name, ...[...found].toSorted()].map((one) => structText(one, structs.get(one) ?? [])).join('')
}

/** The struct in a type, possibly within arrays. */
function structIn(type: MemberType): string | undefined {
  if (type.is === 'list') return structIn(type.item)
  return type.is === 'struct' ? type.name : undefined
}

/**
 * Letters, digits and `_`. No name can then look like a path of several names, and all encoders read the name alike.
 */
const STRUCT_NAME = /^[A-Za-z_]\w*$/
const MEMBER_NAME = /^[A-Za-z_$][\w$]*$/

function readMembers(declared: Record<string, unknown>, name: string, path: string): Member[] {
  const isFree =
    isName(name, STRUCT_NAME) && !ATOMIC.has(name) && !RESERVED.test(name) && name !== DOMAIN_TYPE
  const given = isFree ? ownMember(declared, name) : undefined
  if (!Array.isArray(given)) throw new RefusedMessage(path, 'must be a type of EIP-712 or a struct in types')
  return readMemberList(given, `types.${name}`)
}

/** The members that a struct or the domain declares. @throws RefusedMessage */
export function readMemberList(given: readonly unknown[], path: string): Member[] {
  const names = new Set<string>()
  let length = 0
  return given.map((member: unknown, index) => {
    const at = `${path}[${index}]`
    const { name, type } = isRecord(member) ? member : {}
    if (typeof name !== 'string' || !isName(name, MEMBER_NAME))
      throw new RefusedMessage(`${at}.name`, 'must be a name')
    if (names.has(name)) throw new RefusedMessage(`${at}.name`, 'must not be there twice')
    names.add(name)
    if (typeof type !== 'string') throw new RefusedMessage(`${at}.type`, 'must be a type')
    length += name.length + type.length
    if (length > TYPED_DATA_TYPES_LENGTH_MAX)
      throw new RefusedMessage('types', `exceeds the limit of ${TYPED_DATA_TYPES_LENGTH_MAX} characters`)
    return { name, type, read: readType(type, `${at}.type`) }
  })
}

function isName(text: string, pattern: RegExp): boolean {
  return text.length <= TYPED_DATA_NAME_LENGTH_MAX && pattern.test(text)
}

/** Matches an array type. The outermost array is written last: `uint8[2][]` is a list of pairs. */
const ARRAY = /^(.+)\[([1-9]\d{0,8})?\]$/

function readType(text: string, path: string): MemberType {
  if (text.endsWith(']')) {
    const [, item, length] = ARRAY.exec(text) ?? []
    if (item === undefined) throw new RefusedMessage(path, 'must be a type of EIP-712')
    const read = readType(item, path)
    return { is: 'list', item: read, length: length === undefined ? undefined : Number(length) }
  }
  return ATOMIC.get(text) ?? { is: 'struct', name: text }
}

/** Every type that is neither an array nor a struct. */
const ATOMIC: ReadonlyMap<string, AtomicType> = new Map<string, AtomicType>([
  ['address', { is: 'address' }],
  ['bool', { is: 'bool' }],
  ['bytes', { is: 'any-bytes' }],
  ['string', { is: 'string' }],
  ...[...Array<undefined>(32)]
    .map((_, index) => index + 1)
    .flatMap((size): [string, AtomicType][] => [
      [`uint${size * 8}`, { is: 'uint', bits: size * 8 }],
      [`int${size * 8}`, { is: 'int', bits: size * 8 }],
      [`bytes${size}`, { is: 'bytes', size }],
    ]),
])

/** Names that some encoders take for Solidity types. `uint` and `int` do not exist in EIP-712. */
const RESERVED = /^(u?int|bytes)\d*$/
