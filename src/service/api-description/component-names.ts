import * as z from 'zod/mini'
import * as envelope from '#shared/baas/envelope.ts'
import * as fields from '#shared/baas/fields.ts'
import * as tokens from '#shared/baas/tokens.ts'
import * as transactions from '#shared/baas/transactions.ts'
import * as wallets from '#shared/baas/wallets.ts'
import * as apiKeys from '#shared/org/api-keys.ts'
import * as domains from '#shared/org/domains.ts'
import * as events from '#shared/org/events.ts'
import * as organization from '#shared/org/organization.ts'
import * as organizationTransactions from '#shared/org/organization-transactions.ts'
import * as history from '#shared/org/transactions.ts'
import * as webhooks from '#shared/org/webhooks.ts'
import { DESCRIBED_ENDPOINTS } from './described-endpoints.ts'

/** Where schemas with a name of their own are exported; another row's schemas are named after the row. */
const MODULES: Record<string, unknown>[] = [
  { ...fields },
  { ...envelope },
  { ...wallets },
  { ...tokens },
  { ...transactions },
  { ...organization },
  { ...apiKeys },
  { ...domains },
  { ...history },
  { ...organizationTransactions },
  { ...webhooks },
  { ...events },
]

/** The names of the components: `predictWalletRequestSchema` is `PredictWalletRequest`. */
export function componentNames(): Map<z.core.$ZodType, string> {
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
