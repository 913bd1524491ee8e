import { type JsonSchema, resolve } from './json-schemas.ts'

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

/** The words that refuse a wrong value, and the limits that they do not name; of a list its items' words too. */
export function ruleOf(schemas: Schemas, schema: JsonSchema): string {
  const { description = '', maxLength, maxItems } = schema
  const limits = [
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    maxItems === undefined ? '' : `at most ${maxItems} items`,
  ].filter((limit) => limit !== '' && description === '')
  if (maxItems !== undefined && description !== '' && !description.includes(String(maxItems))) {
    limits.push(`at most ${maxItems} items`)
  }
  const items = schema.type === 'array' ? ruleOf(schemas, itemsOf(schemas, schema)) : ''
  const texts = [
    description,
    limits.length === 0 ? '' : `${limits.join('; ')}.`,
    items === '' ? '' : `Each ${items.charAt(0).toLowerCase()}${items.slice(1)}`,
  ]
  return texts
    .filter((text) => text !== '')
    .map(capitalised)
    .join(' ')
}

function capitalised(text: string): string {
  return /^must |^at /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

function itemsOf(schemas: Schemas, { items }: JsonSchema): JsonSchema {
  return Array.isArray(items) ? {} : resolve(schemas, items)
}
