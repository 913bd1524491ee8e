import * as z from 'zod/mini'
import { SCOPES, type Scope } from '#protocol/endpoint.ts'
import { EVENT_FIELDS, eventSample, SAMPLED_TYPES, type SampledType } from '#protocol/events.ts'
import { eventFrame } from '#server-kit/live/event-frame.ts'
import {
  DESCRIBED_ENDPOINTS,
  type DescribedEndpoint,
  DESCRIBED_ERRORS,
  type DescribedCode,
} from './described-endpoints.ts'
import { buildExample } from './examples.ts'
import {
  createJsonSchemas,
  resolve,
  type JsonSchema,
  type JsonSchemas,
  type Schemas,
} from './json-schemas.ts'
import { API_TEXTS, scopeSentence } from './texts.ts'

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
  example?: unknown
}
type Media = {
  'application/json': { schema: JsonSchema; example?: unknown }
  /**
   * OpenAPI 3.1 cannot describe the events of a stream. The document describes the stream as a string, and adds the
   * schema of the `data` of each event.
   */
  'text/event-stream'?: { schema: JsonSchema; 'x-event-data': JsonSchema; example: string }
}
type Answer = {
  description: string
  headers?: Record<string, { $ref: string }>
  content: Media
  'x-error-codes'?: DescribedCode[]
}
export type OpenApiOperation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, never[]>[]
  'x-required-scope': Scope | null
  parameters: (Parameter | { $ref: string })[]
  responses: Record<string, Answer>
  requestBody?: { required: boolean; content: Media }
}
export type OpenApiDocument = {
  openapi: string
  info: {
    title: string
    version: string
    summary: string
    description: string
    contact: { name: string; url: string }
    license: { name: string; identifier: string }
  }
  jsonSchemaDialect: string
  servers: { url: string }[]
  security: Record<string, never[]>[]
  tags: { name: string; description: string | undefined }[]
  /** Operations by path, then by method in lower case. */
  paths: Record<string, Record<string, OpenApiOperation>>
  webhooks: { event: typeof EVENT_WEBHOOK }
  components: {
    securitySchemes: Record<DescribedEndpoint['by'], Record<string, string>>
    parameters: { IdempotencyKey: Parameter }
    headers: typeof HEADERS
    schemas: Schemas
  }
  'x-scopes': Scope[]
}

/**
 * The OpenAPI 3.1 description of `/v1/baas`, `/v1/org` and the requests of an integrator's backend to the BFF.
 * It is derived only from the endpoint tables (profile 1). `publicUrl` has no trailing slash.
 */
export function openApiDocument(publicUrl: string): OpenApiDocument {
  const schemas = createJsonSchemas()
  const paths: Record<string, Record<string, OpenApiOperation>> = {}
  for (const endpoint of DESCRIBED_ENDPOINTS) {
    const methods = (paths[endpoint.path] ??= {})
    methods[endpoint.row.method.toLowerCase()] = buildOperation(schemas, endpoint)
  }
  const described = { paths, webhooks: { event: EVENT_WEBHOOK } }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Latchkey',
      version: '1.0.0',
      summary: API_TEXTS.summary,
      description: API_TEXTS.description,
      contact: { name: 'The operators of this deployment', url: publicUrl },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: publicUrl }],
    security: [{ apiKey: [] }],
    tags: [...new Set(DESCRIBED_ENDPOINTS.map(({ group }) => group))].map((name) => ({
      name,
      description: GROUP_TEXTS[name],
    })),
    ...described,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: API_TEXTS.authentication },
        integrationSecret: { type: 'http', scheme: 'bearer', description: API_TEXTS.integrationSecret },
      },
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
      headers: HEADERS,
      schemas: schemas.usedIn(described),
    },
    'x-scopes': [...SCOPES],
  }
}

const GROUP_TEXTS: Record<string, string | undefined> = API_TEXTS.groups

const EVENT_WEBHOOK = {
  post: {
    operationId: 'receiveEvent',
    summary: 'An event, sent to the organization’s webhook endpoints',
    description: `${API_TEXTS.webhooks}\n\n${API_TEXTS.eventData}\n\n${SAMPLED_TYPES.map(describeEvent).join('\n')}`,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/WebhookBody' },
          examples: Object.fromEntries(SAMPLED_TYPES.map((type) => [type, { value: eventSample(type) }])),
        },
      },
    },
    responses: { '2XX': { description: 'Received. Anything else is tried again.' } },
  },
}

/** A list item with the fields in the data of an event. */
function describeEvent(type: SampledType): string {
  const fields = EVENT_FIELDS[type].map((field) => `\`${field}\``)
  return `- \`${type}\`: ${fields.length === 0 ? 'none' : fields.join(', ')}`
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: API_TEXTS.idempotency,
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
}

