/**
 * `text` is safe to display. `changed`: parts were removed. `mixedScript`: the text mixes scripts as no
 * language does.
 */
export type HarmlessText = { text: string; changed: boolean; mixedScript: boolean }

/**
 * Characters that have no shape or change the shape of others: controls, format characters (bidi, zero width,
 * tags, fillers), unassigned, private use, half pairs, the blank Braille pattern.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u2800]/gu
/** All marks on one letter after its second mark. Many marks cover the lines above and below. */
const MARKS = /(\p{M}{2})\p{M}+/gu
/**
 * Long sequences of marks on one letter. Normalization sorts them, in time that grows with the square of their
 * number. Source: UAX 15, stream-safe text.
 */
const LONG_MARKS = /(\p{M}{30})\p{M}+/gu
const SPACES = /[\s\p{Zs}]+/gu
/** Printable ASCII with single spaces, which most names are. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/
/**
 * Maximum length of an examined text, in UTF-16 units. No name or label is longer. Only the beginning of a
 * longer text is displayed.
 */
const LOOKED_AT_MAX = 10_000

const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Devanagari}/u,
  /\p{Script=Thai}/u,
  /\p{Script=Georgian}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
]
/**
 * Indexes of the two scripts that may be mixed: East Asian languages write Latin letters among their own (UTS 39,
 * "highly restrictive").
 */
const LATIN = 0
const EAST_ASIAN = SCRIPTS.length - 1

/**
 * Makes foreign text (a token's name, a label) harmless for display: normalized, without invisible characters,
 * spaces collapsed, at most `lengthMax` characters with an ellipsis at the cut. The caller must still name its
 * source, because a harmless text can lie.
 */
export function harmlessText(text: string, lengthMax: number): HarmlessText {
  if (text.length <= lengthMax && PLAIN.test(text)) return { text, changed: false, mixedScript: false }
  const looked = text.slice(0, LOOKED_AT_MAX).replace(LONG_MARKS, '$1')
  const visible = looked
    .replace(SPACES, ' ')
    .replace(INVISIBLE, '')
    // Removed characters may have separated marks, so marks are limited last.
    .replace(LONG_MARKS, '$1')
    .normalize('NFC')
    .replace(MARKS, '$1')
    .replace(SPACES, ' ')
    .trim()
  const codePoints: Iterable<string> = visible
  const characters = [...codePoints]
  const short =
    characters.length > lengthMax ? `${characters.slice(0, Math.max(0, lengthMax - 1)).join('')}…` : visible
  const changed = looked !== text || short !== looked.normalize('NFC')
  return { text: short, changed, mixedScript: isMixedScript(visible) }
}

/**
 * A foreign text in full, for signed content. Characters without a shape are written as their code, such as
 * `\u{202e}`.
 */
export function revealText(text: string): string {
  return text.replace(INVISIBLE, (mark, at: number) =>
    '\n\t\ufe0f'.includes(mark) || text.startsWith('\r\n', at)
      ? mark
      : `\\u{${(mark.codePointAt(0) ?? 0).toString(16)}}`,
  )
}

function isMixedScript(text: string): boolean {
  const present = SCRIPTS.flatMap((script, index) => (script.test(text) ? [index] : []))
  if (present.length < 2) return false
  return !(present.length === 2 && present.includes(LATIN) && present.includes(EAST_ASIAN))
}

const MAIL_NAME_LENGTH_MAX = 60

/**
 * A foreign text, such as an organization's name, for a mail. It is harmless as on a screen, without anything
 * that mail programs turn into links: `http://evil.example/claim` becomes `http evil example claim`.
 */
export function mailName(text: string): string {
  return harmlessText(
    text.slice(0, LOOKED_AT_MAX).replace(/[:/\\@]|[.\u3002\uff0e\uff61](?=\S)/g, ' '),
    MAIL_NAME_LENGTH_MAX,
  ).text
}
