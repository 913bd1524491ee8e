import { resolveItems, resolve, type JsonSchema, type Schemas } from './json-schemas.ts'
import type { OpenApiDocument, OpenApiOperation, Parameter } from './openapi-document.ts'

/** One operation of the document, in the parts that the page and the Markdown file show. */
export type OperationParts = ReturnType<typeof describeOperation>

/** The operations of one group, in the document's order. */
export function listOperations(document: OpenApiDocument, group: string): OperationParts[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(group))
      .map(([method, operation]) => describeOperation(document, path, method, operation)),
  )
}

function describeOperation(
  document: OpenApiDocument,
  path: string,
  method: string,
  operation: OpenApiOperation,
) {
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
    parameters: listParameters(operation).map(({ name, required, schema, in: within }) => {
      const { description: rule = '' } = resolve(schemas, schema)
      return { path: name, type: `${describeType(schemas, schema)} in the ${within}`, required, rule }
    }),
    /** The body's fields, and the rule of the whole body. Both are empty if there is no body. */
    body: body === undefined ? [] : fieldRows(schemas, body),
    bodyRule: body === undefined ? '' : describeRule(schemas, resolve(schemas, body)),
    /** A call that can be pasted into a shell. */
    curl: curlLine(server?.url ?? '', path, method, operation),
    /** Type and fields of the response's `content`. */
    contentType: describeType(schemas, contentSchema),
    content: inner(schemas, contentSchema),
    /** An example response, as JSON. */
    example: JSON.stringify(answer?.example, undefined, 2),
    codes: Object.values(responses).flatMap((response) => response['x-error-codes'] ?? []),
  }
}

/**
 * Returns the parameters of the path and the query. Leaves out shared headers, which are references without a name.
 */
function listParameters({ parameters }: OpenApiOperation): Parameter[] {
  return parameters.filter((parameter) => 'name' in parameter)
}

