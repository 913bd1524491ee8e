import { resolve, type JsonSchema, type Schemas } from '#service/api-description/json-schemas.ts'
import type { OpenApiDocument, OpenApiOperation } from '#service/api-description/openapi-document.ts'

const COMPONENT = /^#\/components\/schemas\/(\w+)$/

/**
 * Renders the description as the types and methods of `latchkey/server`, for the repository
 * (widget/server/operations.ts).
 */
export function renderOperations(document: OpenApiDocument): string {
  const { schemas } = document.components
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation, schemas })),
  )
  const paged = operations.filter(
    ({ operation }) => operation.responses['200']?.headers?.['link'] !== undefined,
  )
  return `${[
    '/* Generated from the OpenAPI description; a test compares it. */',
    ...Object.entries(schemas).map(([name, schema]) => `export type ${name} = ${typeOf(schema)}`),
    `/**\n * The input and the response of each operation, by its \`operationId\`.\n *\n * @example\n * type Wallet = Operations['listWallets']['answer'][number]\n */\nexport type Operations = {\n${operations.map(typeLine).join('\n')}\n}`,
    `/** The lists that come in pages. */\nexport type PagedName = ${paged.map(({ operation }) => `'${operation.operationId}'`).join(' | ')}`,
    `/** Method and path of each operation. */\nexport const ROUTES = {\n${operations.map(routeLine).join('\n')}\n} as const satisfies Record<keyof Operations, readonly [method: string, path: string]>`,
    `/**\n * For one call.\n *\n * @example\n * await latchkey.executeTransaction(signed, { idempotencyKey: order.id, signal })\n */\nexport type CallOptions = {
  /** Aborts the call, including a try that is in progress. */
  signal?: AbortSignal
  /** For a POST that another process may repeat. Undefined means a new key for each call. */
  idempotencyKey?: string
}`,
    `export type Send = <Name extends keyof Operations>(
  name: Name,
  input: Operations[Name]['input'],
  options?: CallOptions,
) => Promise<Operations[Name]['answer']>`,
    `/** Each operation as a method. */\nexport type Methods = {\n${operations.map(methodType).join('\n')}\n}`,
    `export function createMethods(send: Send): Methods {\n  return {\n${operations.map(methodLine).join('\n')}\n  }\n}`,
  ].join('\n\n')}\n`
}

type Row = { path: string; method: string; operation: OpenApiOperation; schemas: Schemas }

function typeLine({ operation, schemas }: Row): string {
  const answer = operation.responses['200']?.content['application/json'].schema.properties?.['content']
  return `  ${operation.operationId}: { input: ${inputOf(operation, schemas)}; answer: ${typeOf(answer ?? {})} }`
}

function routeLine({ operation, method, path }: Row): string {
  return `  ${operation.operationId}: ['${method.toUpperCase()}', '${path}'],`
}

function methodType({ operation, schemas }: Row): string {
  const { operationId: name, summary, description, responses } = operation
  const codes = Object.values(responses).flatMap((response) => response['x-error-codes'] ?? [])
  const isOptional = fieldsOf(operation, schemas).every(({ required }) => !required)
  return `    /**
     * ${summary}. ${description.replaceAll('*/', '* /')}
     *
     * @throws LatchkeyError with one of the codes ${codes.join(', ')}
     */
    ${name}: (input${isOptional ? '?' : ''}: Operations['${name}']['input'], options?: CallOptions) => Promise<Operations['${name}']['answer']>`
}

function methodLine({ operation, schemas }: Row): string {
  const { operationId: name } = operation
  const isOptional = fieldsOf(operation, schemas).every(({ required }) => !required)
  return `    ${name}: (input${isOptional ? ' = {}' : ''}, options) => send('${name}', input, options),`
}

type Field = { name: string; required: boolean; schema: JsonSchema | boolean }

/** The fields of an operation. Names of the path, the query and the body are combined. */
function fieldsOf({ operationId, parameters, requestBody }: OpenApiOperation, schemas: Schemas): Field[] {
  const outside = parameters.filter((parameter) => 'name' in parameter)
  const body = requestBody && resolve(schemas, requestBody.content['application/json'].schema)
  const { properties = {}, required = [] } = body ?? {}
  const inside = Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    schema,
  }))
  const isMixed = inside.length > 0 && outside.some((parameter) => parameter.in === 'query')
  const isTwice = inside.some(({ name }) => outside.some((parameter) => parameter.name === name))
  if (isMixed || isTwice) throw new Error(`The fields of ${operationId} cannot stand beside each other`)
  return [...outside, ...inside]
}

function inputOf(operation: OpenApiOperation, schemas: Schemas): string {
  const body = operation.requestBody?.content['application/json'].schema
  const name = COMPONENT.exec(body?.$ref ?? '')?.[1]
  const own = fieldsOf(operation, schemas)
  if (name === undefined) return objectOf(own)
  const outside = own.filter((field) => 'in' in field)
  return outside.length === 0 ? name : `${name} & ${objectOf(outside)}`
}

function objectOf(fields: readonly Field[]): string {
  const lines = fields.map(
    ({ name, required, schema }) =>
      `${docOf(schema)}${/^\w+$/.test(name) ? name : `'${name}'`}${required ? '' : '?'}: ${typeOf(schema)}`,
  )
  return lines.length === 0 ? '{}' : `{ ${lines.join('; ')} }`
}

function docOf(schema: JsonSchema | boolean): string {
  const words = typeof schema === 'boolean' ? undefined : schema.description
  if (words === undefined) return ''
  const sentence = words.charAt(0).toUpperCase() + words.slice(1)
  return `\n/** ${sentence.replaceAll('*/', '* /')} */\n`
}

/** A schema as a type. Rules that only validation can check, such as a pattern, are in the field's comment. */
function typeOf(schema: JsonSchema | boolean): string {
  if (typeof schema === 'boolean') return schema ? 'unknown' : 'never'
  const name = COMPONENT.exec(schema.$ref ?? '')?.[1]
  if (name !== undefined) return name
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const options = schema.anyOf ?? schema.oneOf
  if (options !== undefined) return options.map((option) => `(${typeOf(option)})`).join(' | ')
  if (schema.type === undefined && schema.allOf !== undefined)
    return schema.allOf.map((part) => `(${typeOf(part)})`).join(' & ')
  const types = [schema.type ?? 'unknown'].flat()
  return types
    .map((type) => {
      if (type === 'object') return recordOf(schema)
      return type === 'array' ? listOf(schema) : (PLAIN[type] ?? 'unknown')
    })
    .join(' | ')
}

const PLAIN: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

function listOf({ items }: JsonSchema): string {
  return `readonly (${typeOf(Array.isArray(items) ? {} : (items ?? {}))})[]`
}

function recordOf({ properties, required = [], additionalProperties }: JsonSchema): string {
  if (properties === undefined) return `Record<string, ${typeOf(additionalProperties ?? true)}>`
  return objectOf(
    Object.entries(properties).map(([name, schema]) => ({ name, required: required.includes(name), schema })),
  )
}
