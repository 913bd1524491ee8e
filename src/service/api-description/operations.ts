import { resolve, typeOf, type FieldRow } from './field-rows.ts'
import type { JsonSchema } from './json-schemas.ts'
import type { OpenApiDocument, OpenApiOperation } from './openapi-document.ts'

/** The operations of one group, in the document's order. */
export function operationsOf(
  { paths }: OpenApiDocument,
  group: string,
): { path: string; method: string; operation: OpenApiOperation }[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  return all.filter(({ operation }) => operation.tags.includes(group))
}

/** The parameters of the path and the query as lines of a table. */
export function parameterRows(
  { parameters }: OpenApiOperation,
  schemas: Record<string, JsonSchema>,
): FieldRow[] {
  return parameters.flatMap((parameter) => {
    if (!('name' in parameter)) return []
    const { name, required, schema } = parameter
    const { description = '' } = resolve(schemas, schema)
    return [
      { path: name, type: `${typeOf(schemas, schema)} in the ${parameter.in}`, required, rule: description },
    ]
  })
}