const text: JsonSchema = { type: 'string' }
const HEADERS = {
  RequestId: { description: 'Names this request in the service’s log.', schema: text },
  RateLimit: { description: 'What is left of the limits, and when they are full again.', schema: text },
  RateLimitPolicy: { description: 'The limits of this key and its organization.', schema: text },
  RetryAfter: { description: 'Seconds to wait before the next try.', schema: text },
  Link: { description: 'The address of the next page, with rel="next"; absent on the last.', schema: text },
}
const ALWAYS = { 'x-request-id': headerRef('RequestId') }
const LIMITS = { ratelimit: headerRef('RateLimit'), 'ratelimit-policy': headerRef('RateLimitPolicy') }

function buildOperation(schemas: JsonSchemas, endpoint: DescribedEndpoint): OpenApiOperation {
  const { name, group, row, by } = endpoint
  const isRepeatable = row.method === 'POST' && by === 'apiKey'
  const body = row.body && schemas.of(row.body)
  const responses: Record<string, Answer> = {
    '200': buildSuccess(schemas, endpoint),
    ...buildRefusals(endpoint),
  }
  return {
    operationId: name,
    tags: [group],
    summary: row.summary,
    description: describeEndpoint(endpoint),
    // OpenAPI 3.1 allows the scopes of a key here, but linters do not. The scope therefore has its own field.
    security: [{ [by]: [] }],
    'x-required-scope': row.scope,
    parameters: [
      ...buildParameters(schemas, endpoint, 'path'),
      ...buildParameters(schemas, endpoint, 'query'),
      ...(isRepeatable ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    responses,
    ...(body && {
      requestBody: { required: true, content: buildJson(body, buildExample(schemas.all, body)) },
    }),
  }
}

function describeEndpoint({ name, row, by }: DescribedEndpoint): string {
  const texts: Record<string, string | undefined> = API_TEXTS.operations
  const opened = by === 'apiKey' ? scopeSentence(row.scope) : API_TEXTS.integrationSecret
  const sentences = [opened, texts[name], row.streamed === undefined ? undefined : API_TEXTS.stream]
  return sentences.filter((sentence) => sentence !== undefined).join(' ')
}

function buildParameters(
  schemas: JsonSchemas,
  { row }: DescribedEndpoint,
  within: 'path' | 'query',
): Parameter[] {
  const schema = within === 'path' ? row.params : row.query
  if (schema === undefined) return []
  const { properties = {}, required = [] } = resolve(schemas.all, schemas.of(schema))
  return Object.entries(properties).map(([name, property]) => {
    const field = typeof property === 'boolean' ? {} : property
    const isRequired = within === 'path' || required.includes(name)
    const example = isRequired && { example: buildExample(schemas.all, field, name) }
    return { name, in: within, required: isRequired, schema: field, ...example }
  })
}

function buildSuccess(schemas: JsonSchemas, { row, by }: DescribedEndpoint): Answer {
  const content = schemas.of(row.answer)
  const asked = row.query && resolve(schemas.all, schemas.of(row.query)).properties
  const isPaged = asked !== undefined && ('cursor' in asked || 'afterSequence' in asked)
  return {
    description: 'Done.',
    headers: {
      ...ALWAYS,
      ...(by === 'apiKey' ? LIMITS : {}),
      ...(isPaged ? { link: headerRef('Link') } : {}),
    },
    content: {
      ...buildJson(buildEnvelope(200, content), {
        statusCode: 200,
        content: buildExample(schemas.all, content),
      }),
      ...(row.streamed === undefined ? {} : buildStream(schemas, row.streamed)),
    },
  }
}

function buildStream(schemas: JsonSchemas, event: NonNullable<DescribedEndpoint['row']['streamed']>) {
  const data = schemas.of(event)
  const shown = z.object({ sequence: z.string(), type: z.string() }).parse(buildExample(schemas.all, data))
  const example = eventFrame({ id: shown.sequence, event: shown.type, data: buildExample(schemas.all, data) })
  return { 'text/event-stream': { schema: { type: 'string' } as const, 'x-event-data': data, example } }
}

/** One response for each status, with its possible error codes. */
function buildRefusals({ errors }: DescribedEndpoint): Record<string, Answer> {
  const statuses = [...new Set(errors.map((code) => DESCRIBED_ERRORS[code].status))].toSorted((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = errors.filter((code) => DESCRIBED_ERRORS[code].status === status)
      const waits = status === 429 || status === 503 ? { 'retry-after': headerRef('RetryAfter') } : {}
      const answer: Answer = {
        description: codes.join(', '),
        headers: { ...ALWAYS, ...waits },
        content: buildJson(buildEnvelope(status, { $ref: '#/components/schemas/ErrorContent' })),
        'x-error-codes': codes,
      }
      return [String(status), answer]
    }),
  )
}

function buildEnvelope(statusCode: number, content: JsonSchema): JsonSchema {
  const properties = { statusCode: { type: 'integer', const: statusCode } as const, content }
  return { type: 'object', properties, required: ['statusCode', 'content'] }
}

function buildJson(schema: JsonSchema, example?: unknown): Media {
  return { 'application/json': example === undefined ? { schema } : { schema, example } }
}

function headerRef(name: keyof typeof HEADERS): { $ref: string } {
  return { $ref: `#/components/headers/${name}` }
}
