import { sameAddress } from '#protocol/display/address.ts'
import type { CallDescription, Described, DescribedCall } from '#protocol/display/call-description.ts'
import { warning } from '#protocol/display/call-description.ts'
import type { KnownStruct } from './known-structs.ts'
import type { ReadMessage, Signer } from './message-reading.ts'
import { RefusedMessage } from './refused-message.ts'
import type { StructValue, TypedValue } from './typed-data.ts'

/** A message whose struct is known, with the contract that reads it. */
export type Signed = { struct: KnownStruct; message: StructValue; contract: string; signer: Signer }

/** The effects of a signature. */
export type Enabled = Pick<ReadMessage, 'kind' | 'permissions' | 'validity' | 'warnings'>

/** The text of a member. @throws RefusedMessage if there is no such member. The struct's type excludes this case. */
export function textAt(struct: StructValue, name: string): string {
  const member = memberAt(struct, name)
  if (member.is !== 'value') throw new RefusedMessage(name, 'must be one value')
  return String(member.value)
}

/** The structs in a member, which is one struct or a list of structs. */
export function structsAt(struct: StructValue, name: string): StructValue[] {
  const member = memberAt(struct, name)
  const items = member.is === 'list' ? member.items : [member]
  return items.flatMap((item) => (item.is === 'struct' ? [item] : []))
}

function memberAt({ members }: StructValue, name: string): TypedValue {
  const member = members.get(name)
  if (member === undefined) throw new RefusedMessage(name, 'is required')
  return member
}

/** Whether a contract is a listed coin. For any other contract, not even its standard is known. */
export function isListedCoin(contract: string, { tokens }: Signer): boolean {
  return tokens.some(({ address }) => sameAddress(address, contract))
}

/** The call with the same effect. Screens use its words and warnings. */
export function toCall(token: string, signer: Signer): DescribedCall {
  return { ...signer, toAddress: token, value: 0n, data: '0x' }
}

/**
 * A description with the severity of a signature in place of the call's own, because the holder of the signature can
 * use it without any further consent.
 */
export function describeSigned(
  { warnings, ...described }: Described,
  { chainId }: Signer,
  severity: CallDescription['severity'],
): CallDescription {
  return { ...described, chainId, warnings: warnings.map(warning), severity }
}
