import * as z from 'zod/mini'
import { BODY_BYTES_MAX } from '#shared/baas/limits.ts'
import { brokenRule } from '#shared/baas/named-rule.ts'
import { nulErrors } from '#shared/baas/nul-errors.ts'
import { queryValues } from '#shared/baas/query-values.ts'
import { refusedInJson } from '#shared/baas/refused-in-json.ts'
import { bffError } from './bff-error.ts'
import { fieldErrors, refusedFields } from './field-errors.ts'

const EMPTY = z.strictObject({})

/** The body of a request, parsed; 415, 413, `INVALID_JSON` or every refused field. Source: profile 6. */
export async function readBody<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (!declaresJson(request.headers)) throw bffError('NOT_JSON')
  return parse(schema, parseJson(await readText(request)))
}

/** For routes that take nothing: no body at all, or `{}`. */
export async function readNoBody(request: Request): Promise<void> {
  const text = await readText(request)
  if (text === '') return
  if (!declaresJson(request.headers)) throw bffError('NOT_JSON')
  parse(EMPTY, parseJson(text))
}

/** The query of a request as an object of strings; unknown names are refused. */
export function readQuery<Schema extends z.ZodMiniType>(request: Request, schema: Schema): z.output<Schema> {
  const { values, errors } = queryValues(new URL(request.url).searchParams)
  if (errors.length > 0) throw refusedFields(errors)
  return parse(schema, values)
}

/** Refuses every query parameter. */
export function readNoQuery(request: Request): void {
  readQuery(request, EMPTY)
}

/** Any input by its schema, or the named rule it breaks, or VALIDATION_FAILED with every refused field. */
export function parse<Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = z.safeParse(schema, input)
  if (result.success) {
    const errors = nulErrors(input)
    if (errors.length > 0) throw refusedFields(errors)
    return result.data
  }
  const rule = brokenRule(result.error.issues)
  if (rule !== undefined) throw bffError(rule)
  throw refusedFields(fieldErrors(result.error.issues, input))
}

function declaresJson(headers: Headers): boolean {
  if (headers.has('content-encoding')) return false
  const [type, ...parameters] = (headers.get('content-type') ?? '').toLowerCase().split(';')
  if (type?.trim() !== 'application/json') return false
  // RFC 8259 8.1: JSON between systems is UTF-8; another charset would be read wrongly.
  return parameters.every(
    (parameter) => !/^\s*charset=/.test(parameter) || /^\s*charset="?utf-8"?\s*$/.test(parameter),
  )
}

function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw bffError('INVALID_JSON', { cause })
  }
  const refused = refusedInJson(text)
  if (refused !== undefined) throw bffError('INVALID_JSON', { errors: [refused] })
  return value
}

/** The body as text, at most BODY_BYTES_MAX bytes of valid UTF-8. */
export async function readText(request: Request): Promise<string> {
  const bytes = await readBytes(request)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw bffError('INVALID_JSON', { cause })
  }
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const declared = request.headers.get('content-length')
  if (declared === null) return readChunks(request)
  if (Number(declared) > BODY_BYTES_MAX) throw bffError('BODY_TOO_LARGE')
  const bytes = new Uint8Array(await request.arrayBuffer())
  if (bytes.byteLength > BODY_BYTES_MAX) throw bffError('BODY_TOO_LARGE')
  return bytes
}

/** Without a declared length, counts while it reads. */
async function readChunks(request: Request): Promise<Uint8Array> {
  if (request.body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body) {
    length += chunk.byteLength
    if (length > BODY_BYTES_MAX) throw bffError('BODY_TOO_LARGE')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
