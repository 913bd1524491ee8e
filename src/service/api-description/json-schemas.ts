import * as z from 'zod/mini'
import * as apiKeyRequests from '#protocol/api-key-requests.ts'
import * as apiKeys from '#protocol/api-keys.ts'
import * as approvalEndpoints from '#protocol/approval-endpoints.ts'
import * as createWallet from '#protocol/create-wallet.ts'
import * as deploymentConfig from '#protocol/deployment-config.ts'
import * as domains from '#protocol/domains.ts'
import { emailSchema } from '#protocol/email-schema.ts'
import * as events from '#protocol/events.ts'
import * as executeTransaction from '#protocol/execute-transaction.ts'
import * as fields from '#protocol/fields.ts'
import * as organizationTransactions from '#protocol/organization-transactions.ts'
import * as organization from '#protocol/organization.ts'
import * as prepare from '#protocol/prepare.ts'
import * as requester from '#protocol/requester.ts'
import * as tokens from '#protocol/tokens.ts'
import * as transactionTimeline from '#protocol/transaction-timeline.ts'
import * as transactions from '#protocol/transactions.ts'
import * as wallets from '#protocol/wallets.ts'
import * as webhooks from '#protocol/webhooks.ts'
import { DESCRIBED_ENDPOINTS } from './described-endpoints.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema
/** Component schemas by name. */
export type Schemas = Record<string, JsonSchema>

const COMPONENTS = '#/components/schemas/'

export type JsonSchemas = ReturnType<typeof createJsonSchemas>

/** The tables' schemas in JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export function createJsonSchemas(): {
  usedIn: (part: unknown) => Schemas
  of: (schema: z.core.$ZodType) => JsonSchema
  all: Schemas
} {
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
  /** Returns a schema of an endpoint as the document contains it: a reference if the schema is a component. */
  const of = (schema: z.core.$ZodType): JsonSchema => {
    const name = names.get(schema)
    if (name !== undefined) return { $ref: COMPONENTS + name }
    return all[registry.get(schema)?.id ?? ''] ?? {}
  }
  /** Returns the components to which a part of the document refers, directly or through other components, by name. */
  const usedIn = (part: unknown): Schemas => {
    const used = new Set<string>()
    follow(part, (name) => {
      if (used.has(name)) return undefined
      used.add(name)
      return all[name]
    })
    return Object.fromEntries([...used].toSorted().map((name) => [name, all[name] ?? {}]))
  }
  return { usedIn, of, /** Every schema to which a reference can lead. */ all }
}

/** Visits every reference below a value, and below the schemas to which the references lead. */
function follow(value: unknown, visit: (name: string) => JsonSchema | undefined): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    const isComponent = key === '$ref' && typeof inner === 'string' && inner.startsWith(COMPONENTS)
    follow(isComponent ? visit(inner.slice(COMPONENTS.length)) : inner, visit)
  }
}

/** The schema to which a reference leads, or the schema itself if it is not a reference. */
export function resolve(schemas: Schemas, schema: JsonSchema | boolean | undefined): JsonSchema {
  if (schema === undefined || typeof schema === 'boolean') return {}
  const name = readComponentName(schema)
  return name === undefined ? schema : { ...resolve(schemas, schemas[name]), ...schema }
}

export function resolveItems(schemas: Schemas, { items }: JsonSchema): JsonSchema {
  return Array.isArray(items) ? {} : resolve(schemas, items)
}

export function readComponentName(schema: JsonSchema): string | undefined {
  return schema.$ref?.startsWith(COMPONENTS) === true ? schema.$ref.slice(COMPONENTS.length) : undefined
}

function convert(registry: z.core.$ZodRegistry<{ id: string }>): Schemas {
  const { schemas } = z.toJSONSchema(registry, {
    // The input form of an object allows further fields, and a response may have fields that a client does not know.
    io: 'input',
    uri: (id) => COMPONENTS + id,
    override: describeRules,
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [
      id,
      Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id')),
    ]),
  )
}

/** Converts one schema without references, so that it needs no components. */
export function convertAlone(schema: z.core.$ZodType): JsonSchema {
  const { $schema: _, ...converted } = z.toJSONSchema(schema, { io: 'input', override: describeRules })
  return converted
}

type ConvertedSchema = { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }

function describeRules({ zodSchema, jsonSchema }: ConvertedSchema): void {
  const rules = listRules(zodSchema)
  if (rules.length > 0) jsonSchema.description = `${rules.join('; ')}.`
}

/**
 * The rules of one schema, in the words of their errors, so that documentation and errors cannot differ. Empty
 * if the type is the whole rule.
 */
function listRules(schema: z.core.$ZodType): string[] {
  const { def } = schema._zod
  const checks = def.checks ?? []
  const texts = [readErrorText(def.error), ...checks.map((check) => readErrorText(check._zod.def.error))]
  const rules = texts.filter((text) => text !== undefined).filter((text) => !TYPES_ONLY.has(text))
  return [...new Set(rules)]
}

/** Rules that the `type` already states. */
const TYPES_ONLY = new Set(['must be a string', 'must be a boolean', 'must be a number'])

/**
 * Returns the error text of a schema. A schema stores it as a function of the issue. Our functions ignore the issue.
 */
function readErrorText(error: z.core.$ZodErrorMap<never> | undefined): string | undefined {
  if (error === undefined) return undefined
  const answer: unknown = Reflect.apply(error, undefined, [{ code: 'custom', path: [], message: '' }])
  return typeof answer === 'string' ? answer : undefined
}

/** Modules that export named schemas. All other schemas are named after their endpoint. */
const MODULES: Record<string, unknown>[] = [
  { ...fields, emailSchema },
  { ...createWallet },
  { ...wallets },
  { ...prepare },
  { ...tokens },
  { ...executeTransaction },
  { ...transactions },
  { ...deploymentConfig },
  { ...organization },
  { ...apiKeys },
  { ...apiKeyRequests },
  { ...domains },
  { ...organizationTransactions },
  { ...transactionTimeline },
  { ...approvalEndpoints },
  { ...requester },
  { ...webhooks },
  { ...events },
]

/** The names of the components: `predictWalletRequestSchema` becomes `PredictWalletRequest`. */
function componentNames(): Map<z.core.$ZodType, string> {
  const names = new Map<z.core.$ZodType, string>()
  const add = (name: string, schema: unknown) => {
    if (!(schema instanceof z.core.$ZodType) || names.has(schema) || [...names.values()].includes(name))
      return
    names.set(schema, name)
  }
  for (const exports of MODULES) {
    for (const [name, value] of Object.entries(exports)) add(pascalCase(name.replace(/Schema$/, '')), value)
  }
  for (const { name, row } of DESCRIBED_ENDPOINTS) {
    add(`${pascalCase(name)}Request`, row.body)
    add(`${pascalCase(name)}Answer`, row.answer)
  }
  return names
}

function pascalCase(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
