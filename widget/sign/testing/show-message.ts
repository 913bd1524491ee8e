import { readMessage } from '#protocol/messages/read-message.ts'
import type { PolicyVerdict } from '#protocol/simulation.ts'
import type { SignableMessage } from '#protocol/widget-call.ts'
import { callWords } from '#widget/calls/call-words.ts'
import { h } from '#widget/screens/dom.ts'
import { createStage } from '#widget/screens/stage.ts'
import { signScreens } from '#widget/sign/sign-screens.ts'
import { en } from '#widget/texts/en.ts'

export const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
export const COIN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const SPENDER = '0xDc64a140Aa3E981100a9becA4E685f962f0cF6C9'
export const ORIGIN = 'https://shop.example'
const tokens = [{ address: COIN, name: 'Demo Coin', symbol: 'DEMO', decimals: 6, balance: 5_000_000n }]

/** Shows the screen of a message. Returns it with its button's effect. */
export function showMessage(message: SignableMessage, policies?: PolicyVerdict) {
  const card = h('div', { part: 'card' })
  const base = h('div', {}, card)
  const root = h('div').attachShadow({ mode: 'open' })
  root.append(base)
  const options = { signal: new AbortController().signal, cancel: () => {}, focusIsFree: () => false }
  const stage = createStage({ base, card, status: h('p') }, callWords(en), options)
  const read = readMessage(message, { chainId: 10, walletAddress: WALLET, tokens, origin: ORIGIN, nowMs: 0 })!
  const wallet = { address: WALLET, label: 'Mine', passkey: null }
  const review = async () => ({ policies, differences: [] })
  const reviews = { latest: review, again: review }
  const view = {
    message: read,
    wallet,
    chainId: 10,
    digest: read.hash,
    coSigner: undefined,
    coSignerNotice: 'expected' as const,
    origin: ORIGIN,
    reviews,
    problem: undefined,
  }
  let isAnswered = false
  void signScreens(stage)
    .askSign(view)
    .then(() => (isAnswered = true))
  const press = async () => {
    card.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
    await Promise.resolve()
    await new Promise((resolve) => queueMicrotask(() => resolve(undefined)))
    return isAnswered
  }
  const box = card.querySelector<HTMLInputElement>('input[type=checkbox]')
  const visible = () => {
    const copy = h('div')
    copy.append(...[...card.childNodes].map((node) => node.cloneNode(true)))
    copy.querySelector('details')?.remove()
    return (copy.textContent ?? '').replaceAll(/\s+/g, ' ')
  }
  const reds = () => [...card.querySelectorAll('.warnings .danger')].map(({ textContent }) => textContent)
  return { card, press, box, visible, reds, stage }
}

/** A permit of an allowance of `value`. */
export const permit = (value: string): SignableMessage => ({
  kind: 'typed-data',
  typedData: {
    domain: { name: 'Demo Coin', chainId: 10, verifyingContract: COIN },
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    message: { owner: WALLET, spender: SPENDER, value, nonce: 0, deadline: 1_800_000_000 },
  },
})
