import type { CallDescription } from '#shared/display/call-description.ts'

/** Whether a call does nothing but take a permission back. */
export function withdraws({ effects: [effect, ...others] }: CallDescription): boolean {
  return others.length === 0 && effect?.does === 'grant' && effect.sets === 'nothing'
}
