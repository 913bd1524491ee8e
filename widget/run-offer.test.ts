import { expect, test } from 'vitest'
import type { Keys, OfferTime, WalletRun } from './files.ts'
import { runOffer } from './run-offer.ts'
import { widgetWorld } from './testing/widget-world.ts'

const APPROVAL = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

/** Offers protection on a page with this call and recipient. `held` means that the user has enrolled. */
async function offer({ call = {}, to = '', held = true }: { call?: object; to?: string; held?: boolean }) {
  const world = widgetWorld.accounts({ held })
  await world.withWallet()
  const offered: OfferTime[] = []
  const keys: Pick<Keys, 'offer'> = { offer: async (_run, { at }) => offered.push(at) > 0 }
  const round = {
    element: { call: Object.keys(call).length === 0 ? null : call },
    settings: { to: to === '' ? undefined : to },
    signal: world.leaving.controller.signal,
    deps: world.common,
    file: async () => keys,
  } as unknown as WalletRun
  await runOffer(round)
  return offered
}

test.each<[what: string, page: { call?: object; to?: string }, at: OfferTime]>([
  ['a person who chooses', {}, 'choosing'],
  ['a page’s call', { call: { kind: 'raw' } }, 'call'],
  ['a page’s recipient', { to: APPROVAL }, 'call'],
])('behavior: offers to protect an enrolled user’s wallet before %s', async (_what, page, at) => {
  expect(await offer(page)).toEqual([at])
})

test('behavior: offers nothing to a user who has not enrolled', async () => {
  expect(await offer({ held: false })).toEqual([])
})
