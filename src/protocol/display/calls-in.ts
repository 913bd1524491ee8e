import type { CallDescription } from './call-description.ts'

/** The calls under one signature; none where there is but one. */
export function callsIn(description: CallDescription | null): readonly CallDescription[] {
  const value = description?.fields.find(({ label }) => label === 'calls')?.value
  return value?.kind === 'calls' ? value.calls : []
}
