import type { ReactElement } from 'react'
import { CopyTextButton } from '#web/console/components/copy-button.tsx'

/** Code to paste. Long lines wrap, so the block does not scroll and needs no focus. */
export function CodeBlock({
  code,
  what,
  title,
}: {
  code: string
  what: string
  title: string
}): ReactElement {
  return (
    <figure className="min-w-0 overflow-hidden rounded-md border border-line">
      <figcaption className="flex items-center justify-between gap-4 border-b border-line bg-canvas py-1.5 pr-1.5 pl-3 text-sm font-medium">
        {title}
        <CopyTextButton text={code} what={what} />
      </figcaption>
      <pre className="bg-sunken p-3 text-xs leading-5 [overflow-wrap:anywhere] whitespace-pre-wrap">
        <code className="font-mono">{code}</code>
      </pre>
    </figure>
  )
}
