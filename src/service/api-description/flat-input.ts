import type { Endpoint } from '#protocol/endpoint.ts'
import { convertAlone, type JsonSchema } from './json-schemas.ts'

/**
 * The whole input of an endpoint as one JSON object, for callers without paths and queries: the fields of the path,
 * the query and the body are its properties.
 *
 * @throws Error if the body is not an object, or if two of the three have a field with the same name
 */
export function flatInput({
  path,
  params,
  query,
  body,
}: Pick<Endpoint, 'path' | 'params' | 'query' | 'body'>): JsonSchema {
  const parts = [params, query, body].filter((schema) => schema !== undefined).map(convertAlone)
  const properties: NonNullable<JsonSchema['properties']> = {}
  for (const { type, properties: fields = {} } of parts) {
    if (type !== 'object') throw new Error(`${path}: the input is not an object`)
    for (const [name, field] of Object.entries(fields)) {
      if (Object.hasOwn(properties, name)) throw new Error(`${path}: two inputs are called ${name}`)
      properties[name] = field
    }
  }
  const required = parts.flatMap((part) => part.required ?? [])
  return { type: 'object', properties, required, additionalProperties: false }
}
