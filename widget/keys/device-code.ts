import { harmlessName } from '#widget/screens/parts.ts'

/** A new device's public key, for transfer to a device of the wallet. It contains no secret. */
export type DeviceCode = { wallet: string; rpId: string; qx: string; qy: string; name: string }

const SCHEME = 'latchkey-device:1'
const NAME_LENGTH_MAX = 60

/** The code as text, for a QR code and for copying. */
export function writeDeviceCode({ wallet, rpId, qx, qy, name }: DeviceCode): string {
  return [SCHEME, wallet.toLowerCase(), rpId, qx, qy, encodeURIComponent(name)].join(':')
}

/** Reads a code. Undefined for any other text. Does not check whether the code fits the wallet. */
export function readDeviceCode(text: string): DeviceCode | undefined {
  const found = PATTERN.exec(text.trim())?.groups
  const { wallet, rpId, qx, qy, name } = { ...found }
  if (wallet === undefined || rpId === undefined || qx === undefined || qy === undefined) return undefined
  return { wallet, rpId, qx, qy, name: readName(name ?? '') }
}

const PATTERN =
  /^latchkey-device:1:(?<wallet>0x[0-9a-f]{40}):(?<rpId>[a-z0-9.-]{1,253}):(?<qx>[0-9a-f]{64}):(?<qy>[0-9a-f]{64}):(?<name>[^:\s]{0,600})$/

/** The name is the other device's own claim. */
function readName(encoded: string): string {
  try {
    return harmlessName(decodeURIComponent(encoded)).slice(0, NAME_LENGTH_MAX)
  } catch {
    return ''
  }
}
