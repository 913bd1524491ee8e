import type { ReactNode } from 'react'
import type { WarningSeverity } from '#protocol/display/warning-severity.ts'
import { CopyableAddress } from './copyable-address.tsx'
import { RawBytes } from './raw-bytes.tsx'

type NoticeProps = {
  severity: WarningSeverity
  title?: string
  /** Makes screen readers announce the notice when it appears. */
  announce?: boolean
  /** Buttons that solve the problem. */
  actions?: ReactNode
  children?: ReactNode
}

/** Parts of a call that a page may draw in its own way. `name` is the name of the part's field. */
export type CallParts = {
  Notice: (props: NoticeProps) => ReactNode
  /** `isNamed`: the words before the address already say whose it is. */
  Address: (props: { address: string; name: string; isNamed: boolean }) => ReactNode
  Bytes: (props: { hex: string; name: string }) => ReactNode
}

/** The default parts, for pages that know nothing but the call. */
export const PAGE_PARTS: CallParts = {
  Notice: ({ severity, title, announce = false, actions, children }) => (
    <div className={`notice ${severity}`} role={announce ? 'alert' : undefined}>
      {title !== undefined && <p>{title}</p>}
      {children}
      {actions}
    </div>
  ),
  Address: ({ address }) => <CopyableAddress address={address} />,
  Bytes: RawBytes,
}
