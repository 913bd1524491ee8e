import * as fc from 'fast-check'
import type * as z from 'zod/mini'

type Schema = z.core.JSONSchema._JSONSchema

const anything = fc.jsonValue({ maxDepth: 2 })

/**
 * Values that match a JSON schema. They may violate rules that it cannot express, such as a sum or a date that
 * exists.
 */
export function generateValues(schema: Schema | undefined): fc.Arbitrary<unknown> {
  if (schema === undefined || typeof schema === 'boolean') return anything
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map(generateValues))
  if (schema.type === 'string') return textsOf(schema)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'integer' || schema.type === 'number') {
    return fc.integer({ min: schema.minimum ?? -1, max: schema.maximum ?? 1_000 })
  }
  if (schema.type === 'array') {
    const minLength = schema.minItems ?? 0
    const maxLength = Math.min(schema.maxItems ?? 5, minLength + 5)
    const items = Array.isArray(schema.items) ? schema.items[0] : schema.items
    return fc.array(generateValues(items), { minLength, maxLength })
  }
  if (schema.type === 'object') return objectsOf(schema)
  return anything
}

/**
 * The values of `generateValues`, each with one flaw: too long, too many items, of another type, or one step beyond a
 * limit.
 */
export function generateFlawed(schema: Schema | undefined): fc.Arbitrary<unknown> {
  return fc
    .tuple(generateValues(schema), fc.nat(FLAWS.length - 1))
    .map(([value, flaw]) => FLAWS[flaw]?.(value))
}

const FLAWS: ((value: unknown) => unknown)[] = [
  (value) => [value],
  (value) => ({ value }),
  () => null,
  (value) => (typeof value === 'string' ? Number(value) : JSON.stringify(value)),
  (value) => {
    if (typeof value === 'string') return `${value}\u0000`
    return typeof value === 'number' ? value + 0.5 : ''
  },
  (value) => {
    if (typeof value === 'string') return value.slice(0, -1)
    return typeof value === 'number' ? -value - 1 : 0
  },
  (value) => {
    if (typeof value === 'string') return ` ${value}`
    return typeof value === 'boolean' ? `${value}` : 1e21
  },
  (value) => Array.from({ length: 200 }, () => value),
  (value) => (typeof value === 'string' ? value : JSON.stringify(value)) + '9'.repeat(300),
]

function textsOf(schema: z.core.JSONSchema.BaseSchema): fc.Arbitrary<string> {
  if (schema.format === 'idn-email') return fc.emailAddress()
  const pattern = schema.pattern ?? patternOf(schema.allOf)
  // A pattern with look-around cannot be generated from left to right.
  if (pattern !== undefined && !/\(\?[=!<]/.test(pattern)) return fc.stringMatching(new RegExp(pattern, 'u'))
  return fc.string({
    unit: 'grapheme',
    minLength: schema.minLength ?? 0,
    maxLength: Math.min(schema.maxLength ?? 30, 300),
  })
}

const patternOf = (parts: Schema[] | undefined) =>
  parts
    ?.map((part) => (typeof part === 'boolean' ? undefined : part.pattern))
    .find((text) => text !== undefined)

function objectsOf(schema: z.core.JSONSchema.BaseSchema): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => [name, generateValues(field)] as const,
  )
  return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] })
}
