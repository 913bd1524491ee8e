import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { imitatedBy } from '#protocol/display/lookalike-address.ts'
import { isAddress } from '#protocol/signing/word.ts'
import type { WidgetWallet } from '#widget/answers.ts'
import { WidgetError } from '#widget/errors.ts'
import { attempt, isHopeless, withRetry } from '#widget/flows/attempt.ts'
import { chooseWallet } from '#widget/flows/choose-transfer.ts'
import type { SendPlan } from '#widget/flows/send-parts.ts'
import { keepCoSigner, setCoSigner, startRemoval } from '#widget/keys/encode-own-change.ts'
import { OWN_CHANGES } from '#widget/keys/own-changes.ts'
import {
  cannotRetry,
  readSettings,
  toChoice,
  type OwnChange,
  type Settings,
} from '#widget/keys/wallet-settings.ts'
import { checkBackupAddress, type BackupProblem } from '#widget/wallet/backup-address.ts'
import { findCoSigner } from '#widget/wallet/co-signer.ts'
import { listCoSigners, type GuardedDetails } from '#widget/wallet/wallet-authority.ts'
import { backupOf } from '#widget/wallet/wallet-details.ts'
import { keepCoSigner as rememberCoSigner, type CoSignerNotice } from './known-co-signer.ts'

/** The person's choice. `backup` is empty if no backup address is set with the co-signer. */
export type ProtectAnswer =
  | { kind: 'protect'; backup: string }
  | { kind: 'start-removal' }
  | { kind: 'keep' }
  /**
   * Accepts the co-signer that the server reports: the person changed it elsewhere, or its removal has ended.
   */
  | { kind: 'accept' }
  | { kind: 'wallet' }

export type ProtectView = {
  wallet: WidgetWallet
  canChangeWallet: boolean
  details: GuardedDetails
  coSignerNotice: CoSignerNotice
  /** URL of the approval app. Undefined if the service has none. */
  approvalUrl: string | undefined
  draft: string
  fieldProblem: BackupProblem | undefined
  problem: WidgetError | undefined
}

export type ProtectScreens = { askProtect: (view: ProtectView) => Promise<ProtectAnswer> }

/**
 * Sets the person's approval wallet as the co-signer, alone or in one batch with a backup address. Also
 * starts or stops the removal of the co-signer. The approval wallet is the server's claim. The signed call
 * contains exactly the displayed addresses.
 */
export function protectPlan({ askProtect }: ProtectScreens): SendPlan {
  let draft = ''
  let chosen: { settings: Settings; change: OwnChange } | undefined
  return {
    operations: ['approve'],
    fixed: false,
    async choose(context, selection, start) {
      let { problem } = start
      let fieldProblem: BackupProblem | undefined
      for (;;) {
        const wallet = (selection.wallet ??= await chooseWallet(context, selection.wallets))
        if (chosen === undefined || !start.skipForm || problem !== undefined || fieldProblem !== undefined) {
          const settings = await withRetry(context, () => readSettings(context, wallet), cannotRetry)
          const { details } = settings
          const answer = await askProtect({
            wallet,
            canChangeWallet: selection.wallets.length > 1,
            details,
            coSignerNotice: settings.coSignerNotice,
            approvalUrl: context.config.approvalUrl,
            draft,
            fieldProblem,
            problem,
          })
          // The earlier choice may belong to another wallet.
          problem = fieldProblem = chosen = undefined
          if (answer.kind === 'wallet') {
            selection.wallet = undefined
            continue
          }
          if (answer.kind === 'accept') {
            const { deps, config } = context
            const place = { chainId: config.chainId, address: wallet.address }
            rememberCoSigner(deps.memory, place, findCoSigner(details))
            continue
          }
          if (answer.kind === 'protect') draft = answer.backup
          const change = encodeChange(answer, selection.wallets, settings)
          if (typeof change === 'string') {
            fieldProblem = change
            continue
          }
          chosen = { settings, change }
        }
        const { settings, change } = chosen
        context.deps.screens.working('prepare')
        const choice = await attempt(
          () => toChoice(context, settings, change),
          context.signal,
          context.deps.report,
        )
        if (choice.ok) return choice.value
        if (isHopeless(choice.error)) throw choice.error
        problem = choice.error
      }
    },
    isWanted: ({ description }) => OWN_CHANGES.has(description.kind),
  }
}

function encodeChange(
  answer: Exclude<ProtectAnswer, { kind: 'wallet' | 'accept' }>,
  wallets: readonly WidgetWallet[],
  settings: Settings,
): OwnChange | BackupProblem {
  if (answer.kind === 'start-removal') return startRemoval()
  if (answer.kind === 'keep') return keepCoSigner()
  const { wallet, coins, details } = settings
  const coSigner = requireCoSigner(wallets, settings)
  if (answer.backup.trim() === '') return setCoSigner(wallet.address, { coSigner })
  const checked = checkBackupAddress(answer.backup, {
    wallets: [wallet, ...wallets],
    coins,
    present: backupOf(details),
    coSigners: listCoSigners(details),
  })
  return isAddress(checked) ? setCoSigner(wallet.address, { coSigner, backup: checked }) : checked
}

/**
 * Returns the approval wallet that the server reports. Rejects one that cannot belong to an approval passkey.
 *
 * @throws WidgetError `UNEXPECTED_ANSWER`
 */
function requireCoSigner(wallets: readonly WidgetWallet[], { wallet, coins, details }: Settings): string {
  const { approvalWallet } = details
  const backup = backupOf(details)
  const others = [wallet, ...wallets, ...coins, ...(backup === undefined ? [] : [{ address: backup }])]
  const isUsable =
    approvalWallet !== undefined &&
    approvalWallet !== null &&
    !sameAddress(approvalWallet, ZERO_ADDRESS) &&
    !others.some(({ address }) => sameAddress(address, approvalWallet)) &&
    imitatedBy(approvalWallet, others) === undefined
  if (isUsable) return approvalWallet
  throw new WidgetError('UNEXPECTED_ANSWER', { detail: 'approvalWallet cannot be a co-signer' })
}
