import type { Messages } from '#widget/messages/messages.ts'
import { h } from '#widget/screens/dom.ts'
import { walletTexts } from '#widget/wallet/wallet-words.ts'

/** A date and a time of day, in the language of the texts. */
export function timeText({ language }: Messages, atMs: number): string {
  return new Date(atMs).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' })
}

/** Counts down each second, and stops by itself when it leaves the page. */
export function countdown(messages: Messages, endMs: number, now: () => number): HTMLElement {
  const time = h('span', { role: 'timer' })
  function tick(): void {
    const seconds = Math.max(0, Math.ceil((endMs - now()) / 1000))
    const two = (number: number) => String(number).padStart(2, '0')
    const [days, hours, minutes] = [seconds / 86_400, (seconds / 3600) % 24, (seconds / 60) % 60].map(
      Math.floor,
    )
    const clock = `${two(hours ?? 0)}:${two(minutes ?? 0)}:${two(seconds % 60)}`
    time.textContent = walletTexts(messages).timeLeft(days ?? 0, clock)
    setTimeout(() => time.isConnected && tick(), 1000)
  }
  tick()
  return h('p', { class: 'watching' }, h('span', { class: 'pulse' }), time)
}
