import type { KnownPasskey, WalletDetails } from '#protocol/wallets.ts'
import { keyWords } from '#protocol/display/key-words.ts'
import { TimeAgo } from '#web/console/components/values.tsx'
import { displayLabel } from '#web/console/lib/display.ts'
import { t } from '#web/ui/text.ts'

export type WalletKey = NonNullable<WalletDetails['keys']>[number]
type PublicKey = Pick<WalletKey, 'qx' | 'qy'>
type NamedPasskey = NonNullable<KnownPasskey>['passkeys'][number]

/** The passkey of a key, as the widget of this deployment reported it. Undefined for one of elsewhere. */
export function findPasskey(
  known: KnownPasskey | undefined,
  { qx, qy }: PublicKey,
): NamedPasskey | undefined {
  return known?.passkeys.find((one) => one.qx === qx && one.qy === qy)
}

/** A passkey by its number, and by what its owner called the device. */
export function passkeyName(number: number, passkey: NamedPasskey | undefined): string {
  const name = displayLabel(passkey?.name ?? '')
  const byNumber = t('Passkey number {number}', { number: String(number) })
  return name === '' ? byNumber : t('{name} (passkey number {number})', { name, number: String(number) })
}

/** When a key signed last. The service knows only the signatures that it accepted. */
export function LastUse({ lastUsedAt }: { lastUsedAt: string | null }) {
  if (lastUsedAt === null) return <>{t('Not used yet in this service')}</>
  return <TimeAgo datetime={lastUsedAt} />
}

/** The words by which the widget and the approval app name the same key. */
export function KeyWords({ qx, qy }: PublicKey) {
  return <span className="font-medium">{keyWords({ qx, qy })}</span>
}
