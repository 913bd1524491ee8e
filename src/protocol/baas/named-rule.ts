import * as z from 'zod/mini'
import { ERRORS } from './errors.ts'

/** Rules over a whole body with error codes of their own, instead of refused fields. */
const NAMED_RULES = ['BATCH_TOO_LARGE', 'BATCH_LENGTHS_DIFFER'] as const
export type NamedRule = (typeof NAMED_RULES)[number]

/**
 * A check of a schema whose failure has its own error code. It runs on the unparsed value, so that its
 * result does not depend on other fields being right.
 */
export function namedRule<Value>(code: NamedRule, holds: (value: unknown) => boolean) {
  return z.refine<Value>(holds, {
    error: ERRORS[code].message(),
    params: { rule: code },
    when: () => true,
    abort: true,
  })
}

/** The named rule among a schema's issues, which precedes all refused fields. */
export function brokenRule(issues: readonly z.core.$ZodIssue[]): NamedRule | undefined {
  for (const issue of issues) {
    const rule: unknown = issue.code === 'custom' ? issue.params?.['rule'] : undefined
    const named = NAMED_RULES.find((code) => code === rule)
    if (named !== undefined) return named
  }
  return undefined
}
