import type { TypedData } from '#protocol/widget-call.ts'

/** Every value of typed data as a text, by its path, such as `offer[0].token`. */
export type Values = ReadonlyMap<string, string>

/** The values in one of its structs: those that are hashed. A member that no type names is not among them. */
export function valuesOf(types: TypedData['types'], struct: string, given: unknown): Values {
  return new Map(valuesAt(types, struct, given, ''))
}

function valuesAt(
  types: TypedData['types'],
  type: string,
  given: unknown,
  path: string,
): [path: string, text: string][] {
  const item = /^(.+)\[\d*\]$/.exec(type)?.[1]
  if (item !== undefined && Array.isArray(given) && given.length > 0)
    return given.flatMap((one: unknown, index) => valuesAt(types, item, one, `${path}[${index}]`))
  const members = Object.hasOwn(types, type) ? types[type] : undefined
  if (members === undefined) return [[path, item === undefined ? String(given) : '[]']]
  const values = new Map<string, unknown>(Object.entries(Object(given)))
  const start = path === '' ? '' : `${path}.`
  return members.flatMap(({ name, type: of }) => valuesAt(types, of, values.get(name), start + name))
}
