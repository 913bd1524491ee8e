import { harmlessText } from './text.ts'

/**
 * Characters that look like a Latin letter, keyed by that letter. The list is the part of UTS 39's table used
 * to imitate names of coins. Full-width, mathematical and accented forms need no entry, because normalization
 * turns them into the plain letter.
 */
const TAKEN_FOR: readonly [letter: string, others: Iterable<string>][] = [
  ['a', 'аɑαａ'],
  ['b', 'ЬьƄʙвβ'],
  ['c', 'сϲᴄⅽ'],
  ['d', 'ԁɗⅾ'],
  ['e', 'еєҽεɛ℮'],
  ['f', 'ƒẝ'],
  ['g', 'ɡց'],
  ['h', 'һнհ'],
  ['i', 'іıɩιӏ'],
  ['j', 'јϳ'],
  ['k', 'кκᴋ'],
  ['l', 'ⅼǀ|1ı'],
  ['m', 'мⅿᴍ'],
  ['n', 'ոпηɴ'],
  ['o', 'оοօσ0ᴏ'],
  ['p', 'рρᴘ'],
  ['q', 'ԛգ'],
  ['r', 'гᴦʀ'],
  ['s', 'ѕꜱ$5'],
  ['t', 'тτᴛ'],
  ['u', 'υսᴜ'],
  ['v', 'ѵνⅴᴠ'],
  ['w', 'ԝшѡᴡω'],
  ['x', 'хχⅹ'],
  ['y', 'уүγʏ'],
  ['z', 'ᴢ'],
]
const LETTERS: ReadonlyMap<string, string> = new Map(
  TAKEN_FOR.flatMap(([letter, others]) => [...others].map((other): [string, string] => [other, letter])),
)
const LENGTH_MAX = 200

/**
 * A name's appearance: names with the same skeleton can be confused. Not for display. Source: the idea of UTS 39,
 * "Confusable Detection".
 */
export function skeletonOf(text: string): string {
  const plain: Iterable<string> = harmlessText(text, LENGTH_MAX)
    .text.normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
  const letters = [...plain].map((letter) => LETTERS.get(letter) ?? letter).join('')
  // A capital I looks like an l: both are drawn as one line.
  return letters
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('i', 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}
