import type { ReactElement } from 'react'
import { CopyButton } from './copy-button.tsx'

/** Bytes as hex, complete, with a button that copies them. Long ones scroll. */
export function RawBytes({ hex, name }: { hex: string; name: string }): ReactElement {
  return (
    <div className="flex items-start gap-1">
      <code className="block max-h-32 min-w-0 overflow-y-auto rounded-sm bg-sunken px-2 py-1 font-mono text-xs break-all">
        {hex}
      </code>
      <CopyButton text={hex} what={name} />
    </div>
  )
}
