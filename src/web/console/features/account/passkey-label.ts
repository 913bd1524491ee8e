import { harmlessText } from '#protocol/display/text.ts'
import type { OwnPasskey } from '#protocol/org/members.ts'

const NAME_LENGTH_MAX = 50

export function passkeyLabel({ name }: OwnPasskey): string {
  return harmlessText(name, NAME_LENGTH_MAX).text
}
