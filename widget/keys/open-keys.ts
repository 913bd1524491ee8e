import { LatchkeyBeforeEvent } from '#widget/before-event.ts'
import { devicesPlan } from '#widget/devices/devices-plan.ts'
import { devicesScreens } from '#widget/devices/devices-screens.ts'
import { joinDevice } from '#widget/devices/join-device.ts'
import { joinScreens } from '#widget/devices/join-screens.ts'
import { LatchkeyBeforeCreateEvent, walletEvent } from '#widget/events.ts'
import type { Keys, OfferTime, OwnCall, WalletRun } from '#widget/files.ts'
import { cancelRemoval, keepCoSigner, noteRemoval } from '#widget/protect/known-co-signer.ts'
import { findUnprotected, putOff, type Unprotected } from '#widget/protect/offer-protection.ts'
import { protectPlan } from '#widget/protect/protect-plan.ts'
import { askProtect, type Offer } from '#widget/protect/protect-screen.ts'
import type { KeysTexts } from '#widget/texts/keys/en.ts'
import { browserSignals } from '#widget/wallet/passkey-signals.ts'
import { qrCodes } from '#widget/wallet/screens/qr-code.ts'
import { applyChange } from './apply-change.ts'
import { besideTheCall } from './beside-the-call.ts'
import { drawOwnChange } from './draw-own-change.ts'
import { keysWords, loadKeysTexts } from './keys-words.ts'
import { readOwnChange } from './own-changes.ts'
import css from './keys.css?inline'

/** Entry of the file for a wallet's keys: its co-signer and its devices. */
export default function openKeys(): Keys {
  return {
    async run(run) {
      const texts = await prepare(run)
      return run.settings.flow === 'devices' ? runDevices(run, texts) : runProtect(run, texts)
    },
    async offer(run, { at, address }) {
      const { deps, settings, signal } = run
      const wanted = address ?? settings.walletAddress
      const wallet = await findUnprotected(deps, { wanted, at }, signal)
      if (wallet === undefined) return false
      const messages = run.stage.messages
      try {
        await offerProtect(at === 'created' ? run : besideTheCall(run), wallet, at)
      } finally {
        // Restores the words of the following flow, also after an offer that failed.
        run.stage.messages = messages
      }
      return true
    },
  }
}

/**
 * Shows the offer to protect a wallet, until it is accepted or postponed. An offer that was postponed after
 * the wallet's creation is shown again before its first call.
 */
async function offerProtect(
  run: WalletRun,
  { address: walletAddress, isFirst }: Unprotected,
  at: OfferTime,
): Promise<void> {
  const texts = await prepare(run)
  await new Promise<void>((resolve, reject) => {
    const later = () => {
      if (at !== 'created') putOff(run.deps, walletAddress)
      resolve()
    }
    const own = { ...run, settings: { ...run.settings, walletAddress } }
    runProtect(own, texts, { later, isFirst }).then(async (next) => {
      await next.wanted
      resolve()
    }, reject)
  })
}

async function prepare(run: WalletRun): Promise<KeysTexts> {
  const texts = await loadKeysTexts(run)
  run.stage.adopt(css)
  run.stage.messages = keysWords(run.stage.messages, texts)
  return texts
}

/** Shows the wallet's protection and changes it. An offer can be postponed. */
function runProtect(run: WalletRun, texts: KeysTexts, offer?: Offer) {
  const { stage, settings } = run
  const around = { texts, host: new URL(settings.apiUrl).host, offer }
  const plan = protectPlan({ askProtect: (view) => askProtect(stage, view, around) })
  return send(run, { plan, texts })
}

function runDevices(run: WalletRun, texts: KeysTexts) {
  const { stage, settings, deps, dispatch, signal, file } = run
  const joining = {
    apiUrl: settings.apiUrl,
    host: location.hostname,
    isPinned: settings.chainId !== undefined,
    random: deps.random,
    signals: browserSignals(),
    screens: joinScreens(stage, texts, qrCodes(file)),
    beforeCreate: (passkey: { rpId: string; label: string }) =>
      LatchkeyBeforeEvent.ask(new LatchkeyBeforeCreateEvent(passkey), dispatch, signal),
  }
  const plan = devicesPlan(devicesScreens(stage, texts), (context, wallet) =>
    joinDevice(joining, context, wallet),
  )
  return send(run, { plan, texts })
}

async function send(
  run: WalletRun,
  { plan, texts }: Pick<OwnCall, 'plan'> & { texts: KeysTexts },
): Promise<{ wanted: Promise<undefined> }> {
  const { deps, dispatch } = run
  const settings = { ...run.settings, tokenAddress: undefined, to: undefined, amount: undefined }
  const { wanted } = await run.send(
    { ...run, settings },
    {
      plan,
      read: readOwnChange,
      draw: drawOwnChange(texts, (wallet) => deps.memory.ofWallet(wallet)),
      statusChanged({ status }, confirmation) {
        if (status !== 'CONFIRMED') return
        const { memory, clock } = deps
        const wallet = { chainId: confirmation.chainId, address: confirmation.call.walletAddress }
        const changed = applyChange(confirmation, {
          coSigner: {
            keep: (coSigner) => keepCoSigner(memory, wallet, coSigner),
            noteRemoval: () => noteRemoval(memory, wallet, clock.now()),
            cancelRemoval: () => cancelRemoval(memory, wallet),
          },
          ofWallet: (address) => memory.ofWallet(address),
          signals: browserSignals(),
        })
        for (const { name, detail } of changed) dispatch(walletEvent(name, detail))
      },
    },
  )
  return { wanted: wanted.then(() => undefined) }
}
