import * as fc from 'fast-check'
import * as z from 'zod/mini'
import type { ParsedBy } from '#server-kit/http/parse-input.ts'
import { generateFlawed, generateValues } from './schema-values.ts'

export type RowRequest = { method: string; pattern: string; path: string; body: unknown }

/** Values that are invalid for nearly every field. */
const wrong = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom('', '\u0000', '\ud800', '__proto__', '-1', '1e3', '9'.repeat(400), {}, [[]], null),
  fc.constantFrom('0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '%', '..%2f'),
  fc.constantFrom('0000-01-01T00:00:00Z', '\u0000').map((part) => cursorOf([part, 'x'])),
)
const cursorOf = (parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')

/**
 * Requests to a route (its pattern in Hono's syntax), with values generated from the endpoint's schemas: valid, with
 * one invalid value, or all invalid.
 */
export function requestsTo(method: string, pattern: string, row: ParsedBy): fc.Arbitrary<RowRequest> {
  const parts = {
    params: fieldsOf(row.params),
    query: fieldsOf(row.query),
    body: fieldsOf(row.body),
    any: fc.option(wrong, { freq: 20 }),
  }
  return fc.record(parts).map(({ params, query, body, any }) => {
    const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => inUrl(params[name]))
    const search = Object.entries(query).map(([name, value]) => `${inUrl(name)}=${inUrl(value)}`)
    return {
      method,
      pattern,
      path: search.length === 0 ? path : `${path}?${search.join('&')}`,
      body: any ?? body,
    }
  })
}

function fieldsOf(schema: z.ZodMiniType | undefined): fc.Arbitrary<Record<string, unknown>> {
  if (schema === undefined) return fc.dictionary(fc.string({ maxLength: 5 }), wrong, { maxKeys: 1 })
  const json = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })
  const fields = Object.entries(json.properties ?? {}).map(([name, field]) => {
    const flawed = { weight: 1, arbitrary: generateFlawed(field) }
    return [name, fc.oneof({ weight: 6, arbitrary: generateValues(field) }, flawed, wrong)] as const
  })
  return fc.record(Object.fromEntries(fields), { requiredKeys: json.required ?? [] })
}

/** The value as text for a path or a query. Never empty, and never half a character. */
function inUrl(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return encodeURIComponent(text.slice(0, 60).replaceAll(/\p{Surrogate}/gu, 'x') || 'x')
}
