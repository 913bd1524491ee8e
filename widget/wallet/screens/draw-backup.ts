import type { CallDescription, FieldValue } from '#protocol/display/call-description.ts'
import { fieldRows } from '#protocol/display/field-rows.ts'
import { PARTY_FIELDS } from '#protocol/display/fields-by-role.ts'
import { amountBlock } from '#widget/screens/blocks.ts'
import type { Draw } from '#widget/screens/confirm-screen.ts'
import { addressText } from '#widget/screens/parts.ts'
import { walletTexts } from '#widget/wallet/wallet-words.ts'

/** Displays the wallet's call to itself, decoded from its bytes. A call that grants control is red. */
export const drawBackup: Draw = {
  what({ messages }, { description }) {
    const { what } = walletTexts(messages).backup
    const draw = (label: string, main: string | HTMLElement) =>
      amountBlock(label, main, undefined, description.severity === 'danger')
    if (description.kind === 'wallet-cancel-recovery') return draw(what.refuse, what.refused)
    const backup = findBackup(description)
    if (backup === null) return draw(what.unknown, what.unknownMain)
    return backup.is === 'zero'
      ? draw(what.remove, what.removed)
      : draw(what.set, addressText(backup.address))
  },
  rows({ messages }, { description, call }) {
    const { labels } = walletTexts(messages)
    const backup = findBackup(description)
    return [
      backup && [labels.backup, backup.is === 'zero' ? '–' : addressText(backup.address)],
      [labels.contract, addressText(call.toAddress)],
    ]
  },
  exact: () => [],
}

/** The backup address that the call sets. The zero address removes the present one. Null for another call. */
function findBackup(description: CallDescription): Extract<FieldValue, { kind: 'address' }> | null {
  const row = fieldRows(description, PARTY_FIELDS).find(({ label }) => label === 'backup')
  return row?.value.kind === 'address' ? row.value : null
}
