import type { ReactElement } from 'react'
import type { KnownPasskey } from '#protocol/wallets.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { Facts } from '#web/console/components/facts.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import {
  findPasskey,
  KeyWords,
  LastUse,
  passkeyName,
  type WalletKey,
} from '#web/console/components/key-facts.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { t } from '#web/ui/text.ts'

type KeysProps = {
  keys: readonly WalletKey[]
  /** Passkeys that the widget reported for the keys. Undefined while loading. */
  known: KnownPasskey | undefined
}

/** Every passkey of the wallet, by number. Each can sign alone, or together with the co-signer. */
export function WalletKeysList({ keys, known }: KeysProps): ReactElement {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">
        {t('The wallet obeys {count, plural, one {# passkey} other {# passkeys}}. Each can sign alone.', {
          count: String(keys.length),
        })}
      </p>
      <ul className="divide-y divide-line">
        {keys.map(({ number, qx, qy, lastUsedAt }, position) => (
          <li key={number} className="flex flex-col gap-2 py-3">
            <span className="flex flex-wrap items-center gap-2 font-medium">
              {passkeyName(number, findPasskey(known, { qx, qy }))}
              {position === 0 && <Badge>{t('Main passkey')}</Badge>}
            </span>
            <Facts
              className="grid gap-3 sm:grid-cols-2"
              facts={{
                [t('Last used')]: lastUsedAt !== undefined && <LastUse lastUsedAt={lastUsedAt} />,
                [t('Verification words')]: <KeyWords {...{ qx, qy }} />,
                [t('Created')]: number === 0 && createdFact(findPasskey(known, { qx, qy })),
                [t('Added')]: number !== 0 && t('After the wallet was created'),
                [t('Public key, x')]: <HexText value={`0x${qx}`} what={t('public key, x')} />,
                [t('Public key, y')]: <HexText value={`0x${qy}`} what={t('public key, y')} />,
              }}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

function createdFact(passkey: ReturnType<typeof findPasskey>) {
  return passkey && <TimeAgo datetime={passkey.createdAtDatetime} />
}
