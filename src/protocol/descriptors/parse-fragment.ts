import { isElementary } from '#protocol/signing/function-signature.ts'
import { canonicalType, type AbiMember, type AbiType } from './abi-type.ts'

/** A function as a descriptor names it: its canonical signature and its arguments. */
export type Fragment = { signature: string; params: readonly AbiMember[] }

const TEXT_LENGTH_MAX = 2_000
const DEPTH_MAX = 8
/** Maximum members of an argument list or a tuple. Real functions have about twenty. */
const MEMBERS_MAX = 128
const ARRAY_LENGTH_MAX = 1_000
const NAME = /^[A-Za-z_$][\w$]*$/
const MEMBER = /^([^\s[]*)((?:\[\d*\])*)(?:\s+(?:calldata|memory))?(?:\s+([A-Za-z_$][\w$]*))?$/

/**
 * Parses `fill((address token, uint256 amount)[] orders, bytes data)`. Undefined for an invalid Solidity
 * function, whose calls then stay unknown.
 */
export function parseFragment(text: string): Fragment | undefined {
  const open = text.indexOf('(')
  const name = text.slice(0, open).trim()
  const end = text.trimEnd()
  if (text.length > TEXT_LENGTH_MAX || open < 0 || !NAME.test(name) || !end.endsWith(')')) return undefined
  const params = parseMembers(end.slice(open + 1, -1), 1)
  if (params === undefined) return undefined
  return { signature: `${name}${canonicalType({ kind: 'tuple', members: params })}`, params }
}

function parseMembers(list: string, depth: number): AbiMember[] | undefined {
  if (list.trim() === '') return []
  const parts = splitAtCommas(list)
  if (parts === undefined || depth > DEPTH_MAX) return undefined
  if (parts.length > MEMBERS_MAX) return undefined
  const members = new Map<string, AbiMember>()
  for (const [position, part] of parts.entries()) {
    const member = parseMember(part.trim(), position, depth)
    if (member === undefined || members.has(member.name)) return undefined
    members.set(member.name, member)
  }
  return [...members.values()]
}

/** The parts between the commas outside brackets. */
function splitAtCommas(list: string): string[] | undefined {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < list.length; at += 1) {
    const sign = list[at]
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (depth < 0) return undefined
    if (sign !== ',' || depth > 0) continue
    parts.push(list.slice(start, at))
    start = at + 1
  }
  return depth === 0 ? [...parts, list.slice(start)] : undefined
}

function parseMember(part: string, position: number, depth: number): AbiMember | undefined {
  const elementary = ELEMENTARY.get(part)
  if (elementary !== undefined) return { name: String(position), type: elementary }
  const close = part.lastIndexOf(')')
  const tuple = /^(?:tuple)?\s*\(/.exec(part)?.[0]
  const inner = tuple === undefined ? undefined : parseMembers(part.slice(tuple.length, close), depth + 1)
  const [, plain = '', arrays = '', name] = MEMBER.exec(part.slice(close + 1)) ?? []
  // Solidity does not allow a struct without members.
  const struct = plain === '' && inner?.length ? ({ kind: 'tuple', members: inner } as const) : undefined
  const type = tuple === undefined ? plainType(plain) : struct
  const whole = type && withArrays(type, arrays)
  return whole && { name: name ?? String(position), type: whole }
}

/** Elementary types that were already read. There are about a hundred, and a fragment repeats them. */
const ELEMENTARY = new Map<string, AbiType>()

/** Reads an elementary type. Uses the full names of `uint` and `int`, as a selector does. */
function plainType(text: string): AbiType | undefined {
  const known = ELEMENTARY.get(text)
  if (known !== undefined) return known
  const name = text.replace(/^(u?int)$/, '$1256')
  if (!isElementary(name)) return undefined
  const type: AbiType = { kind: 'plain', type: name }
  ELEMENTARY.set(text, type)
  return type
}

function withArrays(type: AbiType, arrays: string): AbiType | undefined {
  const lengths = [...arrays.matchAll(/\[(\d*)\]/g)].map(([, digits = '']) => digits)
  if (lengths.length > DEPTH_MAX) return undefined
  let whole = type
  for (const digits of lengths) {
    const length = Number(digits)
    if (digits === '') whole = { kind: 'array', of: whole }
    else if (length < 1 || length > ARRAY_LENGTH_MAX || digits.startsWith('0')) return undefined
    else whole = { kind: 'array', of: whole, length }
  }
  return whole
}
