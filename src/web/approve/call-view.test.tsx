/** @jsxImportSource preact */
import { render, type ComponentChildren } from 'preact'
import { expect, test } from 'vitest'
import {
  ADDED_KEY,
  ADVERSARIAL_CALLS,
  COIN,
  keyCall,
  KNOWLEDGE,
  THIEF,
  WALLET,
} from '#contracts/testing/adversarial-calls.ts'
import type { HeldTransaction } from '#protocol/approver-api.ts'
import { checksumAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { SIMULATION_WORDS } from '#protocol/display/call-words.ts'
import { keyWords } from '#protocol/display/key-words.ts'
import { coordinateHex } from '#protocol/passkey/public-key.ts'
import { mustShow, visibleText } from '#protocol/testing/must-show.ts'
import { sample } from '#protocol/testing/tier.ts'
import { CallView } from '#web/ui/call/call-view.tsx'
import { describeHeld } from './held-call.ts'
import { StillExecutableNotice, TransactionList } from './transaction-list.tsx'
import { HeldSimulation } from './transaction-page.tsx'

const AT = '2026-11-22T01:00:00.000Z'
const HELD: HeldTransaction = {
  transactionUuid: '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa',
  status: 'PENDING_USER_APPROVAL',
  organizationName: 'Demo',
  walletAddress: WALLET,
  walletLabel: 'Savings',
  chainId: 1,
  digest: `0x${'ab'.repeat(32)}`,
  toAddress: THIEF,
  value: '5',
  data: '0x',
  expiration: '1900000000',
  fee: '0',
  feeCoinAddress: ZERO_ADDRESS,
  feeWithdrawAddress: ZERO_ADDRESS,
  heldAtDatetime: AT,
  expiresAtDatetime: AT,
  secondsLeft: 600,
  reported: false,
}

function draw(content: ComponentChildren): HTMLElement {
  const place = document.createElement('div')
  render(content, place)
  return place
}
/** The red texts that are visible without opening anything. */
const red = (place: HTMLElement) =>
  [...place.querySelectorAll('.notice.danger, .badge.danger')].map(visibleText).join('\n')

test('behavior: in hundreds of calls, every danger, its parties and its subject are visible without opening anything', () => {
  for (const { name, call } of sample(ADVERSARIAL_CALLS, 7))
    for (const [known, tokens] of KNOWLEDGE) {
      const held = { ...HELD, toAddress: call.to, value: String(call.value), data: call.data }
      const description = describeHeld(held, tokens)
      if (description === null) throw new Error(name)
      const page = draw(<CallView description={description} />)
      const { dangers, facts, amounts } = mustShow(description)
      const [warned, seen] = [red(page), visibleText(page)]
      for (const danger of dangers) expect(warned, `${name}, ${known}`).toContain(danger)
      for (const fact of [...facts, ...amounts.map(({ units }) => units)])
        expect(seen, `${name}, ${known}`).toContain(fact)
      const list = draw(<TransactionList transactions={[held]} tokens={tokens} frozen />)
      expect(red(list) !== '', `${name}, ${known}`).toBe(description.severity === 'danger')
    }
})

test('behavior: a simulation that differs is red with both values, and a missing simulation is stated', () => {
  const drained = { tokenAddress: COIN, account: WALLET, amount: '-600' }
  const tokens = [{ address: COIN, symbol: 'DEMO', decimals: 2, name: 'Demo' }]
  const place = draw(
    <HeldSimulation
      held={{ ...HELD, simulation: { outcome: 'succeeds', changes: [drained], approvals: [] } }}
      tokens={tokens}
    />,
  )
  for (const text of [
    SIMULATION_WORDS.differs,
    '-6 DEMO',
    '-0.000000000000000005 ETH',
    checksumAddress(WALLET),
  ])
    expect(red(place)).toContain(text)
  const outcome = 'succeeds' as const
  const seen = {
    outcome,
    changes: [{ tokenAddress: ZERO_ADDRESS, account: WALLET, amount: '-5' }],
    approvals: [],
  }
  expect(draw(<HeldSimulation held={{ ...HELD, simulation: seen }} tokens={tokens} />).innerHTML).toBe('')
  expect(draw(<HeldSimulation held={HELD} tokens={tokens} />).textContent).toBe(SIMULATION_WORDS.missing)
})

test('behavior: a pending call that would fail → red, with the reason and the missing balance', () => {
  const simulation = { outcome: 'fails', reason: 'no such item', notHeld: { tokenId: '7' } } as const
  const failing = red(draw(<HeldSimulation held={{ ...HELD, simulation }} tokens={[]} />))
  for (const text of [SIMULATION_WORDS.fails, 'token ID 7', 'no such item']) expect(failing).toContain(text)
})

test('behavior: a failed call that can still be executed is red with the time, in the list too', () => {
  const failed = { ...HELD, status: 'FAILED', executableUntil: AT } as const
  const page = draw(<StillExecutableNotice held={failed} ended={() => {}} />)
  expect(red(page)).toContain('anyone who has the signed call can still execute it')
  const list = draw(<TransactionList transactions={[failed]} tokens={[]} ended={() => {}} />)
  for (const place of [page, list]) {
    expect(place.querySelector('time')?.dateTime).toBe(AT)
    expect(place.querySelector('[role=timer]')?.textContent).toBe('10:00 left')
  }
  expect(draw(<StillExecutableNotice held={HELD} />).innerHTML).toBe('')
})

test('behavior: adding a passkey shows the verification words of both devices', () => {
  const { x, y } = ADDED_KEY
  const held = { ...HELD, toAddress: WALLET, value: '0', data: keyCall('addKey', ADDED_KEY) }
  const description = describeHeld(held, [])
  if (description === null) throw new Error('not described')
  const page = draw(<CallView description={description} />)
  expect(visibleText(page)).toContain(keyWords({ qx: coordinateHex(x), qy: coordinateHex(y) }))
})
