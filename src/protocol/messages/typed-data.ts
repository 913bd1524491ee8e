import { TYPED_DATA_DEPTH_MAX, TYPED_DATA_LENGTH_MAX, TYPED_DATA_VALUES_MAX } from '#protocol/limits.ts'
import { utf8Length } from '#protocol/signing/utf8.ts'
import { canonicalValue } from './canonical-value.ts'
import { RefusedMessage } from './refused-message.ts'
import {
  DOMAIN_MEMBERS,
  DOMAIN_TYPE,
  isRecord,
  ownMember,
  readMemberList,
  readStructs,
  type AtomicType,
  type Member,
  type MemberType,
  type Structs,
} from './typed-data-types.ts'

/** A value with its type, in its canonical form. */
export type TypedValue =
  | { is: 'value'; type: AtomicType; value: string | boolean }
  | { is: 'list'; items: readonly TypedValue[] }
  | StructValue

/** The members in hashing order. */
export type StructValue = { is: 'struct'; name: string; members: ReadonlyMap<string, TypedValue> }

/**
 * Typed data in the canonical form, from which hash, screens, permissions and the stored copy are made.
 * `structs` are those of the message and `EIP712Domain`. A member that no type names is excluded.
 */
export type CanonicalTypedData = { structs: Structs; domain: StructValue; message: StructValue }

/** The remaining limits while values are read. */
type Budget = { values: number; length: number }

/**
 * Reads typed data in the form of `eth_signTypedData_v4`. If `EIP712Domain` is missing among the types, it has the
 * members of `domain`. Reading stops at the first missing value, so the size of the input bounds the work.
 *
 * @throws RefusedMessage with the path of the member that cannot be read without guessing, or that exceeds a limit
 */
export function readTypedData(given: object): CanonicalTypedData {
  const { domain, types, primaryType, message } = isRecord(given) ? given : {}
  if (!isRecord(domain)) throw new RefusedMessage('domain', 'must be an object')
  if (!isRecord(types)) throw new RefusedMessage('types', 'must be an object')
  if (typeof primaryType !== 'string') throw new RefusedMessage('primaryType', 'must be a string')
  const own = readStructs(types, primaryType)
  const structs = new Map([[DOMAIN_TYPE, domainMembers(types, domain)], ...own])
  const reader = { structs, left: { values: TYPED_DATA_VALUES_MAX, length: TYPED_DATA_LENGTH_MAX } }
  return {
    structs,
    domain: readStruct(reader, DOMAIN_TYPE, domain, { path: 'domain', depth: 1 }),
    message: readStruct(reader, primaryType, message, { path: 'message', depth: 1 }),
  }
}

/** The signed members of the domain. @throws RefusedMessage */
function domainMembers(types: Record<string, unknown>, domain: Record<string, unknown>): Member[] {
  const declared = ownMember(types, DOMAIN_TYPE)
  if (declared === undefined) {
    if (ownMember(domain, 'version') === '')
      throw new RefusedMessage('domain.version', `must not be empty unless types.${DOMAIN_TYPE} names it`)
    const given = DOMAIN_MEMBERS.filter(({ name }) => ownMember(domain, name) !== undefined)
    return readMemberList(given, `types.${DOMAIN_TYPE}`)
  }
  if (!Array.isArray(declared)) throw new RefusedMessage(`types.${DOMAIN_TYPE}`, 'must be a list of members')
  const members = readMemberList(declared, `types.${DOMAIN_TYPE}`)
  members.forEach(({ name, type }, index) => {
    if (!DOMAIN_MEMBERS.some((known) => known.name === name && known.type === type))
      throw new RefusedMessage(
        `types.${DOMAIN_TYPE}[${index}]`,
        'must be a member that EIP-712 gives a domain',
      )
  })
  return members
}

type Reader = { structs: Structs; left: Budget }
type Place = { path: string; depth: number }

