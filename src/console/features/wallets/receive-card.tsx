import type { ReactNode } from 'react'
import { Card } from '#console/components/card.tsx'
import { CopyTextButton } from '#console/components/copy-button.tsx'
import { HexText } from '#console/components/hex-text.tsx'
import { QrCode } from '#console/components/qr-code.tsx'

type ReceiveCardProps = { address: string; chainId: number | undefined; action?: ReactNode }

/** The address as a picture and as text. The picture says the chain as well (ERC-681). */
export function ReceiveCard({ address, chainId, action }: ReceiveCardProps) {
  const link = chainId === undefined ? address : `ethereum:${address}@${chainId}`
  return (
    <Card title="Receive">
      <div className="flex flex-col gap-4 sm:flex-row lg:flex-col">
        <div className="mx-auto w-48 shrink-0 sm:mx-0 lg:mx-auto lg:w-full">
          <QrCode text={link} label="QR code of this wallet’s address" />
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <HexText value={address} what="wallet address" copyable={false} />
          <p className="text-sm text-muted">
            Send only coins of this chain
            {chainId !== undefined && (
              <>
                {' '}
                (id <span className="tabular-nums">{chainId}</span>)
              </>
            )}
            . What is sent on another chain is not here.
          </p>
          <div className="flex flex-wrap gap-2">
            <CopyTextButton text={address} what="wallet address" />
            {action}
          </div>
        </div>
      </div>
    </Card>
  )
}
