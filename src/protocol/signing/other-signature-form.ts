import { bytesFromHex } from './hex.ts'

/** The layout of profile 4, as an integrator has to encode it. */
const EXPECTED =
  'it must be abi.encode((bytes authenticatorData, string clientDataJSON, uint256 challengeIndex, uint256 typeIndex, uint256 r, uint256 s))'

const R_AND_S_LENGTH = 64
const ETHEREUM_LENGTH = 65
const DER_SEQUENCE = 0x30

/**
 * Names the layout of a signature in a common layout other than that of profile 4, such as DER, and states the expected
 * layout. Undefined if the layout is not recognized or the text is not hex.
 */
export function nameOtherSignatureForm(signature: string): string | undefined {
  if (!/^0x([0-9a-f]{2})+$/i.test(signature)) return undefined
  const bytes = bytesFromHex(signature.toLowerCase())
  if (bytes.length === R_AND_S_LENGTH) return `it is r and s alone, and ${EXPECTED}`
  if (bytes.length === ETHEREUM_LENGTH) return `it is r, s and v of an Ethereum key, and ${EXPECTED}`
  // A sequence that states the length of the remaining bytes: two integers of a P-256 signature, as WebAuthn returns
  // it.
  const isDer = bytes[0] === DER_SEQUENCE && bytes[1] === bytes.length - 2
  return isDer ? `it is in DER form, and ${EXPECTED}` : undefined
}
