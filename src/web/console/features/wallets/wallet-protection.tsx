import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { APPROVAL_ENDPOINTS } from '#protocol/approval-endpoints.ts'
import { sameAddress } from '#protocol/display/address.ts'
import { OBJECTED_REMOVAL_DELAY_SECONDS, REMOVAL_DELAY_SECONDS } from '#protocol/wallet-delays.ts'
import type { WalletDetails, WalletProtection } from '#protocol/wallets.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { Card, ListRow, SkeletonRows } from '#web/console/components/card.tsx'
import { AskButton } from '#web/console/components/dialog.tsx'
import { Facts } from '#web/console/components/facts.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { orgApi } from '#web/console/lib/api.ts'
import { configQuery } from '#web/console/lib/calls.ts'
import { formatShort } from '#web/console/lib/display.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { useNow } from '#web/console/lib/use-now.ts'
import { t } from '#web/ui/text.ts'
import { walletDetailsQuery } from './wallet-requests.ts'

const TONES = { none: 'warning', service: 'info', chain: 'success' } as const

type ProtectionBadgeProps = {
  protection: WalletProtection
  /** Whether a single passkey is the intended state, which then gets no warning color. */
  isExpected?: boolean
}

/** Label of a wallet's protection: unprotected, by the service, or on the chain. */
export function ProtectionBadge({ protection, isExpected = false }: ProtectionBadgeProps): ReactElement {
  const words: Record<WalletProtection, string> = {
    none: t('Not protected'),
    service: t('Protected by this service'),
    chain: t('Protected on the chain'),
  }
  const tone = protection === 'none' && isExpected ? 'neutral' : TONES[protection]
  return <Badge tone={tone}>{words[protection]}</Badge>
}

/** Consequence of each kind of protection for a party that holds a signed call. */
export function protectionMeaning(protection: WalletProtection): string {
  const meanings: Record<WalletProtection, string> = {
    none: t('One passkey of the wallet suffices for everything.'),
    service: t(
      'This service sends nothing without the end-user’s approval. Whoever has a signed call can execute it without this service.',
    ),
    chain: t(
      'The wallet itself refuses every call and message that its co-signer did not sign too, except the start of the co-signer’s removal.',
    ),
  }
  return meanings[protection]
}

/** End of the co-signer's power. Renders nothing unless its removal is in progress. */
export function RemovalRow({ details }: { details: WalletDetails | undefined }): ReactElement | null {
  const until = details?.coSignerUntil ?? null
  if (until === null) return null
  return (
    <ListRow
      icon="warning"
      title={t('The co-signer is being removed')}
      badge={<Badge tone="danger">{t('Until {when}', { when: formatShort(until) })}</Badge>}
    >
      {t('Then a passkey of the wallet alone suffices.')}
    </ListRow>
  )
}

/**
 * The co-signer's address, the end of its power, and the wallet's protection. Renders nothing for older
 * services.
 */
export function CoSignerCard({ address }: { address: string }): ReactElement | null {
  const details = useLiveQuery(walletDetailsQuery(address))
  const config = useQuery(secondary('protection', configQuery()))
  if (details.data !== undefined && details.data.protection === undefined) return null
  return (
    <Card title={t('Co-signer')}>
      <Loaded query={details} skeleton={<SkeletonRows rows={1} label={t('Loading the co-signer')} />}>
        {(wallet) => <CoSigner wallet={wallet} policySigner={config.data?.policySigner ?? null} />}
      </Loaded>
    </Card>
  )
}

type CoSignerProps = { wallet: WalletDetails; policySigner: string | null }

function CoSigner({ wallet, policySigner }: CoSignerProps) {
  const { coSigner = null, coSignerUntil = null, approvalWallet = null, protection = 'none' } = wallet
  return (
    <div className="flex flex-col gap-3">
      {coSignerUntil !== null && (
        <Notice
          tone="danger"
          title={t('The co-signer is being removed')}
          actions={<ObjectionButton wallet={wallet} policySigner={policySigner} />}
        >
          {t(
            'From {when} on a passkey of the wallet alone suffices. If the owner did not ask for this, the co-signer can object once, and owner and co-signer together can keep it.',
            { when: formatShort(coSignerUntil) },
          )}
        </Notice>
      )}
      <p className="flex flex-wrap items-center gap-2">
        <ProtectionBadge protection={protection} />
        <span className="text-sm text-muted">{protectionMeaning(protection)}</span>
      </p>
      <Facts
        facts={{
          [t('Must sign too')]:
            coSigner === null ? (
              <span className="text-muted">{t('No other address')}</span>
            ) : (
              <>
                <span className="block">{coSignerName(coSigner, { approvalWallet, policySigner })}</span>
                <HexText value={coSigner} what={t('address of the co-signer')} />
              </>
            ),
          [t('Approval wallet of the end-user')]: approvalWallet !== null && approvalWallet !== coSigner && (
            <HexText value={approvalWallet} what={t('address of the approval wallet')} />
          ),
        }}
      />
    </div>
  )
}

/** Limit for recognizing a removal without an objection, in milliseconds. Allows an hour of clock difference. */
const REMOVAL_MS = (REMOVAL_DELAY_SECONDS + 3_600) * 1_000

/**
 * A button that makes the policy signer object to its removal. Renders nothing for other co-signers, or if
 * the end time shows that it has objected.
 */
function ObjectionButton({ wallet, policySigner }: CoSignerProps) {
  const { address, coSigner = null, coSignerUntil = null } = wallet
  const nowMs = useNow()
  const isOwn = coSigner !== null && policySigner !== null && sameAddress(coSigner, policySigner)
  const isObjected = coSignerUntil !== null && Date.parse(coSignerUntil) - nowMs > REMOVAL_MS
  if (!isOwn || isObjected) return null
  return (
    <AskButton
      access={APPROVAL_ENDPOINTS.objectToRemoval}
      list={walletDetailsQuery(address).queryKey}
      change={() => orgApi.call(APPROVAL_ENDPOINTS.objectToRemoval, { params: { address } })}
      question={{
        title: t('Object to the removal?'),
        purpose: t(
          'The removal then takes effect {days} days after its start. The policy signer can object once for each start. It is sent in a moment, and this service pays the gas.',
          { days: OBJECTED_REMOVAL_DELAY_SECONDS / 86_400 },
        ),
        action: t('Object'),
      }}
    >
      {t('Object to the removal')}
    </AskButton>
  )
}

type KnownCoSigners = { approvalWallet: string | null; policySigner: string | null }

function coSignerName(coSigner: string, { approvalWallet, policySigner }: KnownCoSigners): string {
  const is = (known: string | null) => known !== null && sameAddress(coSigner, known)
  if (is(approvalWallet)) return t('The end-user, by their approval wallet')
  if (is(policySigner)) return t('The organization, by its policy signer')
  return t('An address whose key this service does not have')
}