function readStruct({ structs, left }: Reader, name: string, given: unknown, place: Place): StructValue {
  const { path } = place
  count(left, place, 0)
  if (!isRecord(given))
    throw new RefusedMessage(path, given === undefined ? 'is required' : 'must be an object')
  const members = new Map<string, TypedValue>()
  for (const { name: member, read } of structs.get(name) ?? []) {
    const at = { path: `${path}.${member}`, depth: place.depth + 1 }
    members.set(member, readValue({ structs, left }, read, ownMember(given, member), at))
  }
  return { is: 'struct', name, members }
}

function readValue(reader: Reader, type: MemberType, given: unknown, place: Place): TypedValue {
  const { path, depth } = place
  if (given === undefined || given === null) throw new RefusedMessage(path, 'is required')
  if (type.is === 'struct') return readStruct(reader, type.name, given, place)
  if (type.is !== 'list') {
    count(reader.left, place, typeof given === 'string' ? measure(type, given) : 0)
    return { is: 'value', type, value: canonicalValue(type, given, path) }
  }
  count(reader.left, place, 0)
  if (!Array.isArray(given)) throw new RefusedMessage(path, 'must be an array')
  if (type.length !== undefined && given.length !== type.length)
    throw new RefusedMessage(path, `must have exactly ${type.length} items`)
  const items: TypedValue[] = []
  for (let index = 0; index < given.length; index += 1) {
    const item: unknown = given[index]
    items.push(readValue(reader, type.item, item, { path: `${path}[${index}]`, depth: depth + 1 }))
  }
  return { is: 'list', items }
}

/**
 * The length that counts toward the limit: the UTF-8 bytes of a string, which can exceed its number of characters,
 * and the characters of any other text.
 */
function measure(type: AtomicType, given: string): number {
  return type.is === 'string' && given.length <= TYPED_DATA_LENGTH_MAX ? utf8Length(given) : given.length
}

/** Counts one more value. @throws RefusedMessage beyond a limit */
function count(left: Budget, { path, depth }: Place, length: number): void {
  left.values -= 1
  left.length -= path.length + length
  const exceeded = exceededLimit(left, depth)
  if (exceeded !== undefined) throw new RefusedMessage(path, `exceeds the limit of ${exceeded}`)
}

function exceededLimit({ values, length }: Budget, depth: number): string | undefined {
  if (values < 0) return `${TYPED_DATA_VALUES_MAX} values`
  if (length < 0) return `${TYPED_DATA_LENGTH_MAX} bytes of paths and values`
  return depth > TYPED_DATA_DEPTH_MAX ? `${TYPED_DATA_DEPTH_MAX} nested levels` : undefined
}

/**
 * Every value as a text with its path, such as `offer[0].token`, in hashing order. A list without items and a
 * struct without members have their own line, because their number is hashed.
 */
export function listValues(value: TypedValue, path = ''): (readonly [path: string, text: string])[] {
  switch (value.is) {
    case 'value':
      return [[path, String(value.value)]]
    case 'list':
      if (value.items.length === 0) return [[path, '[]']]
      return value.items.flatMap((item, index) => listValues(item, `${path}[${index}]`))
    case 'struct': {
      if (value.members.size === 0) return path === '' ? [] : [[path, '{}']]
      const start = path === '' ? '' : `${path}.`
      return [...value.members].flatMap(([name, member]) => listValues(member, start + name))
    }
  }
}

/** Typed data as JSON, in its canonical form. */
type TypedDataJson = {
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  domain: unknown
  message: unknown
}

/** Typed data as it is sent, stored and displayed. Reading it again gives the same form. */
export function writeTypedData({ structs, domain, message }: CanonicalTypedData): TypedDataJson {
  const types = [...structs].map(
    ([name, members]) => [name, members.map(({ name: member, type }) => ({ name: member, type }))] as const,
  )
  return {
    types: Object.fromEntries(types),
    primaryType: message.name,
    domain: writeValue(domain),
    message: writeValue(message),
  }
}

function writeValue(value: TypedValue): unknown {
  switch (value.is) {
    case 'value':
      return value.value
    case 'list':
      return value.items.map(writeValue)
    case 'struct':
      return Object.fromEntries([...value.members].map(([name, member]) => [name, writeValue(member)]))
  }
}
