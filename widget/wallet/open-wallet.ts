import { checksumAddress } from '#protocol/display/address.ts'
import { LatchkeyBeforeEvent } from '#widget/before-event.ts'
import { beforeEvent, walletEvent } from '#widget/events.ts'
import type { Wallet, WalletRun } from '#widget/files.ts'
import { attempt } from '#widget/flows/attempt.ts'
import type { FlowName } from '#widget/settings.ts'
import { backupPlan, readBackupCall } from './backup-plan.ts'
import { login } from './login.ts'
import { browserSignals } from './passkey-signals.ts'
import { receive } from './receive.ts'
import { recover } from './recover.ts'
import { askBackup } from './screens/backup-screen.ts'
import { drawBackup } from './screens/draw-backup.ts'
import { loginScreens } from './screens/login-screens.ts'
import { qrCodes } from './screens/qr-code.ts'
import { receiveScreens } from './screens/receive-screens.ts'
import { recoverScreens } from './screens/recover-screens.ts'
import { backupIn } from './wallet-calls.ts'
import { backupWords } from './wallet-words.ts'
import css from './wallet.css?inline'

const FLOWS: { [flow in FlowName]?: Wallet['run'] } = {
  login: (run) => runLogin(run),
  receive: (run) => runReceive(run),
  backup: (run) => runBackup(run),
  recover: (run) => runRecover(run),
}

/** Entry of the file for wallet flows: login, receiving, backup, recovery. */
export default function openWallet(): Wallet {
  return {
    async run(run) {
      run.stage.adopt(css)
      const start = FLOWS[run.settings.flow]
      if (start === undefined) throw new Error('not a flow of this file')
      return start(run)
    },
    async afterCreate(run, wallet) {
      run.stage.adopt(css)
      // An enrolled user's wallet gets its co-signer and its backup address in one call.
      const offer = async () =>
        (await run.file('keys')).offer(run, { at: 'created', address: wallet.address })
      const offered = await attempt(offer, run.signal)
      // A service without wallet details cannot offer protection, but a backup address can be set.
      if (offered.ok && offered.value) return
      const settings = { ...run.settings, walletAddress: wallet.address }
      await new Promise<void>((resolve, reject) => {
        runBackup({ ...run, settings }, resolve).then(async (next) => {
          await next.wanted
          resolve()
        }, reject)
      })
    },
  }
}

async function runLogin({ settings, stage, signal, dispatch, deps }: WalletRun): Promise<undefined> {
  const loggedIn = await login(
    {
      ...deps,
      signals: browserSignals(),
      screens: loginScreens(stage),
      beforeLogin: (detail) => LatchkeyBeforeEvent.ask(beforeEvent('before-login', detail), dispatch, signal),
    },
    settings,
    signal,
  )
  dispatch(walletEvent('logged-in', loggedIn))
}

async function runReceive({ settings, stage, signal, dispatch, deps, file }: WalletRun): Promise<undefined> {
  await receive(
    {
      ...deps,
      screens: receiveScreens(stage, qrCodes(file)),
      shown: pageShown,
      received: ({ walletAddress, tokenAddress, units }) =>
        void dispatch(walletEvent('received', { walletAddress, tokenAddress, units })),
    },
    settings,
    signal,
  )
}

/**
 * Sets a wallet's backup address, or rejects the passkey that it has proposed. Reports the backup address as
 * soon as it is final. With `later`, the person can postpone it.
 */
async function runBackup(run: WalletRun, later?: () => void): Promise<{ wanted: Promise<undefined> }> {
  const { stage, dispatch } = run
  const settings = { ...run.settings, tokenAddress: undefined, to: undefined, amount: undefined }
  stage.messages = backupWords(stage.messages)
  const { wanted } = await run.send(
    { ...run, settings },
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
  )
  return { wanted: wanted.then(() => undefined) }
}

async function runRecover({ settings, stage, signal, dispatch, deps, file }: WalletRun): Promise<undefined> {
  await recover(
    {
      ...deps,
      signals: browserSignals(),
      screens: recoverScreens(stage, qrCodes(file), deps.clock.now),
      beforeRecover: (detail) =>
        LatchkeyBeforeEvent.ask(beforeEvent('before-recover', detail), dispatch, signal),
      recovered: (wallet) => void dispatch(walletEvent('recovery-ready', wallet)),
    },
    { ...settings, host: location.hostname },
    signal,
  )
}

/** Resolves when the page is visible. */
function pageShown(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    function look(): void {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    document.addEventListener('visibilitychange', look, { signal })
    look()
  })
}
