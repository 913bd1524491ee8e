import type { Address, Hex } from 'viem'
import type { CallKind } from '#protocol/display/call-description.ts'
import type { Severity, WarningCode } from '#protocol/display/warning-severity.ts'
import type { Effect } from '#protocol/effects/effect.ts'
import type { MessagePage, ReadMessage } from '#protocol/messages/message-reading.ts'
import { readMessage } from '#protocol/messages/read-message.ts'

export const WALLET: Address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
export const COIN: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const SPENDER: Address = '0xDc64a140Aa3E981100a9becA4E685f962f0cF6C9'
const tokens = [{ address: COIN, name: 'Demo Coin', symbol: 'DEMO', decimals: 6, balance: 5_000_000n }]
export const PAGE: MessagePage = {
  chainId: 10,
  walletAddress: WALLET,
  tokens,
  origin: 'https://shop.example',
  nowMs: 0,
}
export const uint = (name: string): { name: string; type: string } => ({ name, type: 'uint256' })
export const address = (name: string): { name: string; type: string } => ({ name, type: 'address' })

/** Reads a typed message that a wallet signs. */
export function readTyped(typedData: object): ReadMessage {
  const read = readMessage({ kind: 'typed-data', typedData }, PAGE)
  if (read === undefined) throw new Error('typed data is always read')
  return read
}

/** Returns the rights that the signature gives to others, reduced to kind, effects, severity and warning codes. */
export const enabledBy = (
  typedData: object,
): { kind: CallKind; effects: readonly Effect[]; severity: Severity; warnings: WarningCode[] }[] =>
  readTyped(typedData).permissions.map(({ kind, effects, severity, warnings }) => ({
    kind,
    effects,
    severity,
    warnings: warnings.map(({ code }) => code),
  }))

/** Returns the effect of an allowance. */
export const allowance = (
  token: string,
  units: string,
  to = SPENDER,
): { does: string; token: string; what: { is: string; units: string }; to: Hex; sets: string } => ({
  does: 'grant',
  token,
  what: { is: 'coins', units },
  to,
  sets: units === '0' ? 'nothing' : 'to',
})
