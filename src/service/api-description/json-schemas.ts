import * as z from 'zod/mini'
import { componentNames } from './component-names.ts'
import { DESCRIBED_ENDPOINTS } from './described-endpoints.ts'
import { rulesOf } from './field-rules.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

const COMPONENTS = '#/components/schemas/'

export type JsonSchemas = {
  /** The components that a part of the document refers to, by name, and those that they refer to. */
  usedIn: (part: unknown) => Record<string, JsonSchema>
  /** A row's schema as the document writes it: a reference where it is a component. */
  of: (schema: z.core.$ZodType) => JsonSchema
  /** What a schema means once its reference, if it is one, is followed. */
  resolved: (schema: JsonSchema | boolean | undefined) => JsonSchema
}

/** The tables' schemas in JSON Schema 2020-12, which is OpenAPI 3.1's. */
export function createJsonSchemas(): JsonSchemas {
  const names = componentNames()
  const inputs = DESCRIBED_ENDPOINTS.flatMap(({ row }) => [row.params, row.query]).filter(
    (schema) => schema !== undefined,
  )
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of names) registry.add(schema, { id })
  for (const [index, schema] of [...new Set(inputs)].entries()) {
    if (!names.has(schema)) registry.add(schema, { id: `input${index}` })
  }
  const all = convert(registry)
  const of = (schema: z.core.$ZodType): JsonSchema => {
    const name = names.get(schema)
    if (name !== undefined) return { $ref: COMPONENTS + name }
    return all[registry.get(schema)?.id ?? ''] ?? {}
  }
  const resolved = (schema: JsonSchema | boolean | undefined): JsonSchema => {
    if (schema === undefined || typeof schema === 'boolean') return {}
    const name = componentOf(schema)
    return name === undefined ? schema : { ...all[name], ...schema }
  }
  const usedIn = (part: unknown) => {
    const used = new Set<string>()
    follow(part, (name) => {
      if (used.has(name)) return undefined
      used.add(name)
      return all[name]
    })
    return Object.fromEntries([...used].toSorted().map((name) => [name, all[name] ?? {}]))
  }
  return { usedIn, of, resolved }
}

/** Visits every reference below a value, and what stands behind it. */
function follow(value: unknown, visit: (name: string) => JsonSchema | undefined): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    const isComponent = key === '$ref' && typeof inner === 'string' && inner.startsWith(COMPONENTS)
    follow(isComponent ? visit(inner.slice(COMPONENTS.length)) : inner, visit)
  }
}

/** The name of the component that a schema refers to. */
export function componentOf(schema: JsonSchema): string | undefined {
  return schema.$ref?.startsWith(COMPONENTS) === true ? schema.$ref.slice(COMPONENTS.length) : undefined
}

function convert(registry: z.core.$ZodRegistry<{ id: string }>): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, {
    // What is sent: an answer may always have more fields than a client knows.
    io: 'input',
    uri: (id) => COMPONENTS + id,
    override: ({ zodSchema, jsonSchema }) => {
      const rules = rulesOf(zodSchema)
      if (rules.length > 0) jsonSchema.description = `${rules.join('; ')}.`
    },
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [
      id,
      Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id')),
    ]),
  )
}
