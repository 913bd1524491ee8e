import { useMemo, type ReactElement } from 'react'
import { encode } from 'uqr'
import { withChainName } from '#protocol/display/chain-name.ts'
import { DialogButton } from '#web/console/components/button.tsx'
import { CopyTextButton } from '#web/console/components/copy-button.tsx'
import { Dialog } from '#web/console/components/dialog.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { useCallContext } from '#web/console/lib/calls.ts'
import { t } from '#web/ui/text.ts'

/** Opens the address as text and as a QR code that includes the chain (ERC-681). */
export function ReceiveButton({ address }: { address: string }): ReactElement {
  return (
    <DialogButton
      icon="receive"
      dialog={(close) => (
        <Dialog title={t('Receive')} onClose={close}>
          <ReceivingAddress address={address} />
        </Dialog>
      )}
    >
      {t('Receive')}
    </DialogButton>
  )
}

function ReceivingAddress({ address }: { address: string }) {
  const { chainId } = useCallContext()
  const link = chainId === undefined ? address : `ethereum:${address}@${chainId}`
  return (
    <div className="flex flex-col items-center gap-4">
      <div className="w-48">
        <QrCode text={link} label={t('QR code of this wallet’s address')} />
      </div>
      <HexText value={address} what={t('wallet address')} names="book" copyable={false} />
      <p className="text-sm text-muted">
        {chainId === undefined
          ? t('Send only tokens of this chain. Tokens sent on another chain do not arrive.')
          : t('Send only tokens of this chain ({chain}). Tokens sent on another chain do not arrive.', {
              chain: withChainName(chainId, String(chainId)),
            })}
      </p>
      <CopyTextButton text={address} what={t('wallet address')} />
    </div>
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
