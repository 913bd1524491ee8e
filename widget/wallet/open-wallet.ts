import { walletEvent } from '#widget/events.ts'
import type { Wallet, WalletRun } from '#widget/files.ts'
import { runBackup } from './run-backup.ts'
import { login } from './login.ts'
import { browserSignals } from './passkey-signals.ts'
import { receive } from './receive.ts'
import { recover } from './recover.ts'
import { loginScreens } from './screens/login-screens.ts'
import { receiveScreens } from './screens/receive-screens.ts'
import { qrCodes } from './screens/qr-code.ts'
import { recoverScreens } from './screens/recover-screens.ts'
import css from './wallet.css?inline'

/** The entry of the file for the flows around a wallet: finding it, receiving, backup, recovery. */
export default function openWallet(): Wallet {
  return {
    async run(run) {
      run.stage.adopt(css)
      switch (run.settings.flow) {
        case 'login':
          return runLogin(run)
        case 'receive':
          return runReceive(run)
        case 'backup':
          return runBackup(run)
        case 'recover':
          return runRecover(run)
        case 'create':
        case 'send':
        case 'sign':
          throw new Error('not a flow of this file')
      }
    },
    async afterCreate(run, wallet) {
      run.stage.adopt(css)
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
      beforeLogin: (detail) => dispatch(walletEvent('before-login', detail)),
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

async function runRecover({ settings, stage, signal, dispatch, deps, file }: WalletRun): Promise<undefined> {
  await recover(
    {
      ...deps,
      signals: browserSignals(),
      screens: recoverScreens(stage, qrCodes(file), deps.clock.now),
      beforeRecover: (detail) => dispatch(walletEvent('before-recover', detail)),
      recovered: (wallet) => void dispatch(walletEvent('recovery-ready', wallet)),
    },
    { ...settings, host: location.hostname },
    signal,
  )
}

/** Resolves at once while the page is seen, else when it is seen again. */
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
