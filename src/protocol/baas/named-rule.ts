import * as z from 'zod/mini'
import { ERRORS } from './errors.ts'

/** Rules over a whole body that the catalogue answers with a code of their own, not as refused fields. */
const NAMED_RULES = ['BATCH_TOO_LARGE', 'BATCH_LENGTHS_DIFFER'] as const
export type NamedRule = (typeof NAMED_RULES)[number]

/**
 * A check of a schema whose failure is answered with its own code. It runs on whatever was sent, so that its
 * answer does not depend on other fields being right; `holds` gets the unparsed value.
 */
export function namedRule<Value>(code: NamedRule, holds: (value: unknown) => boolean) {
  return z.refine<Value>(holds, {
    error: ERRORS[code].message(),
    params: { rule: code },
    when: () => true,
    abort: true,
  })
}

/** The named rule among a schema's issues, which goes before all refused fields. */
export function brokenRule(issues: readonly z.core.$ZodIssue[]): NamedRule | undefined {
  for (const issue of issues) {
    const rule: unknown = issue.code === 'custom' ? issue.params?.['rule'] : undefined
    const named = NAMED_RULES.find((code) => code === rule)
    if (named !== undefined) return named
  }
  return undefined
}
