import type { CallDescription } from './call-description.ts'

/** The calls of a batch. Empty for a single call. */
export function callsIn(description: CallDescription | null): readonly CallDescription[] {
  const value = description?.fields.find(({ label }) => label === 'calls')?.value
  return value?.kind === 'calls' ? value.calls : []
}
