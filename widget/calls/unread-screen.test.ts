import { Window } from 'happy-dom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeCall } from '#protocol/effects/describe-call.ts'
import { encodeExecuteBatch } from '#protocol/signing/wallet-batch.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import type { Stage, View } from '#widget/screens/stage.ts'
import { en } from '#widget/texts/en.ts'
import { callWords } from './call-words.ts'
import { askUnread } from './unread-screen.ts'

const WALLET = `0x${'11'.repeat(20)}` as const
const GAME = `0x${'22'.repeat(20)}` as const

const before: unknown = Reflect.get(globalThis, 'document')
beforeAll(() => {
  Reflect.set(globalThis, 'document', new Window().document)
})
afterAll(() => {
  Reflect.set(globalThis, 'document', before)
})

function confirmationOf(toAddress: string, data: string): Confirmation {
  const description = describeCall({
    chainId: 1,
    walletAddress: WALLET,
    toAddress,
    value: 0n,
    data,
    tokens: [],
  })
  return { description } as unknown as Confirmation
}

/** Opens the screen. Returns its view, if displayed, and its result. */
function open(confirmation: Confirmation) {
  let view: View | undefined
  const stage = {
    messages: callWords(en),
    adopt: () => {},
    announce: () => {},
    ask: (draw: (answer: (value: unknown) => void) => View) =>
      new Promise((resolve) => {
        view = draw(resolve)
      }),
  } as unknown as Stage
  const answer = askUnread(stage, { confirmation, canGoBack: false, problem: undefined })
  const nodes = (view?.body ?? []).flat().filter((child) => typeof child === 'object' && child !== null)
  const text = nodes.map((node) => node.textContent).join('\n')
  const find = (selector: string) =>
    nodes.map((node) => (node as Element).querySelector<HTMLInputElement>(selector)).find(Boolean)
  return { view, answer, text, box: find('input'), problem: find('.field-problem') }
}

test('behavior: bytes that cannot be decoded are shown in full and need a tick', async () => {
  const confirmation = confirmationOf(GAME, '0x12345678abcd')
  const { view, answer, text, box, problem } = open(confirmation)
  for (const shown of ['0x12345678abcd', '0x12345678', '6 bytes']) expect(text).toContain(shown)
  expect(text.toLowerCase()).toContain(GAME)
  view?.submit?.()
  expect(problem?.textContent).toBe('Tick this box to continue.')
  if (box) box.checked = true
  view?.submit?.()
  expect(await answer).toBe('confirm')
  const again = open(confirmation)
  expect(again.view).toBeUndefined()
  expect(await again.answer).toBe('confirm')
})

test('behavior: one such call in a batch is enough, and only its bytes are shown', () => {
  const known = {
    to: GAME,
    value: 0n,
    data: `0xa9059cbb${GAME.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`,
  } as const
  const data = encodeExecuteBatch([known, { to: GAME, value: 7n, data: '0x99999999' }])
  const { view, text } = open(confirmationOf(WALLET, data))
  expect(view?.step).toBe('unread')
  expect(text).toContain('0x99999999')
  expect(text).not.toContain('a9059cbb')
})

test('behavior: a call that can be decoded does not need the screen', async () => {
  const data = `0xa9059cbb${GAME.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`
  const { view, answer } = open(confirmationOf(GAME, data))
  expect(view).toBeUndefined()
  expect(await answer).toBe('confirm')
})
