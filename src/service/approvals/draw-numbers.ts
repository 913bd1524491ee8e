import { randomInt } from 'node:crypto'

const CANDIDATES = 3
const TWO_DIGITS_FIRST = 10
const TWO_DIGITS_END = 100

/** The number that the widget shows, and the candidates to pick it from, in an order that is drawn once. */
export type DrawnNumbers = { number: number; candidates: number[] }

/** Three different two-digit numbers from the system's random source; which is the right one is drawn last. */
export function drawNumbers(): DrawnNumbers {
  const drawn = new Set<number>()
  while (drawn.size < CANDIDATES) drawn.add(randomInt(TWO_DIGITS_FIRST, TWO_DIGITS_END))
  const candidates = [...drawn]
  const number = candidates[randomInt(CANDIDATES)] ?? TWO_DIGITS_FIRST
  return { number, candidates }
}
