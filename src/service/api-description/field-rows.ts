import { componentOf, type JsonSchema } from './json-schemas.ts'

/** One line of a table of fields; `path` is dotted, with `[]` for the items of an array. */
export type FieldRow = { path: string; type: string; required: boolean; rule: string }

type Schemas = Record<string, JsonSchema>

const DEPTH_MAX = 4

/** Every field of a described object, those of its objects and arrays included. */
export function fieldRows(schemas: Schemas, schema: JsonSchema, prefix = '', depth = 0): FieldRow[] {
  const { properties = {}, required = [] } = resolve(schemas, schema)
  if (depth > DEPTH_MAX) return []
  return Object.entries(properties).flatMap(([name, property]) => {
    const field = resolve(schemas, property)
    const path = prefix === '' ? name : `${prefix}.${name}`
    const row = {
      path,
      type: typeOf(schemas, field),
      required: required.includes(name),
      rule: ruleOf(schemas, field),
    }
    return [row, ...inner(schemas, field, path, depth)]
  })
}

/** The fields of whatever a schema holds: an object, an array of them, or one of several. */
export function inner(schemas: Schemas, schema: JsonSchema, path = '', depth = 0): FieldRow[] {
  const resolved = resolve(schemas, schema)
  if (resolved.type === 'object') return fieldRows(schemas, resolved, path, depth + 1)
  if (resolved.type === 'array') return inner(schemas, itemsOf(schemas, resolved), `${path}[]`, depth + 1)
  const rows = (resolved.anyOf ?? []).flatMap((option) =>
    inner(schemas, resolve(schemas, option), path, depth),
  )
  return rows.filter((row, index) => rows.findIndex((other) => other.path === row.path) === index)
}

/** What a schema is, in a few words. */
export function typeOf(schemas: Schemas, schema: JsonSchema): string {
  const resolved = resolve(schemas, schema)
  if (resolved.const !== undefined) return JSON.stringify(resolved.const)
  if (resolved.enum !== undefined) return resolved.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (resolved.type === 'array') return `array of ${typeOf(schemas, itemsOf(schemas, resolved))}`
  if (resolved.type !== undefined) return [resolved.type].flat().join(' or ')
  const options = [...(resolved.anyOf ?? []), ...(resolved.oneOf ?? [])]
  return (
    [...new Set(options.map((option) => typeOf(schemas, resolve(schemas, option))))].join(' or ') || 'any'
  )
}

function ruleOf(schemas: Schemas, schema: JsonSchema): string {
  if (schema.description !== undefined) return schema.description
  const limits = [
    schema.maxLength === undefined ? '' : `at most ${schema.maxLength} characters`,
    schema.minItems === undefined ? '' : `at least ${schema.minItems} items`,
    schema.maxItems === undefined ? '' : `at most ${schema.maxItems} items`,
  ].filter((limit) => limit !== '')
  if (limits.length > 0) return `${limits.join('; ')}.`
  return schema.type === 'array' ? ruleOf(schemas, itemsOf(schemas, schema)) : ''
}

function itemsOf(schemas: Schemas, { items }: JsonSchema): JsonSchema {
  return Array.isArray(items) ? {} : resolve(schemas, items)
}

/** Follows a reference to a component. */
export function resolve(schemas: Schemas, schema: JsonSchema | boolean | undefined): JsonSchema {
  if (schema === undefined || typeof schema === 'boolean') return {}
  const name = componentOf(schema)
  return name === undefined ? schema : { ...schemas[name], ...schema }
}
