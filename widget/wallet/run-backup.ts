import { checksumAddress } from '#protocol/display/address.ts'
import { object, text } from '#widget/checks.ts'
import type { WalletRun } from '#widget/files.ts'
import { backupPlan, readBackupCall } from './backup-plan.ts'
import { askBackup } from './screens/backup-screen.ts'
import { drawBackup } from './screens/draw-backup.ts'
import { backupIn } from './wallet-calls.ts'
import { walletEvent } from './wallet-events.ts'
import { backupWords } from './wallet-words.ts'
import type { SendPlan } from '#widget/flows/send-context.ts'

/** A call that was signed, by its digest. */
type Calls = Map<string, { walletAddress: string; data: string }>

const isSigning = object<{ digest: string; call: { walletAddress: string; data: string } }>({
  digest: text(),
  call: object<{ walletAddress: string; data: string }>({ walletAddress: text(), data: text() }),
})
const isStatus = object<{ digest: string }>({ digest: text() })

/**
 * Names the backup address of a wallet, or refuses what it has proposed. With `later` it is an offer: the person can
 * leave it for another day.
 */
export async function runBackup(run: WalletRun, later?: () => void): Promise<{ wanted: Promise<undefined> }> {
  const { stage } = run
  stage.messages = backupWords(stage.messages)
  const calls: Calls = new Map()
  const plan = backupPlan({ askBackup: (view) => askBackup(stage, view, later) })
  const { wanted } = await run.send(
    { plan: noting(calls, plan), read: readBackupCall, draw: drawBackup },
    {
      settings: { ...run.settings, tokenAddress: undefined, to: undefined, amount: undefined },
      dispatch: (event) => run.dispatch(event) && emitBackupSet(run, calls, event),
    },
  )
  return { wanted: wanted.then(() => undefined) }
}

/** Records a call that was submitted before a reload too. */
function noting(calls: Calls, plan: SendPlan): SendPlan {
  return {
    ...plan,
    isWanted(context, confirmation) {
      calls.set(confirmation.digest, confirmation.call)
      return plan.isWanted?.(context, confirmation) ?? false
    },
  }
}

/** Reports the backup address as soon as it is final. */
function emitBackupSet(run: WalletRun, calls: Calls, event: Event): true {
  const detail: unknown = event instanceof CustomEvent ? event.detail : undefined
  if (event.type === 'latchkey-before-sign' && isSigning(detail)) calls.set(detail.digest, detail.call)
  if (event.type !== 'latchkey-confirmed' || !isStatus(detail)) return true
  const call = calls.get(detail.digest)
  const backupAddress = call && backupIn(call.data)
  if (call === undefined || backupAddress === undefined) return true
  const set = { address: call.walletAddress, backupAddress: checksumAddress(backupAddress) }
  run.dispatch(walletEvent('backup-set', set))
  return true
}
