import { expect, test } from 'vitest'
import { arrayFrom } from './array-from.ts'

const double = (item: unknown) => [item, item]

test.each<[string, () => Parameters<typeof arrayFrom>]>([
  ['a length with a function', () => [{ length: 3 }, (_, index) => index * 2]],
  ['a length', () => [{ length: 2 }]],
  ['a text beyond one code unit', () => ['a🦊b']],
  ['a set', () => [new Set([1, 2])]],
  ['the keys of a map with a function', () => [new Map([['a', 1]]).keys(), double]],
  ['an array', () => [[1, 2]]],
  ['bytes', () => [Uint8Array.of(1, 2)]],
])('behavior: %s → as Array.from makes it', (_what, given) => {
  const [items, make = (item: unknown) => item] = given()
  expect(arrayFrom(...given())).toEqual(Array.from(items, make))
})
