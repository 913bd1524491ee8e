import { parse } from 'yaml'
import * as z from 'zod/mini'
import { readDeployed } from './deploy-files.ts'
import { evaluatePromql, type Value } from './evaluate-promql.ts'
import type { Scrape } from './read-scrape.ts'

const ruleSchema = z.object({
  alert: z.string(),
  expr: z.string(),
  for: z.optional(z.string()),
  labels: z.object({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.object({ summary: z.string(), runbook_url: z.string() }),
})
export type AlertRule = z.infer<typeof ruleSchema>

const rulesSchema = z.object({ groups: z.array(z.object({ rules: z.array(ruleSchema) })) })

/** The alert rules of `deploy/prometheus-rules.yaml`. */
export function readAlertRules(): AlertRule[] {
  const { groups } = rulesSchema.parse(parse(readDeployed('prometheus-rules.yaml')))
  return groups.flatMap(({ rules }) => rules)
}

/** The alerts whose condition is true at the newest scrape, with the values that make it true. Ignores `for`. */
export function findRinging(scrapes: readonly Scrape[]): Map<string, Value[]> {
  const found = readAlertRules().map(({ alert, expr }) => [alert, evaluatePromql(expr, scrapes)] as const)
  return new Map(found.filter(([, values]) => values.length > 0))
}
