import { LABEL_LENGTH_MAX } from '#protocol/baas/limits.ts'
import { harmlessText } from '#protocol/display/text.ts'
import type { ApiKey } from '#protocol/org/api-keys.ts'

const OWNER_LENGTH_MAX = 100

/** The name of a key as it is shown; its beginning where nothing of the name can be seen. */
export function keyLabel({ label, start }: Pick<ApiKey, 'label' | 'start'>): string {
  return harmlessText(label, LABEL_LENGTH_MAX).text || `${start}…`
}

/** Who issued a key, as it is shown; null where nobody was named. */
export function keyOwner({ createdBy }: Pick<ApiKey, 'createdBy'>): string | null {
  return harmlessText(createdBy ?? '', OWNER_LENGTH_MAX).text || null
}
