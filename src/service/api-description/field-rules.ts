import type * as z from 'zod/mini'

/**
 * The rules of one schema in the words that answer their violation, so that what is documented and what is
 * refused cannot differ. Empty where the type says all.
 */
export function rulesOf(schema: z.core.$ZodType): string[] {
  const { def } = schema._zod
  const checks = def.checks ?? []
  const texts = [textOf(def.error), ...checks.map((check) => textOf(check._zod.def.error))]
  return texts.filter((text) => text !== undefined).filter((text) => !TYPES_ONLY.has(text))
}

/** What the `type` beside it says already. */
const TYPES_ONLY = new Set(['must be a string', 'must be a boolean', 'must be a number'])

/** A schema's own text is kept as a function of the issue; ours do not look at it. */
function textOf(error: z.core.$ZodErrorMap<never> | undefined): string | undefined {
  if (error === undefined) return undefined
  const answer: unknown = Reflect.apply(error, undefined, [{ code: 'custom', path: [], message: '' }])
  return typeof answer === 'string' ? answer : undefined
}
