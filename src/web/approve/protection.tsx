import type { VNode } from 'preact'
import type { HeldTransaction } from '#protocol/approver-api.ts'
import { CopyableAddress } from '#web/ui/call/copyable-address.tsx'
import { Fact } from '#web/ui/call/fact.tsx'
import { Rich } from '#web/ui/call/rich.tsx'
import { t } from '#web/ui/text.ts'
import { Moment } from './problem.tsx'

type Protection = HeldTransaction['protection'] & string

/** Text for a wallet's protection. */
function protectionSentence(protection: Protection): string {
  const sentences = {
    none: t('Not protected: a passkey of the wallet suffices.'),
    service: t(
      'Protected by this service: it sends nothing without your approval. Whoever has the signed request can send it without this service.',
    ),
    chain: t('Protected on the blockchain: the wallet itself refuses what you did not approve.'),
  }
  return sentences[protection]
}

type Guarded = { protection: Protection; otherCoSigner?: string | undefined }

/** A wallet's protection, with the co-signer's address if it belongs to another party. */
export function ProtectionText({ wallet: { protection, otherCoSigner } }: { wallet: Guarded }): VNode {
  if (protection !== 'chain' || otherCoSigner === undefined) return <>{protectionSentence(protection)}</>
  return (
    <Rich
      text="The wallet itself demands the signature of another party as well: {address}. None of your approval passkeys signs for it."
      parts={{ address: <CopyableAddress address={otherCoSigner} /> }}
    />
  )
}

/**
 * The wallet's protection. Renders nothing if the blockchain could not be read, because the state is unknown.
 */
export function ProtectionFact({ held }: { held: HeldTransaction }): VNode | null {
  if (held.protection === undefined || held.forOrganization) return null
  return (
    <Fact name={t('Protection')}>
      <ProtectionText wallet={{ ...held, protection: held.protection }} />
      {held.coSignerUntilDatetime !== undefined && (
        <small>
          <Rich
            text="Ends on {time}, because the co-signer is being removed"
            parts={{ time: <Moment at={held.coSignerUntilDatetime} /> }}
          />
        </small>
      )}
    </Fact>
  )
}
