import { harmlessText } from '#protocol/display/text.ts'

const NAME_LENGTH_MAX = 100

/** People choose their names themselves. */
export function personName(name: string): string {
  return harmlessText(name, NAME_LENGTH_MAX).text
}
