import { useMemo } from 'react'
import { encode } from 'uqr'

/** A QR code, always dark on white with its quiet border: cameras need both. */
export function QrCode({ text, label }: { text: string; label: string }) {
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
