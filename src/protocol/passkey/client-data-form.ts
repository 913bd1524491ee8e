import { bytesFromText } from '#protocol/signing/utf8.ts'
import type { ClientDataIndexes } from './client-data.ts'

const [OPEN_BRACE, COMMA] = [0x7b, 0x2c]

/** The members that the wallet contract compares. `challenge` is base64url. */
type SignedMembers = { type: 'webauthn.create' | 'webauthn.get'; challenge: string }

/**
 * Whether type and challenge are at their indexes byte for byte, as the wallet contract compares them. The
 * contract does not parse JSON, so it refuses white space before a member or an escape in it. Source: profile
 * 3, 4.
 */
export function hasContractForm(
  bytes: Uint8Array,
  { typeIndex, challengeIndex }: ClientDataIndexes,
  { type, challenge }: SignedMembers,
): boolean {
  return (
    isMemberAt(bytes, typeIndex, `"type":"${type}"`) &&
    isMemberAt(bytes, challengeIndex, `"challenge":"${challenge}"`)
  )
}

function isMemberAt(bytes: Uint8Array, index: bigint, member: string): boolean {
  const start = Number(index)
  const before = bytes[start - 1]
  const isAfterStart = bytes[0] === OPEN_BRACE && (before === OPEN_BRACE || before === COMMA)
  return isAfterStart && bytesFromText(member).every((byte, offset) => bytes[start + offset] === byte)
}
