import { afterAll, expect, test } from 'vitest'
import type { WidgetAddress } from '#protocol/addresses.ts'
import { lookUp, send } from '#widget/testing/noted-wallet.ts'
import { FRIEND, sendPerson } from '#widget/testing/scripted-screens.ts'
import { FEE, FEE_RECEIVER } from '#widget/testing/server-state.ts'
import { openScreen } from '#widget/testing/shown-text.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'

const screen = openScreen()
afterAll(screen.close)

const PAID = '2026-11-01T00:00:00.000Z'

/** The confirm screen of a transfer to a friend, as a person reads it without opening anything. */
async function readScreen(facts: Partial<WidgetAddress>) {
  const { world } = await widgetWorld.notes({ fee: FEE })
  // The first payment of a token shows its base units, which makes the call unusual.
  await world.sign(send(FEE_RECEIVER))
  lookUp(world, [{ address: FRIEND, payeeName: null, looksLike: null, ...facts }])
  const person = sendPerson()
  await world.sign(send(FRIEND), person)
  const [view] = person.views('askConfirm')
  if (view === undefined) throw new Error('nothing was confirmed')
  return screen.renderText(view)
}

test('behavior: a transfer leads with the amount, the recipient, and one line with fee and time', async () => {
  const text = await readScreen({ payeeName: 'Bakery', lastUsedAtDatetime: PAID })
  const [amount, recipient, ...others] = text.split('\n')
  expect(amount).toBe('You send12.5 DEMO')
  expect(recipient).toMatch(new RegExp(`^ToBakery${FRIEND}Fee0.5 DEMO · valid for \\d+ minutes?$`))
  expect(others.join('\n')).toMatch(/From.*Token.*Fee goes to.*Network.*Valid until/)
})

test.each([
  ['a recipient without a name', { lastUsedAtDatetime: PAID }, `To${FRIEND}`],
  ['a new recipient', { lastUsedAtDatetime: null }, `To${FRIEND}`],
  [
    'a recipient whose name the server states',
    { payeeName: 'Bakery', lastUsedAtDatetime: PAID },
    `ToBakery${FRIEND}`,
  ],
  ['a new recipient with a name', { payeeName: 'Bakery', lastUsedAtDatetime: null }, `ToBakery${FRIEND}`],
  [
    'an imitation of a verified payee',
    { looksLike: { as: 'payee', name: 'Bakery' }, lastUsedAtDatetime: PAID } as const,
    `To${FRIEND}`,
  ],
])('behavior: the address of %s is displayed in full', async (_, facts, shown) => {
  expect(await readScreen(facts)).toContain(shown)
})

test('behavior: notes on the only recipient name it by its ends, and an imitation in full', async () => {
  const ends = `${FRIEND.slice(0, 6)}…${FRIEND.slice(-4)}`
  const text = await readScreen({ payeeName: 'Bakery', lastUsedAtDatetime: null })
  expect(text).toContain(`This wallet has not used ${ends} before`)
  expect(text).toContain(`The organization calls ${ends} “Bakery”`)
  expect(await readScreen({ looksLike: { as: 'payee', name: 'Bakery' } })).toContain(
    `${FRIEND} begins and ends like “Bakery”`,
  )
})
