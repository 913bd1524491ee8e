import { LABEL_LENGTH_MAX } from '#protocol/baas/limits.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { t } from '#web/ui/text.ts'

/** A wallet's name for a screen. End-users choose names, so what could deceive a reader is taken out. */
export function walletName({ label }: { label: string }): string {
  return harmlessText(label, LABEL_LENGTH_MAX).text || t('Unnamed wallet')
}
