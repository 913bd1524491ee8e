import type { WarningSeverity } from '#protocol/display/warning-severity.ts'
import type { MessageWarning } from './message-reading.ts'

/**
 * `mayMove`: whether the signature may move assets, or is a payment from another account. A protected wallet then asks
 * its approver first.
 */
type MessageClass = { severity: WarningSeverity; mayMove: boolean }

/** The class of each warning of a message. A person must tick a box before they can sign a message with a danger. */
export const MESSAGE_WARNINGS: Readonly<Record<MessageWarning, MessageClass>> = {
  account: { severity: 'danger', mayMove: false },
  chain: { severity: 'danger', mayMove: false },
  early: { severity: 'danger', mayMove: false },
  expired: { severity: 'danger', mayMove: false },
  // The signature moves no assets of this wallet. The approver is asked anyway, because no honest page requests such
  // a signature.
  foreign: { severity: 'danger', mayMove: true },
  gives: { severity: 'danger', mayMove: true },
  hidden: { severity: 'caution', mayMove: false },
  malformed: { severity: 'danger', mayMove: false },
  site: { severity: 'danger', mayMove: false },
  unread: { severity: 'danger', mayMove: true },
  uri: { severity: 'caution', mayMove: false },
}
