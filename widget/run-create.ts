import { LatchkeyBeforeEvent } from './before-event.ts'
import { clock } from './browser-deps.ts'
import { LatchkeyBeforeCreateEvent, LatchkeyCreatedEvent } from './events.ts'
import type { Funding, WalletRun } from './files.ts'
import type { CreatedWallet, CreateScreens } from './flows/create-context.ts'
import { createWallet } from './flows/create-wallet.ts'
import { askCode } from './screens/code-screen.ts'
import { commonScreens } from './screens/common-screens.ts'
import { showCreated } from './screens/created-screen.ts'
import { askPasskey } from './screens/passkey-screen.ts'
import { askPerson } from './screens/person-screen.ts'

/** One round of the create flow. Then offers a backup address for the wallet. */
export async function runCreate(run: WalletRun): Promise<undefined> {
  const { settings, signal, dispatch, deps, file } = run
  let funding: Funding | undefined
  const wallet = await createWallet(
    {
      ...deps,
      screens: {
        ...createScreens(run, async (created) => (await file('wallet')).afterCreate(run, created)),
        showFunding: (view) => funding?.show(run.stage, view),
      },
      funding: async () => (funding = await file('funding')),
      beforeCreate: (passkey) =>
        LatchkeyBeforeEvent.ask(new LatchkeyBeforeCreateEvent(passkey), dispatch, signal),
    },
    settings,
    signal,
  )
  dispatch(new LatchkeyCreatedEvent(wallet))
}

function createScreens(
  { stage }: WalletRun,
  backUp: (wallet: CreatedWallet) => Promise<void>,
): Omit<CreateScreens, 'showFunding'> {
  return {
    ...commonScreens(stage),
    askPerson: (view) => askPerson(stage, view),
    askCode: (view) => askCode(stage, view, clock.now),
    askPasskey: (view) => askPasskey(stage, view),
    working: (step) => stage.working(stage.messages.working[step], step === 'wallet'),
    showCreated: function show(wallet) {
      const backUpAndReturn = () =>
        void backUp(wallet)
          .catch(() => {})
          .then(() => show(wallet))
      showCreated(stage, wallet, backUpAndReturn)
    },
  }
}
