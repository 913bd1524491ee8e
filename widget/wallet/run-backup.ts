import { checksumAddress } from '#protocol/display/address.ts'
import { walletEvent } from '#widget/events.ts'
import type { WalletRun } from '#widget/files.ts'
import { backupPlan, readBackupCall } from './backup-plan.ts'
import { askBackup } from './screens/backup-screen.ts'
import { drawBackup } from './screens/draw-backup.ts'
import { backupIn } from './wallet-calls.ts'
import { backupWords } from './wallet-words.ts'

/**
 * Names the backup address of a wallet, or refuses what it has proposed, and reports the backup address as soon as it is
 * final. With `later` it is an offer: the person can leave it for another day.
 */
export async function runBackup(run: WalletRun, later?: () => void): Promise<{ wanted: Promise<undefined> }> {
  const { stage, dispatch, settings } = run
  stage.messages = backupWords(stage.messages)
  const { wanted } = await run.send(
    {
      plan: backupPlan({ askBackup: (view) => askBackup(stage, view, later) }),
      read: readBackupCall,
      draw: drawBackup,
      statusChanged({ status }, { call: { data, walletAddress: address } }) {
        const backupAddress = backupIn(data)
        if (status !== 'CONFIRMED' || backupAddress === undefined) return
        dispatch(walletEvent('backup-set', { address, backupAddress: checksumAddress(backupAddress) }))
      },
    },
    { ...settings, tokenAddress: undefined, to: undefined, amount: undefined },
  )
  return { wanted: wanted.then(() => undefined) }
}
