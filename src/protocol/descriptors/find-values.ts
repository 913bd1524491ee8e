import type { AbiType, AbiValue } from './abi-type.ts'
import type { Step } from './path.ts'

/**
 * A value without parts: of a plain type, or an array without items (type `[]`). `at`: where it is, from the arguments
 * on; `below`: the names of members that the path did not name; `counts`: which one it is of each list that the path
 * went through, from 0. `isWhole` says that it is no slice of bytes.
 */
export type Found = {
  type: string
  text: string
  at: readonly (string | number)[]
  below: readonly string[]
  counts: readonly number[]
  isWhole: boolean
}

type Place = Omit<Found, 'type' | 'text'> & { type: AbiType; value: AbiValue }

const NOWHERE = { at: [], below: [], counts: [], isWhole: true }

/** Every value that a path leads to, and all there are for a path without steps; none where it leads nowhere. */
export function findValues(type: AbiType, value: AbiValue, path: readonly Step[]): Found[] {
  let places: Place[] = [{ type, value, ...NOWHERE }]
  for (const step of path) places = places.flatMap((place) => follow(place, step))
  return places.flatMap(leavesOf)
}

function follow(place: Place, step: Step): Place[] {
  const { type, value } = place
  if (typeof value === 'string') return step.kind === 'slice' ? sliceOfBytes(place, value, step) : []
  if (type.kind === 'tuple') {
    const position = type.members.findIndex(({ name }) => step.kind === 'name' && name === step.name)
    return memberOf(place, position)
  }
  if (type.kind === 'plain' || step.kind === 'name') return []
  const items = value.map((item, index) => itemOf(place, type.of, item, index))
  if (step.kind === 'index') return items.slice(step.index, step.index === -1 ? undefined : step.index + 1)
  return items.slice(step.from, step.to).map((item, count) => ({ ...item, counts: [...item.counts, count] }))
}

function memberOf(place: Place, position: number): Place[] {
  const member = place.type.kind === 'tuple' ? place.type.members[position] : undefined
  const value = place.value[position]
  if (member === undefined || value === undefined) return []
  return [{ ...place, type: member.type, value, at: [...place.at, member.name] }]
}

function itemOf(place: Place, type: AbiType, value: AbiValue, index: number): Place {
  return { ...place, type, value, at: [...place.at, index] }
}

/** A part of bytes, such as an address that is packed with others. */
function sliceOfBytes(place: Place, hex: string, step: Step & { kind: 'slice' }): Place[] {
  if (place.type.kind !== 'plain' || !place.type.type.startsWith('bytes')) return []
  const bytes = hex.slice(2).match(/../g) ?? []
  const text = `0x${bytes.slice(step.from, step.to).join('')}`
  return [{ ...place, type: { kind: 'plain', type: 'bytes' }, value: text, isWhole: false }]
}

function leavesOf(place: Place): Found[] {
  const { type, value, ...where } = place
  if (typeof value === 'string')
    return [{ type: type.kind === 'plain' ? type.type : '', text: value, ...where }]
  if (type.kind === 'tuple')
    return type.members.flatMap(({ name }, position) =>
      memberOf({ ...place, below: [...place.below, name] }, position).flatMap(leavesOf),
    )
  if (type.kind !== 'array') return []
  if (value.length === 0) return [{ type: '[]', text: '', ...where }]
  return value.flatMap((item, index) =>
    leavesOf(itemOf({ ...place, counts: [...place.counts, index] }, type.of, item, index)),
  )
}
