import * as z from 'zod/mini'
import type { Endpoint } from '#protocol/endpoint.ts'
import type { FieldError } from '#protocol/fields.ts'
import { nulErrors, queryValues } from '#protocol/refused-input.ts'
import type { InputOf } from './endpoint-types.ts'
import { validate, validationError } from '#server-kit/http/validate.ts'

export type RawInput = { body: unknown; query: URLSearchParams; params: Record<string, string> }

/** The schemas of a row. */
type ParsedBy = Pick<Endpoint, 'body' | 'query' | 'params'>

const NOTHING = z.strictObject({})

/**
 * Parses what a request carries by the schemas of its row. All refused fields of body, query and path
 * are answered together.
 *
 * @throws VALIDATION_FAILED
 */
export function parseInput<Row extends ParsedBy>(row: Row, raw: RawInput): InputOf<Row>
export function parseInput(row: ParsedBy, raw: RawInput): unknown {
  const errors: FieldError[] = []
  const part = (schema: z.ZodMiniType | undefined, value: unknown): unknown => {
    if (schema === undefined && isEmpty(value)) return undefined
    const result = validate(schema ?? NOTHING, value)
    if (!result.ok) errors.push(...result.errors)
    else if (value === raw.body) errors.push(...nulErrors(value))
    return result.ok && schema !== undefined ? result.value : undefined
  }
  const query = queryValues(raw.query)
  errors.push(...query.errors)
  const input = {
    params: part(row.params, raw.params),
    query: part(row.query, query.values),
    body: row.body === undefined && raw.body === undefined ? undefined : part(row.body, raw.body),
  }
  if (errors.length > 0) throw validationError(errors)
  return input
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
