import { valueIn } from '#protocol/display/call-description.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import { amountBlock } from '#widget/screens/blocks.ts'
import type { Draw } from '#widget/screens/confirm-screen.ts'
import { addressText } from '#widget/screens/parts.ts'
import { walletTexts } from '#widget/wallet/wallet-words.ts'

/** Displays the wallet's call to itself, decoded from its bytes. A call that grants control is red. */
export const drawBackup: Draw = {
  what({ messages }, confirmation) {
    const { what } = walletTexts(messages).backup
    const { description } = confirmation
    const backup = backupIn(confirmation)
    const draw = (label: string, main: string | HTMLElement) =>
      amountBlock(label, main, undefined, description.severity === 'danger')
    if (description.kind === 'wallet-cancel-recovery') return draw(what.refuse, what.refused)
    if (description.kind !== 'wallet-set-backup' || backup === undefined)
      return draw(what.unknown, what.unknownMain)
    return backup.is === 'zero'
      ? draw(what.remove, what.removed)
      : draw(what.set, addressText(backup.address))
  },
  rows({ messages }, confirmation) {
    const { labels } = walletTexts(messages)
    const backup = backupIn(confirmation)
    return [
      backup === undefined || backup.is === 'zero'
        ? [labels.backup, '–']
        : [labels.backup, addressText(backup.address)],
      [labels.contract, addressText(confirmation.call.toAddress)],
    ]
  },
  exact: () => [],
}

function backupIn({ description }: Confirmation) {
  const value = valueIn(description, 'backup')
  return value?.kind === 'address' ? value : undefined
}
