import { bytesFromHex } from '#protocol/signing/hex.ts'

const CONSONANTS = 'bdfghjklmnprstvz'
const VOWELS = 'aiou'

/**
 * Four pronounceable words of five letters for the first 64 bits of a digest, such as
 * `lusab-babad-gutih-tugad`. They are the same on every screen, so a person can compare a call on two devices
 * or read it aloud. They are for people; programs compare the digest. Each word is 16 bits, with alternating
 * consonants and vowels (proquint, Wilkerson 2009).
 */
export function fingerprint(digest: string): string {
  const bytes = bytesFromHex(digest)
  if (bytes.length !== 32) throw new RangeError('a digest must be 32 bytes')
  return [0, 2, 4, 6].map((index) => word(((bytes[index] ?? 0) << 8) | (bytes[index + 1] ?? 0))).join('-')
}

function word(bits: number): string {
  return (
    CONSONANTS.charAt(bits >> 12) +
    VOWELS.charAt((bits >> 10) & 3) +
    CONSONANTS.charAt((bits >> 6) & 15) +
    VOWELS.charAt((bits >> 4) & 3) +
    CONSONANTS.charAt(bits & 15)
  )
}
