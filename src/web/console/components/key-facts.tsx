import type { ReactElement } from 'react'
import { keyWords } from '#protocol/display/key-words.ts'
import type { KnownPasskey, WalletDetails } from '#protocol/wallets.ts'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { displayLabel } from '#web/console/lib/display.ts'
import { t } from '#web/ui/text.ts'

export type WalletKey = NonNullable<WalletDetails['keys']>[number]
type PublicKey = Pick<WalletKey, 'qx' | 'qy'>
type NamedPasskey = NonNullable<KnownPasskey>['passkeys'][number]

/**
 * The passkey of a key, as reported by this deployment's widget. Undefined for a passkey created elsewhere.
 */
export function findPasskey(
  known: KnownPasskey | undefined,
  { qx, qy }: PublicKey,
): NamedPasskey | undefined {
  return known?.passkeys.find((one) => one.qx === qx && one.qy === qy)
}

/** Name of a passkey, from its number and its device. */
export function passkeyName(number: number, passkey: NamedPasskey | undefined): string {
  const name = displayLabel(passkey?.name ?? '')
  const byNumber = t('Passkey number {number}', { number: String(number) })
  return name === '' ? byNumber : t('{name} (passkey number {number})', { name, number: String(number) })
}

/** Time of a key's last signature. The service knows only signatures that it accepted. */
export function LastUse({ lastUsedAt }: { lastUsedAt: string | null }): ReactElement {
  if (lastUsedAt === null) return <>{t('Not used yet in this service')}</>
  return <TimeAgo datetime={lastUsedAt} />
}

/** Verification words of a key. The widget and the approval app show them too. */
export function KeyWords({ qx, qy }: PublicKey): ReactElement {
  return <span className="font-medium">{keyWords({ qx, qy })}</span>
}
