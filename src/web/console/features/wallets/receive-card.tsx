import { type ReactNode, useMemo, type ReactElement } from 'react'
import { encode } from 'uqr'
import { withChainName } from '#protocol/display/chain-name.ts'
import { Card } from '#web/console/components/card.tsx'
import { CopyTextButton } from '#web/console/components/copy-button.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { useCallContext } from '#web/console/lib/calls.ts'
import { t } from '#web/ui/text.ts'

/** The address as text and as a QR code that includes the chain (ERC-681). */
export function ReceiveCard({ address, action }: { address: string; action?: ReactNode }): ReactElement {
  const { chainId } = useCallContext()
  const link = chainId === undefined ? address : `ethereum:${address}@${chainId}`
  return (
    <Card title={t('Receive')}>
      <div className="flex flex-col gap-4 sm:flex-row lg:flex-col">
        <div className="mx-auto w-36 shrink-0 sm:mx-0">
          <QrCode text={link} label={t('QR code of this wallet’s address')} />
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <HexText value={address} what={t('wallet address')} names="book" copyable={false} />
          <p className="text-sm text-muted">
            {chainId === undefined
              ? t('Send only tokens of this chain. Tokens sent on another chain do not arrive.')
              : t('Send only tokens of this chain ({chain}). Tokens sent on another chain do not arrive.', {
                  chain: withChainName(chainId, String(chainId)),
                })}
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

/** A QR code. The code is always dark on white with a quiet zone, as cameras require. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => {
    const qr = encode(text, { ecc: 'M', border: 2 })
    const cells = qr.data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { path: cells.join(''), size: qr.size }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="block aspect-square w-full rounded-md border border-line bg-[#ffffff]"
    >
      <path d={path} fill="#0e1116" />
    </svg>
  )
}
