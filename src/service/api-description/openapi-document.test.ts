import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { OPEN_WIDGET_SESSION } from '#protocol/console/widget-session.ts'
import { SCOPES } from '#protocol/endpoint.ts'
import { EVENT_FIELDS, EVENT_TYPES, TEST_EVENT_TYPE, webhookBodySchema } from '#protocol/events.ts'
import { EXECUTE_DOMAIN_NAME, EXECUTE_TYPE } from '#protocol/signing/execute-digest.ts'
import { encodeSignature } from '#protocol/signing/signature.ts'
import { fillPath, TABLE_ROWS } from '#service/testing/table-rows.ts'
import { openApiDocument, type OpenApiOperation } from './openapi-document.ts'
import { renderMarkdown } from './render-markdown.ts'

const document = openApiDocument('https://wallet.example')
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)
const byId = new Map(operations.map((one) => [one.operation.operationId, one]))

/** Every value below the document, with its location. */
function* walk(value: unknown, at = '#'): Generator<{ at: string; value: unknown }> {
  yield { at, value }
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    yield* walk(inner, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }
}

const places = new Set([...walk(document)].map(({ at }) => at))
const type = z.enum(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
const schemaObject = z.object({
  type: z.optional(z.union([type, z.array(type)])),
  required: z.optional(z.array(z.string())),
  properties: z.optional(z.record(z.string(), z.unknown())),
  enum: z.optional(z.array(z.unknown()).check(z.minLength(1))),
  pattern: z.optional(z.string()),
  $ref: z.optional(z.string()),
})

describe('the structure of OpenAPI 3.1', () => {
  test('behavior: the document has the fields that the standard requires', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info).toMatchObject({
      title: expect.any(String),
      version: expect.any(String),
      contact: { url: 'https://wallet.example' },
      license: { identifier: 'MIT' },
    })
    expect(document.servers).toEqual([{ url: 'https://wallet.example' }])
    expect(document.components.securitySchemes['apiKey']).toMatchObject({
      type: 'apiKey',
      in: 'header',
      name: 'x-api-key',
    })
    const allowed = [
      'openapi',
      'info',
      'jsonSchemaDialect',
      'servers',
      'security',
      'tags',
      'paths',
      'webhooks',
    ]
    const others = Object.keys(document).filter((name) => ![...allowed, 'components'].includes(name))
    expect(others.every((name) => name.startsWith('x-'))).toBe(true)
  })

  test('behavior: it is JSON, and every reference leads to a part of it', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
    const references = [...walk(document)].filter(({ at }) => at.endsWith('/$ref')).map(({ value }) => value)
    expect(references.length).toBeGreaterThan(100)
    expect(references.filter((reference) => !places.has(String(reference)))).toEqual([])
  })

  test('behavior: operation ids and component names are unique and plain', () => {
    expect(byId.size).toBe(operations.length)
    for (const id of byId.keys()) expect(id).toMatch(/^[a-z][A-Za-z0-9]*$/)
    for (const name of Object.keys(document.components.schemas)) expect(name).toMatch(/^[A-Z][A-Za-z0-9]*$/)
  })

  test.each(operations)('behavior: $method $path', ({ path, method, operation }) => {
    expect(path).toMatch(/^\/(v1\/(baas|org)|api\/widget)\//)
    expect(['get', 'post', 'put', 'delete']).toContain(method)
    expect(document.tags).toContainEqual({ name: operation.tags[0], description: expect.any(String) })
    const declared = operation.parameters.flatMap((one) => ('name' in one && one.in === 'path' ? [one] : []))
    const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    expect(declared.map(({ name }) => name).toSorted()).toEqual(wanted.toSorted())
    expect(declared.every(({ required }) => required)).toBe(true)
    expect(operation.requestBody === undefined).toBe(
      method === 'get' || method === 'delete' || operation.requestBody === undefined,
    )
    for (const [status, response] of Object.entries(operation.responses)) {
      expect(status).toMatch(/^[2-5][0-9]{2}$/)
      expect(response.description).not.toBe('')
      expect(response.content['application/json'].schema.required).toEqual(['statusCode', 'content'])
    }
  })

  test('behavior: every schema is valid JSON Schema, and requires only properties that it has', () => {
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      for (const { at, value } of walk(schema)) {
        if (!/(^#|\/properties\/[^/]+|\/items|\/anyOf\/\d+)$/.test(at)) continue
        const parsed = schemaObject.safeParse(value)
        expect(parsed.success, `${name} ${at}`).toBe(true)
        const { properties = {}, required = [], pattern = '' } = parsed.data ?? {}
        expect(Object.keys(properties), `${name} ${at}`).toEqual(expect.arrayContaining(required))
        expect(() => new RegExp(pattern, 'u')).not.toThrow()
        // Only JavaScript supports `\p{…}`, and only with the flag `u`.
        expect(pattern, `${name} ${at}`).not.toMatch(/\\p\{/i)
      }
    }
  })
})

describe.each(TABLE_ROWS)('$name', (table) => {
  const { name, row } = table
  const found = byId.get(name)
  const operation: OpenApiOperation | undefined = found?.operation

  test('behavior: is in the document at its served path, with its scope', () => {
    const params = Object.fromEntries(
      [...row.path.matchAll(/:(\w+)/g)].map(([, one = '']) => [one, `{${one}}`]),
    )
    expect(found?.path).toBe(decodeURIComponent(fillPath(table, params)))
    expect(found?.method).toBe(row.method.toLowerCase())
    expect(operation?.['x-required-scope']).toBe(row.scope)
    expect(operation?.security).toEqual([{ apiKey: [] }])
    expect(Object.keys(operation?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '400', '401', '403', '429', '500', '503']),
    )
    const refused = operation?.responses['403']?.['x-error-codes'] ?? []
    expect(refused.includes('INSUFFICIENT_SCOPES')).toBe(row.scope !== null)
  })

  test('behavior: its examples pass its own schemas', () => {
    if (row.body !== undefined) {
      const example = operation?.requestBody?.content['application/json'].example
      expect(row.body.safeParse(example).error?.issues, JSON.stringify(example)).toBeUndefined()
    }
    const answer = operation?.responses['200']?.content['application/json'].example
    const { statusCode, content } = z.object({ statusCode: z.number(), content: z.unknown() }).parse(answer)
    expect(statusCode).toBe(200)
    expect(row.answer.safeParse(content).error?.issues, JSON.stringify(content)).toBeUndefined()
    for (const schema of [row.params, row.query]) {
      const given = (operation?.parameters ?? []).flatMap((one) =>
        'name' in one && one.required && one.in === (schema === row.params ? 'path' : 'query')
          ? [[one.name, one.example]]
          : [],
      )
      if (schema !== undefined)
        expect(schema.safeParse(Object.fromEntries(given)).error?.issues).toBeUndefined()
    }
  })
})

