import type { FeeSettings } from '#protocol/org/organization.ts'
import type { AllowedToken } from '#protocol/baas/tokens.ts'
import { Notice } from '#web/console/components/notice.tsx'
import { feeText } from '#web/console/lib/call-texts.ts'
import { t } from '#web/ui/text.ts'

type FeeNoticeProps = { fee: FeeSettings; tokens: readonly AllowedToken[] }

/**
 * The requirements of a creation with a fee. The address follows from the passkey, so its missing balance is known
 * only after the widget created one; the widget then shows it and waits.
 */
export function FeeNotice({ fee, tokens }: FeeNoticeProps) {
  if (fee === null) return null
  const amount = feeText({ fee: fee.amountPerTransaction, feeCoinAddress: fee.tokenAddress }, tokens)
  return (
    <Notice tone="info" title={t('Have {amount} ready', { amount })}>
      <ol className="mt-1 flex list-decimal flex-col gap-1 pl-4">
        <li>{t('The widget creates the passkey. The wallet’s address follows from it.')}</li>
        <li>
          {t(
            'It checks the balance at that address. Your organization charges {amount} for each transaction, so that much must be there first.',
            { amount },
          )}
        </li>
        <li>
          {t(
            'If not, the widget displays the missing amount, the address and its QR code, checks every few seconds, and continues once it has arrived.',
          )}
        </li>
      </ol>
      <p className="mt-2">{t('Creating the wallet itself costs nothing.')}</p>
    </Notice>
  )
}
