import * as z from 'zod/mini'
import type { Endpoint } from '#protocol/endpoint.ts'
import type { FieldError } from '#protocol/fields.ts'
import { nulErrors } from '#protocol/find-nul-characters.ts'
import { queryValues } from '#protocol/refused-input.ts'
import { readJsonBody, readOptionalJson } from './read-body.ts'
import { validate, validationError } from './validate.ts'

/** Input of an endpoint, parsed by its schemas. Parts without a schema are undefined. */
export type InputOf<Row> = {
  body: Row extends { body: infer Schema extends z.ZodMiniType } ? z.output<Schema> : undefined
  query: Row extends { query: infer Schema extends z.ZodMiniType } ? z.output<Schema> : undefined
  params: Row extends { params: infer Schema extends z.ZodMiniType } ? z.output<Schema> : undefined
}

export type RawInput = { body: unknown; query: URLSearchParams; params: Record<string, string> }

export type ParsedBy = Pick<Endpoint, 'body' | 'query' | 'params'>

const NOTHING = z.strictObject({})

/**
 * Parses a request by the schemas of its endpoint. Reports all invalid fields of body, query and path together.
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

/** Reads the body of a request. An endpoint without a schema for it accepts no body or `{}`. */
export async function readBodyFor({ body }: ParsedBy, request: Request): Promise<unknown> {
  if (body !== undefined) return readJsonBody(request)
  return request.method === 'GET' || request.method === 'HEAD' ? undefined : readOptionalJson(request)
}
