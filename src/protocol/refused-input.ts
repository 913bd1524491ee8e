import type { FieldError } from './fields.ts'

/** Maximum nesting of a body. No body of the specification has more than two levels. */
const DEPTH_MAX = 32
/**
 * Maximum number of names in all objects of a body together. The largest import of the console has a third of this
 * number.
 */
const NAMES_MAX = 10_000
const CONTAINERS_MAX = 10_000
const BACKSLASH = 0x5c
const BRACE = 0x7b
const BRACKET = 0x5b
const COLON = /[ \n\r\t]*:/y
/** Names through which a body could reach an object's prototype. */
const REFUSED_NAMES = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * The reason to refuse a text before it is parsed: too many names, objects or lists, which are the most expensive to
 * parse. The text need not be valid JSON.
 */
export function refusedUnparsed(text: string): FieldError | undefined {
  let [names, containers, end] = [0, 0, 0]
  while (end < text.length) {
    const start = text.indexOf('"', end)
    containers += countContainers(text, end, start === -1 ? text.length : start)
    if (containers > CONTAINERS_MAX)
      return { path: '', message: `must not have more than ${CONTAINERS_MAX} objects and lists` }
    if (start === -1) return undefined
    end = endOfString(text, start)
    if (end === 0) return undefined
    if (isName(text, end)) names += 1
    if (names > NAMES_MAX) return { path: '', message: `must not have more than ${NAMES_MAX} names` }
  }
  return undefined
}

/** The objects and lists that open between two strings. */
function countContainers(text: string, start: number, end: number): number {
  let count = 0
  for (let position = start; position < end; position += 1) {
    const code = text.charCodeAt(position)
    if (code === BRACE || code === BRACKET) count += 1
  }
  return count
}

/**
 * The reason to refuse a valid JSON text: a repeated name (two parsers could use different values), a name that
 * reaches the prototype, or deep nesting. Makes one pass over the tokens, without recursion.
 */
export function refusedInJson(text: string): FieldError | undefined {
  const open: (Set<string> | 'array')[] = []
  let position = 0
  while (position < text.length) {
    const character = text.charAt(position)
    if (character === '"') {
      const end = endOfString(text, position)
      const refused = isName(text, end) ? checkName(text.slice(position, end), open.at(-1)) : undefined
      if (refused !== undefined) return refused
      position = end
      continue
    }
    if (character === '{') open.push(new Set())
    else if (character === '[') open.push('array')
    else if (character === '}' || character === ']') open.pop()
    if (open.length > DEPTH_MAX) return { path: '', message: `must not nest deeper than ${DEPTH_MAX}` }
    position += 1
  }
  return undefined
}

/** The position after the closing quote of the string that opens at `start`. 0 if it never closes. */
function endOfString(text: string, start: number): number {
  let position = text.indexOf('"', start + 1)
  while (isEscaped(text, position)) position = text.indexOf('"', position + 1)
  return position + 1
}

/** Whether an odd number of backslashes precedes the position. */
function isEscaped(text: string, position: number): boolean {
  let first = position
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1
  return (position - first) % 2 === 1
}

/** Whether a string is the name of a member. In valid JSON, a colon follows exactly the names. */
function isName(text: string, end: number): boolean {
  COLON.lastIndex = end
  return COLON.test(text)
}

function checkName(quoted: string, names: Set<string> | 'array' | undefined): FieldError | undefined {
  const name: unknown = quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1)
  if (typeof name !== 'string' || names === undefined || names === 'array') return undefined
  if (REFUSED_NAMES.has(name)) return { path: name, message: 'is not an allowed name' }
  if (names.has(name)) return { path: name.slice(0, 100), message: 'is given more than once' }
  names.add(name)
  return undefined
}

/**
 * The values of a query by name. A repeated name is ambiguous, and a control character cannot be stored or
 * searched, so both are refused in every field.
 */
export function queryValues(query: Iterable<[string, string]>): {
  values: Record<string, string>
  errors: FieldError[]
} {
  const values = new Map<string, string>()
  const errors: FieldError[] = []
  for (const [name, value] of query) {
    const path = name.slice(0, 100)
    if (values.has(name)) errors.push({ path, message: 'is given more than once' })
    // oxlint-disable-next-line no-control-regex -- refusing them is the point
    if (/[\u0000-\u001f\u007f]/.test(value))
      errors.push({ path, message: 'must not contain control characters' })
    values.set(name, value)
  }
  return { values: Object.fromEntries(values), errors }
}