test('behavior: the document contains exactly the endpoints and scopes of the tables', () => {
  const names = [...TABLE_ROWS.map(({ name }) => name), 'openWidgetSession']
  expect([...byId.keys()].toSorted()).toEqual(names.toSorted())
  expect(document['x-scopes']).toEqual([...SCOPES])
})

test('behavior: describes the request of an integrator’s backend with its secret, codes and an example', () => {
  const { path, operation } = byId.get('openWidgetSession') ?? {}
  expect(path).toBe('/api/widget/sessions')
  expect(operation?.security).toEqual([{ integrationSecret: [] }])
  expect(document.components.securitySchemes['integrationSecret']).toMatchObject({
    type: 'http',
    scheme: 'bearer',
  })
  expect(operation?.responses['401']?.['x-error-codes']).toEqual(['INTEGRATION_SECRET_INVALID'])
  expect(operation?.responses['403']?.['x-error-codes']).toContain('ORIGIN_REFUSED')
  const example = operation?.requestBody?.content['application/json'].example
  expect(OPEN_WIDGET_SESSION.body.safeParse(example).error?.issues).toBeUndefined()
  expect(renderMarkdown(document)).toContain('-H "authorization: Bearer $LATCHKEY_INTEGRATION_SECRET"')
})

test('behavior: documents the signed data and its encoding for clients without the widget', () => {
  const description = byId.get('executeTransaction')?.operation.description ?? ''
  for (const part of [EXECUTE_TYPE, EXECUTE_DOMAIN_NAME, 'verifyingContract'])
    expect(description).toContain(part)
  const [, tuple = ''] = /abi\.encode\((\(.*?\))\)/.exec(description) ?? []
  const signature = {
    authenticatorData: '0x0102',
    clientDataJSON: '{"type":"webauthn.get"}',
    challengeIndex: 23n,
    typeIndex: 1n,
    r: 5n,
    s: 6n,
  } as const
  const written = encodeAbiParameters(parseAbiParameters(`${tuple} signature`), [signature])
  expect(written).toBe(encodeSignature(signature))
})

test('behavior: the types of a webhook’s body are those for subscriptions, and that of a test', () => {
  const { WebhookBody } = document.components.schemas
  expect(WebhookBody?.properties?.['type']).toMatchObject({ enum: [...EVENT_TYPES, TEST_EVENT_TYPE] })
  expect(renderMarkdown(document).split('## Webhooks')[1]).not.toContain('transaction.held')
})

test('behavior: the rules of a field are the words of its errors', () => {
  const { Address, Uint, PrepareErc1155BatchTransferRequest } = document.components.schemas
  expect(Address?.description).toBe('must be an address: 0x followed by 40 hex digits.')
  expect(Uint?.description).toContain('must be below 2^256')
  expect(PrepareErc1155BatchTransferRequest?.description).toContain('At most 50 items per batch')
  expect(PrepareErc1155BatchTransferRequest?.properties?.['tokenIds']).toMatchObject({
    minItems: 1,
    maxItems: 50,
  })
})

test('behavior: the webhook names the fields in the data of each type, with an example that has them', () => {
  const { description, requestBody } = document.webhooks.event.post
  const { examples } = requestBody.content['application/json']
  for (const [type, fields] of Object.entries(EVENT_FIELDS)) {
    const line = description.split('\n').find((one) => one.startsWith(`- \`${type}\`:`)) ?? ''
    for (const field of fields) expect(line).toContain(`\`${field}\``)
    expect(webhookBodySchema.parse(examples[type]?.value)).toMatchObject({ type })
  }
})

test('behavior: execute documents which fields exclude each other, and the shapes of its response', () => {
  const { operation } = byId.get('executeTransaction') ?? {}
  expect(operation?.description).toContain('`functionSignature` with `params`, or `data`')
  expect(operation?.description).toContain('held, with `status` and `transactionUuid`')
})
