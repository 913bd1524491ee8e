import type { CallParts } from '#web/ui/call/page-parts.tsx'
import { t } from '#web/ui/text.ts'
import { HexText } from './hex-text.tsx'
import { Notice } from './notice.tsx'
import { RawBytes } from './raw-bytes.tsx'

/**
 * The parts of a call as the console displays them. Addresses have their names, warnings about look-alikes, and a
 * link to the block explorer.
 */
export const CONSOLE_PARTS: CallParts = {
  Notice: ({ severity, ...notice }) => (
    <Notice tone={severity === 'danger' ? 'danger' : 'warning'} {...notice} />
  ),
  Address: ({ address, name, isNamed }) => (
    <HexText
      value={address}
      what={t('{name} address', { name: name.toLowerCase() })}
      names={isNamed ? 'book' : 'all'}
    />
  ),
  Bytes: ({ hex, name }) => <RawBytes hex={hex} name={name.toLowerCase()} />,
}
