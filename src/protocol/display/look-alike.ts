import { harmlessText } from './text.ts'

/**
 * Characters that look like a Latin letter, keyed by that letter. The list is the part of UTS 39's table used
 * to imitate names of coins. Full-width, mathematical and accented forms need no entry, because normalization
 * turns them into the plain letter.
 */
const TAKEN_FOR: readonly [letter: string, others: Iterable<string>][] = [
  ['a', 'аɑαａᴀⲁ₳'],
  ['b', 'ЬьƄʙвβⲃ฿₿'],
  ['c', 'сϲᴄⅽⲥ¢₵'],
  ['d', 'ԁɗⅾᴅđð'],
  ['e', 'еєҽεɛ℮ᴇⲉ€'],
  ['f', 'ƒẝꜰ'],
  ['g', 'ɡցɢ'],
  ['h', 'һнհʜ'],
  ['i', 'іıɩιӏɪⲓ'],
  ['j', 'јϳᴊ'],
  ['k', 'кκᴋⲕ'],
  ['l', 'ⅼǀ|1ıʟł£'],
  ['m', 'мⅿᴍⲙ'],
  ['n', 'ոпηɴⲛ₦'],
  ['o', 'оοօσ0ᴏøⲟ'],
  ['p', 'рρᴘⲣ₽'],
  ['q', 'ԛգ'],
  ['r', 'гᴦʀ'],
  ['s', 'ѕꜱ$5'],
  ['t', 'тτᴛⲧ₮'],
  ['u', 'υսᴜ'],
  ['v', 'ѵνⅴᴠ'],
  ['w', 'ԝшѡᴡω₩'],
  ['x', 'хχⅹⲭ'],
  ['y', 'уүγʏ¥'],
  ['z', 'ᴢⲍ'],
]
/**
 * The same list for capitals whose small form looks different, and for letters without a small form (Cherokee, Lisu).
 */
const TAKEN_FOR_CAPITAL: typeof TAKEN_FOR = [
  ['a', 'Ꭺꓮ'],
  ['b', 'Ᏼꓐ'],
  ['c', 'Ꮯꓚ'],
  ['d', 'Ꭰꓓ'],
  ['e', 'Ꭼꓰ'],
  ['f', 'ꓝ'],
  ['g', 'Ꮐꓖ'],
  ['h', 'ΗᎻꓧⲎ'],
  ['i', 'Ꮖꓲ'],
  ['j', 'Ꭻꓙ'],
  ['k', 'Ꮶꓗ'],
  ['l', 'ԼᏞꓡ'],
  ['m', 'ΜᎷꓟ'],
  ['n', 'Νꓠ'],
  ['o', 'ꓳ'],
  ['p', 'Ꮲꓑ'],
  ['r', 'ᎡᏒꓣ'],
  ['s', 'ՏᏚꓢ'],
  ['t', 'Ꭲꓔ'],
  ['u', 'ꓴ'],
  ['v', 'Ꮩꓦ'],
  ['w', 'ᏔᎳꓪ'],
  ['x', 'ꓫ'],
  ['y', 'ΥᎽꓬ'],
  ['z', 'ΖᏃꓜ'],
]
const LETTERS = mapLetters(TAKEN_FOR)
const CAPITALS = mapLetters(TAKEN_FOR_CAPITAL)

function mapLetters(taken: typeof TAKEN_FOR): ReadonlyMap<string, string> {
  return new Map(
    taken.flatMap(([letter, others]) => [...others].map((other): [string, string] => [other, letter])),
  )
}
const LENGTH_MAX = 200

/**
 * A name's appearance: names with the same skeleton can be confused. Not for display. Source: the idea of UTS 39,
 * "Confusable Detection".
 */
export function toSkeleton(text: string): string {
  const plain: Iterable<string> = harmlessText(text, LENGTH_MAX).text.normalize('NFKD').replace(/\p{M}/gu, '')
  const letters = [...plain].map((letter) => CAPITALS.get(letter) ?? smallLetter(letter)).join('')
  // A capital I looks like an l: both are drawn as one line.
  return letters
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('i', 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

function smallLetter(letter: string): string {
  const small = letter.toLowerCase()
  return LETTERS.get(small) ?? small
}
