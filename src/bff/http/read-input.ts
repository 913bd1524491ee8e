import type { HonoRequest } from 'hono'
import * as z from 'zod/mini'
import { nulErrors, queryValues } from '#protocol/refused-input.ts'
import { readJsonBody, readOptionalJson } from '#server-kit/http/read-body.ts'
import { validate, validationError } from '#server-kit/http/validate.ts'

const EMPTY = z.strictObject({})

/** What a route takes; nothing where there is no schema. */
export type InputSchemas = { params?: z.ZodMiniType; query?: z.ZodMiniType; body?: z.ZodMiniType }
export type Given<Schemas extends InputSchemas> = {
  [Name in keyof InputSchemas]-?: Schemas[Name] extends z.ZodMiniType ? z.output<Schemas[Name]> : unknown
}

/** Everything that a route takes, parsed. */
export async function readInput(
  request: HonoRequest,
  { params, query, body }: InputSchemas,
): Promise<Record<keyof InputSchemas, unknown>> {
  const { raw, method } = request
  const given = { params: params && parse(params, request.param()), query: readQuery(raw, query ?? EMPTY) }
  if (body !== undefined) return { ...given, body: await readBody(raw, body) }
  if (method !== 'GET' && method !== 'HEAD') await readNoBody(raw)
  return { ...given, body: undefined }
}

/** The body of a request, parsed; 415, 413, `INVALID_JSON` or every refused field. Source: profile 6. */
export async function readBody<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  return parse(schema, await readJsonBody(request))
}

/** For routes without input: no body at all, or `{}`. */
export async function readNoBody(request: Request): Promise<void> {
  const body = await readOptionalJson(request)
  if (body !== undefined) parse(EMPTY, body)
}

/** The query of a request as an object of strings; unknown names are refused. */
export function readQuery<Schema extends z.ZodMiniType>(request: Request, schema: Schema): z.output<Schema> {
  const { values, errors } = queryValues(new URL(request.url).searchParams)
  if (errors.length > 0) throw validationError(errors)
  return parse(schema, values)
}

/** Refuses every query parameter. */
export function readNoQuery(request: Request): void {
  readQuery(request, EMPTY)
}

/** Any input by its schema. @throws the named rule it breaks, or VALIDATION_FAILED with every refused field */
export function parse<Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = validate(schema, input)
  const errors = result.ok ? nulErrors(input) : result.errors
  if (!result.ok || errors.length > 0) throw validationError(errors)
  return result.value
}
