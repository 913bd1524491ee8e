import type { AbiType, AbiValue } from './abi-type.ts'
import type { Step } from './path.ts'

/**
 * A value without parts: of a plain type, or an array without items (type `[]`). `at`: its path from the arguments.
 * `below`: the names of members that the path did not name. `counts`: for each list that the path went through, the
 * index in that list, from 0. `isWhole`: false for a slice of bytes.
 */
export type Found = {
  type: string
  text: string
  at: readonly (string | number)[]
  below: readonly string[]
  counts: readonly number[]
  isWhole: boolean
}

type AbiNode = Omit<Found, 'type' | 'text'> & { type: AbiType; value: AbiValue }

const ROOT = { at: [], below: [], counts: [], isWhole: true }

/** Every value at a path. An empty path finds all values, and an unknown path finds none. */
export function findValues(type: AbiType, value: AbiValue, path: readonly Step[]): Found[] {
  let nodes: AbiNode[] = [{ type, value, ...ROOT }]
  for (const step of path) nodes = nodes.flatMap((node) => follow(node, step))
  return nodes.flatMap(listLeaves)
}

function follow(node: AbiNode, step: Step): AbiNode[] {
  const { type, value } = node
  if (typeof value === 'string') return step.kind === 'slice' ? sliceOfBytes(node, value, step) : []
  if (type.kind === 'tuple') {
    const position = type.members.findIndex(({ name }) => step.kind === 'name' && name === step.name)
    return readMember(node, position)
  }
  if (type.kind === 'plain' || step.kind === 'name') return []
  if (step.kind === 'index') {
    const index = step.index < 0 ? value.length + step.index : step.index
    const item = value[index]
    return item === undefined ? [] : [readItem(node, type.of, item, index)]
  }
  const indexes = [...value.keys()].slice(step.from, step.to)
  return indexes.flatMap((index, count) => {
    const item = value[index]
    return item === undefined
      ? []
      : [readItem({ ...node, counts: [...node.counts, count] }, type.of, item, index)]
  })
}

function readMember(node: AbiNode, position: number): AbiNode[] {
  const member = node.type.kind === 'tuple' ? node.type.members[position] : undefined
  const value = node.value[position]
  if (member === undefined || value === undefined) return []
  return [{ ...node, type: member.type, value, at: [...node.at, member.name] }]
}

function readItem(node: AbiNode, type: AbiType, value: AbiValue, index: number): AbiNode {
  return { ...node, type, value, at: [...node.at, index] }
}

/** A slice of bytes, such as an address that is packed with others. */
function sliceOfBytes(node: AbiNode, hex: string, step: Step & { kind: 'slice' }): AbiNode[] {
  if (node.type.kind !== 'plain' || !node.type.type.startsWith('bytes')) return []
  // Two hex digits are one byte, also when counted from the end.
  const digit = (byte: number | undefined) => (byte === undefined ? undefined : 2 * byte)
  const text = `0x${hex.slice(2).slice(digit(step.from), digit(step.to))}`
  return [{ ...node, type: { kind: 'plain', type: 'bytes' }, value: text, isWhole: false }]
}

function listLeaves(node: AbiNode): Found[] {
  const { type, value, ...where } = node
  if (typeof value === 'string')
    return [{ type: type.kind === 'plain' ? type.type : '', text: value, ...where }]
  if (type.kind === 'tuple')
    return type.members.flatMap(({ name }, position) =>
      readMember({ ...node, below: [...node.below, name] }, position).flatMap(listLeaves),
    )
  if (type.kind !== 'array') return []
  if (value.length === 0) return [{ type: '[]', text: '', ...where }]
  return value.flatMap((item, index) =>
    listLeaves(readItem({ ...node, counts: [...node.counts, index] }, type.of, item, index)),
  )
}
