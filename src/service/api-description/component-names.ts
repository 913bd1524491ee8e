import * as z from 'zod/mini'
import * as envelope from '#protocol/baas/envelope.ts'
import * as fields from '#protocol/baas/fields.ts'
import * as tokens from '#protocol/baas/tokens.ts'
import * as transactions from '#protocol/baas/transactions.ts'
import * as wallets from '#protocol/baas/wallets.ts'
import * as apiKeys from '#protocol/org/api-keys.ts'
import * as domains from '#protocol/org/domains.ts'
import * as events from '#protocol/org/events.ts'
import * as organization from '#protocol/org/organization.ts'
import * as organizationTransactions from '#protocol/org/organization-transactions.ts'
import * as history from '#protocol/org/transactions.ts'
import * as webhooks from '#protocol/org/webhooks.ts'
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
