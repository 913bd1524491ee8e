import { EXTERNAL_USER_LABEL_LENGTH_MAX, LABEL_LENGTH_MAX } from '#protocol/limits.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { t } from '#web/ui/text.ts'

// Others choose these names, so what could deceive a reader is removed.

/** The name of a person or of an organization. */
export const displayName = (name: string) => harmlessText(name, 100).text

/** The label of a key or of an integration. */
export const displayLabel = (label: string) => harmlessText(label, LABEL_LENGTH_MAX).text

export const endUserLabel = (label: string) => harmlessText(label, EXTERNAL_USER_LABEL_LENGTH_MAX).text

/** The name of a token or of a collection. */
export const tokenName = (name: string) => harmlessText(name, 60).text

export const tokenSymbol = (symbol: string) => harmlessText(symbol, 20).text

export const walletName = ({ label }: { label: string }) => displayLabel(label) || t('Unnamed wallet')
