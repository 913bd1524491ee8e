/** A length alone makes items without a value. */
type Items = Iterable<unknown> | { length: number }

/**
 * `Array.from` for the published files. Pages with Prototype.js have another function in its place, which knows neither
 * iterators nor a function that makes the items, so that hex digits were undefined. The build puts this one wherever a
 * file says `Array.from` (build/file-config.ts). No file has objects like arrays.
 */
export function arrayFrom(items: Items, make?: (item: unknown, index: number) => unknown): unknown[] {
  const list = isIterable(items) ? [...items] : [...Array<unknown>(items.length)]
  return make ? list.map(make) : list
}

function isIterable(items: Items): items is Iterable<unknown> {
  return Symbol.iterator in Object(items)
}
