import type { DescribedCode } from './described-endpoints.ts'
import { fieldRows, inner, ruleOf, typeOf, type FieldRow } from './field-rows.ts'
import { type JsonSchema, resolve } from './json-schemas.ts'
import type { OpenApiDocument, OpenApiOperation } from './openapi-document.ts'

/** One operation of the document in the parts that the page and the Markdown file show. */
export type OperationParts = Pick<OpenApiOperation, 'operationId' | 'summary' | 'description'> & {
  /** Such as `POST /v1/baas/transactions/execute`. */
  method: string
  path: string
  parameters: FieldRow[]
  /** The body's fields, and the rule of the whole body; both empty where it takes none. */
  body: FieldRow[]
  bodyRule: string
  /** A call that can be pasted into a shell. */
  curl: string
  /** What the answer's `content` is, and its fields. */
  contentType: string
  content: FieldRow[]
  /** An answer, as JSON. */
  example: string
  codes: DescribedCode[]
}

/** The operations of one group, in the document's order. */
export function operationsOf(document: OpenApiDocument, group: string): OperationParts[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(group))
      .map(([method, operation]) => partsOf(document, path, method, operation)),
  )
}

function partsOf(
  document: OpenApiDocument,
  path: string,
  method: string,
  operation: OpenApiOperation,
): OperationParts {
  const { schemas } = document.components
  const { operationId, summary, description, requestBody, responses } = operation
  const body = requestBody?.content['application/json'].schema
  const answer = responses['200']?.content['application/json']
  const content = answer?.schema.properties?.['content']
  const contentSchema = typeof content === 'object' ? content : {}
  const [server] = document.servers
  return {
    operationId,
    summary,
    description,
    method: method.toUpperCase(),
    path,
    parameters: parameterRows(operation, schemas),
    body: body === undefined ? [] : fieldRows(schemas, body),
    bodyRule: body === undefined ? '' : ruleOf(schemas, resolve(schemas, body)),
    curl: curlLine(server?.url ?? '', path, method, operation),
    contentType: typeOf(schemas, contentSchema),
    content: inner(schemas, contentSchema),
    example: JSON.stringify(answer?.example, undefined, 2),
    codes: Object.values(responses).flatMap((response) => response['x-error-codes'] ?? []),
  }
}

/** The parameters of the path and the query as lines of a table. */
function parameterRows({ parameters }: OpenApiOperation, schemas: Record<string, JsonSchema>): FieldRow[] {
  return parameters.flatMap((parameter) => {
    if (!('name' in parameter)) return []
    const { name, required, schema } = parameter
    const { description = '' } = resolve(schemas, schema)
    return [
      { path: name, type: `${typeOf(schemas, schema)} in the ${parameter.in}`, required, rule: description },
    ]
  })
}

/** The document's own example as a call, with the secret in a variable. */
function curlLine(url: string, path: string, method: string, operation: OpenApiOperation): string {
  const address = url + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => exampleOf(operation, name, 'path'))
  const query = operation.parameters
    .filter((parameter) => 'in' in parameter && parameter.in === 'query' && parameter.required)
    .map((parameter) =>
      'name' in parameter ? `${parameter.name}=${exampleOf(operation, parameter.name, 'query')}` : '',
    )
  const body = operation.requestBody?.content['application/json'].example
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}'${address}${query.length > 0 ? `?${query.join('&')}` : ''}'`,
    operation.security.some((one) => 'apiKey' in one)
      ? `  -H "x-api-key: $LATCHKEY_API_KEY"`
      : `  -H "authorization: Bearer $LATCHKEY_INTEGRATION_SECRET"`,
    ...(body === undefined
      ? []
      : [`  -H 'content-type: application/json'`, `  -d '${JSON.stringify(body)}'`]),
  ].join(' \\\n')
}

function exampleOf({ parameters }: OpenApiOperation, name: string, within: 'path' | 'query'): string {
  const found = parameters.find(
    (parameter) => 'name' in parameter && parameter.name === name && parameter.in === within,
  )
  return encodeURIComponent(found !== undefined && 'example' in found ? String(found.example) : '')
}
