import type { ReactNode } from 'react'
import { Card } from '#web/console/components/card.tsx'
import { CopyTextButton } from '#web/console/components/copy-button.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { QrCode } from '#web/console/components/qr-code.tsx'
import { t } from '#web/ui/text.ts'

type ReceiveCardProps = { address: string; chainId: number | undefined; action?: ReactNode }

/** The address as a picture and as text. The picture says the chain as well (ERC-681). */
export function ReceiveCard({ address, chainId, action }: ReceiveCardProps) {
  const link = chainId === undefined ? address : `ethereum:${address}@${chainId}`
  return (
    <Card title={t('Receive')}>
      <div className="flex flex-col gap-4 sm:flex-row lg:flex-col">
        <div className="mx-auto w-48 shrink-0 sm:mx-0 lg:mx-auto lg:w-full">
          <QrCode text={link} label={t('QR code of this wallet’s address')} />
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <HexText value={address} what={t('wallet address')} copyable={false} />
          <p className="text-sm text-muted">
            {chainId === undefined
              ? t('Send only tokens of this chain. Tokens sent on another chain do not arrive.')
              : t(
                  'Send only tokens of this chain (id {chainId}). Tokens sent on another chain do not arrive.',
                  {
                    chainId: String(chainId),
                  },
                )}
          </p>
          <div className="flex flex-wrap gap-2">
            <CopyTextButton text={address} what={t('wallet address')} />
            {action}
          </div>
        </div>
      </div>
    </Card>
  )
}
