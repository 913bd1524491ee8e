import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { CallKind } from '#protocol/display/call-description.ts'
import { describeWalletCall } from '#protocol/effects/read-wallet-call.ts'
import { isAddress } from '#protocol/signing/word.ts'
import type { WidgetWallet } from '#widget/answers.ts'
import type { WidgetError } from '#widget/errors.ts'
import { attempt, isHopeless, withRetry } from '#widget/flows/attempt.ts'
import type { Choice, Describe } from '#widget/flows/choice.ts'
import { chooseWallet, requireFeeBalance } from '#widget/flows/choose-transfer.ts'
import type { HasReport } from '#widget/flows/context-parts.ts'
import { noneIfUnsupported } from '#widget/flows/follow-transaction.ts'
import { loadCoins, namelessCoin, readFee } from '#widget/flows/load-wallet.ts'
import type { CallReader, HasScreens, LoadsCoins, ReadsFee, SendPlan } from '#widget/flows/send-parts.ts'
import type { Coin } from '#widget/flows/send-screens.ts'
import { checkBackupAddress, type BackupProblem } from './backup-address.ts'
import { listCoSigners, readGuarded, type GuardedDetails } from './wallet-authority.ts'
import { CANCEL_RECOVERY, CANCEL_RECOVERY_CALL, encodeSetBackup, SET_BACKUP } from './wallet-calls.ts'
import { backupOf } from './wallet-details.ts'

/** The person's choice for the wallet. */
export type BackupAnswer =
  | { kind: 'set'; address: string }
  | { kind: 'remove' | 'cancel-recovery' | 'wallet' }

export type BackupScreens = {
  /** `details` is undefined if the server has no details of the wallet. The state is then unknown. */
  askBackup: (view: {
    wallet: WidgetWallet
    canChangeWallet: boolean
    details: GuardedDetails | undefined
    draft: string
    fieldProblem: BackupProblem | undefined
    problem: WidgetError | undefined
    /** In Unix milliseconds, by the device's clock. */
    effectiveAtMs: number
  }) => Promise<BackupAnswer>
}

type Loaded = { coins: Coin[]; details: GuardedDetails | undefined }
/** Calls of the wallet to itself. */
const WALLET_KINDS: ReadonlySet<CallKind> = new Set<CallKind>([
  'wallet-set-backup',
  'wallet-cancel-recovery',
  'wallet-cancel-call',
  'wallet-batch',
])

/** A call of the wallet to itself. */
type OwnCall = Choice['call']

/**
 * Sets the backup address, or rejects the passkey that it has proposed. Both are calls of the wallet to itself,
 * confirmed and signed like any other call. The server prepares no part of them.
 */
export function backupPlan(screens: BackupScreens): SendPlan {
  let draft = ''
  let chosen: OwnCall | undefined
  return {
    operations: ['approve'],
    fixed: false,
    async choose(context, selection, start) {
      let { problem } = start
      let fieldProblem: BackupProblem | undefined
      for (;;) {
        const wallet = (selection.wallet ??= await chooseWallet(context, selection.wallets))
        const loaded = await withRetry(context, () => load(context, wallet))
        if (!start.skipForm || chosen === undefined || problem !== undefined || fieldProblem !== undefined) {
          const { details } = loaded
          const effectiveAt = Number(details?.onChain?.pendingRecovery?.effectiveAtSeconds ?? 0)
          // The backup address that was requested when the wallet was created. It has no effect by itself.
          const suggestion = details && backupOf(details) === undefined ? details.requestedBackupAddress : ''
          const answer = await screens.askBackup({
            wallet,
            canChangeWallet: selection.wallets.length > 1,
            details,
            draft: draft === '' ? (suggestion ?? '') : draft,
            fieldProblem,
            problem,
            effectiveAtMs: context.deps.api.deviceMs(effectiveAt * 1000),
          })
          // The earlier choice may belong to another wallet.
          problem = fieldProblem = chosen = undefined
          if (answer.kind === 'wallet') {
            selection.wallet = undefined
            continue
          }
          if (answer.kind === 'set') draft = answer.address
          const call = planBackupCall(answer, selection.wallets, wallet, loaded)
          if (typeof call === 'string') {
            fieldProblem = call
            continue
          }
          chosen = call
        }
        const choice = await offerChoice(context, wallet, loaded, chosen)
        if (choice.ok) return choice.value
        if (isHopeless(choice.error)) throw choice.error
        problem = choice.error
      }
    },
    isWanted: ({ description }) => WALLET_KINDS.has(description.kind),
  }
}

/** Decodes a backup call that was submitted before. Any other call is unknown here. */
export const readBackupCall: CallReader = async (context, wallet) => {
  const coins = await loadCoins(context, wallet, undefined)
  return { coin: namelessCoin(wallet.address), coins, functionSignature: '', describe }
}

const describe: Describe = (call) => describeWalletCall({ ...call, tokens: [] })

/**
 * Loads the wallet. Tokens are needed only for the fee, so a wallet can have a backup address without having any
 * token.
 */
async function load(context: LoadsCoins, wallet: WidgetWallet): Promise<Loaded> {
  const { deps, signal } = context
  const [coins, details] = await Promise.all([
    attempt(() => loadCoins(context, wallet, undefined), signal),
    readGuarded(deps.api, wallet.address, signal).catch(noneIfUnsupported),
  ])
  if (!coins.ok && coins.error.code !== 'NO_TOKEN') throw coins.error
  return { coins: coins.ok ? coins.value : [], details }
}

/** The call for the chosen address, or the problem of the address. */
function planBackupCall(
  answer: Exclude<BackupAnswer, { kind: 'wallet' }>,
  wallets: readonly WidgetWallet[],
  wallet: WidgetWallet,
  { coins, details }: Loaded,
): OwnCall | BackupProblem {
  if (answer.kind !== 'set')
    return answer.kind === 'remove'
      ? { functionSignature: SET_BACKUP, data: encodeSetBackup(ZERO_ADDRESS) }
      : { functionSignature: CANCEL_RECOVERY, data: CANCEL_RECOVERY_CALL }
  const present = details && backupOf(details)
  const coSigners = details === undefined ? [] : listCoSigners(details)
  const known = { wallets: [wallet, ...wallets], coins, present, coSigners }
  const checked = checkBackupAddress(answer.address, known)
  return isAddress(checked) ? { functionSignature: SET_BACKUP, data: encodeSetBackup(checked) } : checked
}

async function offerChoice(
  context: ReadsFee & HasReport & HasScreens<'working'>,
  wallet: WidgetWallet,
  { coins }: Loaded,
  call: OwnCall,
) {
  context.deps.screens.working('prepare')
  return attempt(
    async (): Promise<Choice> => {
      const fee = await readFee(context, coins)
      requireFeeBalance(fee)
      return { wallet, coin: namelessCoin(wallet.address), fee, call, describe }
    },
    context.signal,
    context.deps.report,
  )
}
