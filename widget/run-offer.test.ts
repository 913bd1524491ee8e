import { expect, test } from 'vitest'
import { WidgetError } from './errors.ts'
import { LatchkeyExecutedEvent, walletEvent } from './events.ts'
import type { Keys, WalletRun } from './files.ts'
import { runOffer } from './run-offer.ts'
import { widgetWorld } from './testing/widget-world.ts'

const APPROVAL = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
type Given = { run: WalletRun; at: string }

/** Offers protection on a page with this call and recipient. `held` means that the user has enrolled. */
async function offer({ call = {}, to = '', held = true }: { call?: object; to?: string; held?: boolean }) {
  const world = widgetWorld.accounts({ held })
  await world.withWallet()
  const offered: Given[] = []
  const heard: string[] = []
  const reported: string[] = []
  const keys: Pick<Keys, 'offer'> = {
    offer: async (run, { at }) => offered.push({ run, at }) > 0,
  }
  const round = {
    element: { call: Object.keys(call).length === 0 ? null : call },
    settings: { to: to === '' ? undefined : to },
    signal: world.leaving.controller.signal,
    deps: {
      ...world.common,
      report: async (error: WidgetError) => {
        reported.push(error.code)
        return error
      },
    },
    dispatch: (event: Event) => heard.push(event.type) > 0,
    file: async () => keys,
  } as unknown as WalletRun
  await runOffer(round)
  return { offered, heard, reported, world }
}

test.each<[what: string, page: { call?: object; to?: string }, at: string]>([
  ['a person who chooses', {}, 'choosing'],
  ['a page’s call', { call: { kind: 'raw' } }, 'call'],
  ['a page’s recipient', { to: APPROVAL }, 'call'],
])('behavior: offers to protect an enrolled user’s wallet before %s', async (_what, page, at) => {
  expect((await offer(page)).offered.map((one) => one.at)).toEqual([at])
})

test('behavior: offers nothing to a user who has not enrolled', async () => {
  expect((await offer({ held: false })).offered).toEqual([])
})

test('error: the page gets no event of the protection except that it was set', async () => {
  const { offered, heard, reported } = await offer({ call: { kind: 'raw' } })
  const { run } = offered[0]!
  const detail = { walletAddress: APPROVAL, digest: '0x1', status: undefined } as never
  run.dispatch(new LatchkeyExecutedEvent(detail))
  run.dispatch(walletEvent('co-signer-set', { address: APPROVAL, coSigner: APPROVAL }))
  await run.deps.report(new WidgetError('CONFLICT'))
  expect([heard, reported]).toEqual([['latchkey-co-signer-set'], []])
})
