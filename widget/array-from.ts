/** An iterable, or an object with only a length, which stands for that number of undefined items. */
type Items = Iterable<unknown> | { length: number }

/**
 * Replaces `Array.from` in the published files. Prototype.js overwrites the browser's own with a function that ignores
 * iterators and the second argument, so on such pages every hex digit was undefined. The build replaces each
 * `Array.from` by this function (build/file-config.ts). It does not support array-like objects with items, because no
 * file passes one.
 */
export function arrayFrom(items: Items, make?: (item: unknown, index: number) => unknown): unknown[] {
  const list = isIterable(items) ? [...items] : [...Array<unknown>(items.length)]
  return make ? list.map(make) : list
}

function isIterable(items: Items): items is Iterable<unknown> {
  return Symbol.iterator in Object(items)
}
