import type { Hex } from 'viem'
import type { CallDescription, DescribedCall } from '#protocol/display/call-description.ts'
import type { SignableMessage } from '#protocol/widget-call.ts'
import type { SignInFault } from './sign-in.ts'

/**
 * `gives`: the signature lets others take tokens. `unread`: the effect of the signature is unknown. Only signatures
 * with one of these two warnings may move assets of the wallet. `foreign`: the message names another account as the
 * payer. `hidden`: the message has invisible marks.
 */
export type MessageWarning = SignInFault | 'foreign' | 'hidden' | 'gives' | 'unread'

/**
 * Times between which a payment can be made or a permission can be used, in milliseconds. Undefined for no
 * limit.
 */
export type Validity = { afterMs?: number; beforeMs?: number }

/** A message as it is displayed. All of it comes from the hashed data. */
export type ReadMessage = {
  kind: 'text' | 'sign-in' | 'permission' | 'payment' | 'cancellation' | 'data'
  hash: Hex
  /**
   * The message in the canonical form that is hashed, displayed and stored. Reading it again gives the same
   * form.
   */
  canonical: SignableMessage
  /** UTF-8 text, or hex if the bytes are not valid UTF-8. */
  text?: string
  signIn?: { domain: string; uri: string }
  /** Every value of typed data by its path. */
  values: (readonly [path: string, text: string])[]
  /** The rights that the signature gives to others, as the equivalent calls. */
  permissions: CallDescription[]
  /** Only set for a payment, and for a permission that gives something. */
  validity?: Validity
  warnings: MessageWarning[]
}

/** The signer, and the known facts about tokens. */
export type Signer = Pick<DescribedCall, 'chainId' | 'walletAddress' | 'tokens'>

/** The signer, and the requesting page with its real origin. */
export type MessagePage = Signer & { origin: string; nowMs: number }
