import type { Address } from 'viem'
// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { readMessage } from '#protocol/messages/read-message.ts'
import { callWords } from '#widget/calls/call-words.ts'
import type { CoSignerNotice } from '#widget/protect/known-co-signer.ts'
import { testStage } from '#widget/testing/test-stage.ts'
import { en, messageEn } from '#widget/texts/en.ts'
import { signScreens } from './sign-screens.ts'

const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const CO_SIGNER: Address = '0xDc64a140Aa3E981100a9becA4E685f962f0cF6C9'
const ORIGIN = 'https://shop.example'

/** Shows the screen of a harmless text. */
function show(guard: { coSigner: Address | undefined; coSignerNotice: CoSignerNotice }) {
  const screen = testStage(callWords(en))
  const page = { chainId: 10, walletAddress: WALLET, tokens: [], origin: ORIGIN, nowMs: 0 } as const
  const message = readMessage({ kind: 'text', text: 'I accept.' }, page)
  if (message === undefined) throw new Error('it cannot be read')
  const answer = signScreens(screen.stage).askSign({
    message,
    wallet: { address: WALLET, label: '', passkey: null },
    chainId: 10,
    digest: message.hash,
    origin: ORIGIN,
    reviews: undefined,
    problem: undefined,
    ...guard,
  })
  const red = () => screen.card.querySelector('.warnings .danger')?.textContent
  return { ...screen, answer, red }
}

test('behavior: shows the full co-signer, and a known one needs no tick', async () => {
  const { text, red, submit, answer } = show({ coSigner: CO_SIGNER, coSignerNotice: 'expected' })
  expect(text()).toContain(`Co-signer${CO_SIGNER}`)
  expect(red()).toBeUndefined()
  submit()
  await answer
})

test.each<[coSigner: Address | undefined, notice: CoSignerNotice, warning: string]>([
  [CO_SIGNER, 'changed', messageEn.otherCoSigner],
  [undefined, 'changed', messageEn.otherCoSigner],
  [undefined, 'perhaps-removed', messageEn.removedCoSigner],
])(
  'error: a co-signer that this browser does not know (%s, %s) is red, and needs a tick',
  async (coSigner, coSignerNotice, warning) => {
    const { card, red, submit, answer } = show({ coSigner, coSignerNotice })
    expect(red()).toBe(warning)
    let isAnswered = false
    void answer.then(() => (isAnswered = true))
    submit()
    await new Promise((resolve) => setTimeout(resolve))
    expect(isAnswered).toBe(false)
    card.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
    submit()
    await answer
  },
)
