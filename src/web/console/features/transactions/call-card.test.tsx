import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { ADVERSARIAL_CALLS, COIN, KNOWLEDGE, WALLET } from '#contracts/testing/adversarial-calls.ts'
import { SIMULATION_WORDS } from '#protocol/display/call-words.ts'
import { WARNING_SENTENCES } from '#protocol/display/warning-sentences.ts'
import { describeCallOrNull } from '#protocol/effects/describe-call.ts'
import { mustShow, visibleText } from '#protocol/testing/must-show.ts'
import { sample } from '#protocol/testing/tier.ts'
import { CallParty } from '#web/console/components/call-party.tsx'
import { createQueryClient } from '#web/console/lib/query-client.ts'
import { exampleTransaction } from '#web/console/testing/example-transaction.ts'
import { CallCard } from './call-card.tsx'

const TRANSACTION = exampleTransaction({ walletAddress: WALLET, toAddress: COIN, data: '0x12345678' })

function draw(content: ReactNode): HTMLElement {
  const place = document.createElement('div')
  place.innerHTML = renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>{content}</MemoryRouter>
    </QueryClientProvider>,
  )
  return place
}
/** Red texts that are visible without opening anything. */
const red = (place: HTMLElement) => [...place.querySelectorAll('.bg-danger-soft')].map(visibleText).join('\n')

test('behavior: shows every danger in red, and all parties and amounts, without opening anything', () => {
  for (const { name, call } of sample(ADVERSARIAL_CALLS, 11))
    for (const [known, tokens] of KNOWLEDGE) {
      const transaction = { ...TRANSACTION, toAddress: call.to, value: String(call.value), data: call.data }
      const description = describeCallOrNull({ ...transaction, chainId: 1, tokens })
      if (description === null) throw new Error(name)
      const card = draw(<CallCard timeline={{ transaction }} chainId={1} tokens={tokens} />)
      const { dangers, facts, amounts } = mustShow(description)
      const [warned, seen] = [red(card), visibleText(card)]
      for (const danger of dangers) expect(warned, `${name}, ${known}`).toContain(danger)
      for (const fact of [...facts, ...amounts.map(({ units }) => units)])
        expect(seen, `${name}, ${known}`).toContain(fact)
      const row = draw(<CallParty description={description} />)
      expect(red(row) !== '', `${name}, ${known}`).toBe(description.severity === 'danger')
    }
})

test('behavior: shows a differing simulation in red with both values, and says if there is none', () => {
  const drained = { tokenAddress: COIN, account: WALLET, amount: '-600' }
  const tokens = [{ address: COIN, symbol: 'DEMO', decimals: 2, name: 'Demo' }]
  const simulation = { outcome: 'succeeds' as const, changes: [drained], approvals: [] }
  const card = draw(
    <CallCard timeline={{ transaction: TRANSACTION, simulation }} chainId={1} tokens={tokens} />,
  )
  for (const text of [SIMULATION_WORDS.differs, '-6 DEMO', SIMULATION_WORDS.nothing])
    expect(red(card)).toContain(text)
  const without = draw(<CallCard timeline={{ transaction: TRANSACTION }} chainId={1} tokens={tokens} />)
  expect(visibleText(without)).toContain(SIMULATION_WORDS.missing)
  const ended = { ...TRANSACTION, status: 'CONFIRMED' } as const
  expect(
    visibleText(draw(<CallCard timeline={{ transaction: ended }} chainId={1} tokens={tokens} />)),
  ).not.toContain(SIMULATION_WORDS.missing)
})

test('error: bytes that are not a call are red', () => {
  const transaction = { ...TRANSACTION, data: '0x123' }
  const card = draw(<CallCard timeline={{ transaction }} chainId={1} tokens={[]} />)
  expect(red(card)).toContain(WARNING_SENTENCES['unknown-call'])
})
