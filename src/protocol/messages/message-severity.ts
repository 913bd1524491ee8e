import type { WarningSeverity } from '#protocol/display/warning-severity.ts'
import type { MessageWarning } from './message-reading.ts'

/** `mayMove`: the signature may move assets of the wallet, so a protected wallet asks its approver first. */
type MessageClass = { severity: WarningSeverity; mayMove: boolean }

/** The class of each warning of a message. A message with a danger is signed only after its box is ticked. */
export const MESSAGE_WARNINGS: Readonly<Record<MessageWarning, MessageClass>> = {
  account: { severity: 'danger', mayMove: false },
  chain: { severity: 'danger', mayMove: false },
  early: { severity: 'danger', mayMove: false },
  expired: { severity: 'danger', mayMove: false },
  // Its signature moves no assets of this wallet, but an honest page does not request it.
  foreign: { severity: 'danger', mayMove: true },
  gives: { severity: 'danger', mayMove: true },
  hidden: { severity: 'caution', mayMove: false },
  malformed: { severity: 'danger', mayMove: false },
  site: { severity: 'danger', mayMove: false },
  unread: { severity: 'danger', mayMove: true },
  uri: { severity: 'caution', mayMove: false },
}
