import { hashMessage, hashTypedData, type Address, type Hex, type TypedDataDefinition } from 'viem'
import { messageDigest } from '#protocol/signing/message-digest.ts'
import type { AssertionChanges } from '#protocol/testing/software-passkey.ts'
import { ORIGIN } from './approver-devices.ts'
import type { TestWallet } from './wallet-requests.ts'

type TestMessage = { kind: 'text'; text: string } | { kind: 'typed-data'; typedData: TypedDataDefinition }

type Changes = {
  /** The co-signer that the digest names. Undefined means none. */
  coSigner?: Address
  assertion?: AssertionChanges
}

/** The request body for the approval of a message that a wallet has signed. */
export function signedMessage<Message extends TestMessage>(
  chainId: number,
  { address, passkey }: Pick<TestWallet, 'address' | 'passkey'>,
  message: Message,
  { coSigner, assertion }: Changes = {},
) {
  const digest = messageDigest(chainId, address, hashOf(message), coSigner)
  return { walletAddress: address, message, origin: ORIGIN, signature: passkey.sign(digest, assertion) }
}

function hashOf(message: TestMessage): Hex {
  return message.kind === 'text' ? hashMessage(message.text) : hashTypedData(message.typedData)
}