/** The document's own example as a curl call, with the secret in a variable. */
function curlLine(url: string, path: string, method: string, operation: OpenApiOperation): string {
  const examples = listParameters(operation)
    .filter(({ required }) => required)
    .map((parameter) => ({ ...parameter, text: encodeURIComponent(String(parameter.example)) }))
  const address = examples.reduce((text, one) => text.replace(`{${one.name}}`, one.text), url + path)
  const query = examples.filter((one) => one.in === 'query').map(({ name, text }) => `${name}=${text}`)
  const search = query.length === 0 ? '' : `?${query.join('&')}`
  const body = operation.requestBody?.content['application/json'].example
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}'${address}${search}'`,
    operation.security.some((one) => 'apiKey' in one)
      ? `  -H "x-api-key: $LATCHKEY_API_KEY"`
      : `  -H "authorization: Bearer $LATCHKEY_INTEGRATION_SECRET"`,
    ...(body === undefined
      ? []
      : [`  -H 'content-type: application/json'`, `  -d '${JSON.stringify(body)}'`]),
  ].join(' \\\n')
}

/** One row of a table of fields. `path` is dotted, with `[]` for the items of an array. */
export type FieldRow = { path: string; type: string; required: boolean; rule: string }

const DEPTH_MAX = 4

/** Every field of a described object, including those of nested objects and arrays. */
export function fieldRows(schemas: Schemas, schema: JsonSchema, prefix = '', depth = 0): FieldRow[] {
  const { properties = {}, required = [] } = resolve(schemas, schema)
  if (depth > DEPTH_MAX) return []
  return Object.entries(properties).flatMap(([name, property]) => {
    const field = resolve(schemas, property)
    const path = prefix === '' ? name : `${prefix}.${name}`
    const row = {
      path,
      type: describeType(schemas, field),
      required: required.includes(name),
      rule: describeRule(schemas, field),
    }
    return [row, ...inner(schemas, field, path, depth)]
  })
}

/** The fields of a schema that is an object, an array of objects or a union of these. */
function inner(schemas: Schemas, schema: JsonSchema, path = '', depth = 0): FieldRow[] {
  const resolved = resolve(schemas, schema)
  if (resolved.type === 'object') return fieldRows(schemas, resolved, path, depth + 1)
  if (resolved.type === 'array')
    return inner(schemas, resolveItems(schemas, resolved), `${path}[]`, depth + 1)
  const variants = [...(resolved.anyOf ?? []), ...(resolved.oneOf ?? [])]
    .map((option) => resolve(schemas, option))
    // The alternative `null` has no fields.
    .filter(({ type }) => type !== 'null')
    .map((option) => inner(schemas, option, path, depth))
  return joinVariants(path, variants)
}

/**
 * The fields of an object at `base` that has several variants. A field is required if every variant with its
 * parent requires it. A field that only some variants have names those variants.
 */
function joinVariants(base: string, variants: readonly FieldRow[][]): FieldRow[] {
  const paths = [...new Set(variants.flat().map(({ path }) => path))]
  const kind = kindField(base, variants)
  return paths.flatMap((path) => {
    const around = withoutBrackets(path.slice(0, Math.max(0, path.lastIndexOf('.'))))
    const asked = variants
      .filter((variant) => around === base || variant.some((row) => row.path === around))
      .map((variant) => ({ kind: rowAt(variant, kind)?.type, row: rowAt(variant, path) }))
    const present = asked.flatMap(({ row }) => row ?? [])
    const [first] = present
    if (first === undefined) return []
    // A rule is shown only if all variants have the same one.
    const rule = present.every((row) => row.rule === first.rule) ? first.rule : ''
    const some = kind === undefined || present.length === asked.length ? '' : someRule(base, kind, asked)
    return {
      ...first,
      rule: [some, rule].filter((text) => text !== '').join(' '),
      type: [...new Set(present.map(({ type }) => type))].join(' or '),
      required: asked.every(({ row }) => row?.required === true),
    }
  })
}

const rowAt = (rows: readonly FieldRow[], path: string | undefined) => rows.find((row) => row.path === path)

/** The field of an object at `base` whose constants distinguish its variants. */
function kindField(base: string, variants: readonly FieldRow[][]): string | undefined {
  const isOwn = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('.'))) === base
  const isConstant = (path: string) =>
    variants.every((variant) => /^"[^"]*"$/.test(rowAt(variant, path)?.type ?? ''))
  return variants[0]?.find(({ path }) => isOwn(path) && isConstant(path))?.path
}

/** Returns a sentence that names the variants that have a field. Called if other variants do not have the field. */
function someRule(
  base: string,
  kind: string,
  asked: readonly { kind: string | undefined; row: FieldRow | undefined }[],
): string {
  const having = asked.filter(({ row }) => row !== undefined)
  const kinds = [...new Set(having.map((one) => one.kind))]
  const isRequired =
    having.every(({ row }) => row?.required === true) &&
    !asked.some((one) => one.row === undefined && kinds.includes(one.kind))
  const name = base === '' ? kind : kind.slice(base.length + 1)
  return `${isRequired ? 'Required' : 'Only'} with \`${name}\` ${kinds.join(' or ')}.`
}

/** The path of a list, from the path of its items. */
function withoutBrackets(path: string): string {
  return path.endsWith('[]') ? withoutBrackets(path.slice(0, -2)) : path
}

/** Describes a schema in a few words. */
function describeType(schemas: Schemas, schema: JsonSchema): string {
  const resolved = resolve(schemas, schema)
  if (resolved.const !== undefined) return JSON.stringify(resolved.const)
  if (resolved.enum !== undefined) return resolved.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (resolved.type === 'array') return `array of ${describeType(schemas, resolveItems(schemas, resolved))}`
  if (resolved.type !== undefined) return [resolved.type].flat().join(' or ')
  const options = [...(resolved.anyOf ?? []), ...(resolved.oneOf ?? [])]
  return (
    [...new Set(options.map((option) => describeType(schemas, resolve(schemas, option))))].join(' or ') ||
    'any'
  )
}

/**
 * The error words for a wrong value, and the limits that they do not name. For a list, also the words of its
 * items.
 */
function describeRule(schemas: Schemas, schema: JsonSchema): string {
  const { description = '', maxLength, maxItems } = schema
  const limits: string[] = []
  if (maxLength !== undefined && description === '') limits.push(`at most ${maxLength} characters`)
  if (maxItems !== undefined && !description.includes(String(maxItems)))
    limits.push(`at most ${maxItems} items`)
  const items = schema.type === 'array' ? describeRule(schemas, resolveItems(schemas, schema)) : ''
  const texts = [
    description,
    limits.length === 0 ? '' : `${limits.join('; ')}.`,
    items === '' ? '' : `Each ${items.charAt(0).toLowerCase()}${items.slice(1)}`,
  ]
  return texts
    .filter((text) => text !== '')
    .map((text) => (/^must |^at /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text))
    .join(' ')
}
