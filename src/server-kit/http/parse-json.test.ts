import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { HttpError } from './http-error.ts'
import { parseJson } from './parse-json.ts'

test('behavior: agrees with JSON.parse on every value without forbidden names', () => {
  const refused = /^(__proto__|constructor|prototype)$/
  const value = fc.jsonValue({ maxDepth: 6 }).filter((json) => !hasName(json, refused))
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 1, '\t'), (json, indent) => {
      const text = JSON.stringify(json, null, indent)
      expect(parseJson(text)).toEqual(JSON.parse(text))
    }),
    { numRuns: 500 },
  )
})

test.each(['', '{', '{"a":}', "{'a':1}", '[1,]', 'NaN', '{"a":1}x', '\ufeff{}', '{"a":01}', '"\t"'])(
  'error: %j is INVALID_JSON',
  (text) => expect(codeOf(() => parseJson(text))).toBe('INVALID_JSON'),
)

test.each([
  ['{"a":1,"a":2}', 'a', 'is given more than once'],
  ['{"a":{"b":1,"c":[{"d":1,"\\u0064":2}]}}', 'd', 'is given more than once'],
  ['{"__proto__":{"admin":true}}', '__proto__', 'is not an allowed name'],
  ['{"a":[[{"\\u005f_proto__":1}]]}', '__proto__', 'is not an allowed name'],
  ['{"a":{"constructor" : {}}}', 'constructor', 'is not an allowed name'],
])('error: rejects %s and names the field', (text, path, message) => {
  expect(errorOf(() => parseJson(text)).errors).toEqual([{ path, message }])
})

test('behavior: another object may repeat a name, and a value may equal a name', () => {
  const text = '[{"a":"__proto__"},{"a":"\\"b\\":"},{"b":["a","a"]}]'
  expect(parseJson(text)).toEqual([{ a: '__proto__' }, { a: '"b":' }, { b: ['a', 'a'] }])
})

test('error: rejects nesting deeper than 32, even 200,000 levels, without exhausting the stack', () => {
  expect(codeOf(() => parseJson('['.repeat(33) + ']'.repeat(33)))).toBe('INVALID_JSON')
  expect(parseJson('['.repeat(32) + ']'.repeat(32))).toBeDefined()
  expect(codeOf(() => parseJson('['.repeat(100_000) + ']'.repeat(100_000)))).toBe('INVALID_JSON')
})

test.each([
  ['names', (count: number) => `{${Array.from({ length: count }, (_, index) => `"n${index}":0`).join()}}`],
  ['objects and lists', (count: number) => `["{[",${Array.from({ length: count - 1 }, () => '{}').join()}]`],
])('error: rejects more than 10,000 %s, not counting those inside strings', (what, make) => {
  expect(parseJson(make(10_000))).toBeDefined()
  const message = `must not have more than 10000 ${what}`
  expect(errorOf(() => parseJson(make(10_001))).errors).toEqual([{ path: '', message }])
})

test('behavior: changes no prototype', () => {
  expect(codeOf(() => parseJson('{"__proto__":{"polluted":1}}'))).toBe('INVALID_JSON')
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})

function errorOf(run: () => unknown): HttpError {
  try {
    run()
  } catch (error) {
    if (error instanceof HttpError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

function codeOf(run: () => unknown): string | undefined {
  return errorOf(run).code
}

function hasName(value: unknown, pattern: RegExp): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, inner]) => pattern.test(name) || hasName(inner, pattern))
}
