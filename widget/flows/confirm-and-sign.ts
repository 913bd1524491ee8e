import type { Hex } from 'viem'
import type { ExecuteRequest } from '#protocol/execute-transaction.ts'
import type { KnownPasskey, WidgetWallet } from '#widget/answers.ts'
import { WidgetError } from '#widget/errors.ts'
import { requireChosenDomain } from '#widget/passkey/require-chosen-domain.ts'
import { signDigest, type SigningPasskey } from '#widget/passkey/sign-digest.ts'
import { attempt } from './attempt.ts'
import { buildConfirmation } from './build-confirmation.ts'
import type { Choice } from './choice.ts'
import type { HasConfig, HasMemory } from './context-parts.ts'
import type { HasInput, SignsCalls } from './send-parts.ts'
import type { Confirmation } from './send-screens.ts'

export type Signed = { confirmation: Confirmation; signature: Hex }

/**
 * Displays the call to sign and asks for the passkey. Returns to the same screen with all input if the prompt
 * is closed or the page stops the signature. Does the same if the call would fail or a policy blocks it.
 */
export async function confirmAndSign(
  context: SignsCalls,
  choice: Choice,
  first: WidgetError | undefined,
): Promise<Signed | 'back'> {
  const { deps, signal } = context
  const passkey = choosePasskey(context, choice)
  let problem = first
  const isRepeated = first !== undefined
  let confirmation = buildConfirmation(context, choice, isRepeated)
  const notes = await deps.notes?.(context, confirmation)
  const expiresIn = notes?.expiresIn
  if (expiresIn) confirmation = buildConfirmation(context, choice, isRepeated, expiresIn)
  for (;;) {
    const answer = await deps.screens.askConfirm({
      confirmation,
      notes,
      canGoBack: !context.plan.fixed,
      problem,
    })
    if (answer === 'back') return 'back'
    // The prompt takes time. With less than half of the validity left, the call is built and shown again.
    if (Number(confirmation.call.expiration) - context.serverSeconds() < confirmation.expiresInSeconds / 2) {
      confirmation = buildConfirmation(context, choice, true, expiresIn)
      problem = new WidgetError('TRANSACTION_EXPIRED', { detail: 'too late' })
      continue
    }
    const { digest, call } = confirmation
    const outcome = await attempt(
      async () => {
        await notes?.check()
        if (!(await deps.beforeSign({ digest, call }))) throw new WidgetError('STOPPED_BY_PAGE')
        return signDigest(deps.authenticator, { digest, passkey }, signal)
      },
      signal,
      deps.report,
    )
    if (outcome.ok) return { confirmation, signature: outcome.value }
    problem = outcome.error
  }
}

/** The request that submits the call: by parameters if the server prepared them, otherwise by its bytes. */
export function toExecuteRequest(
  { confirmation, signature }: Signed,
  params: string[] | undefined,
): ExecuteRequest {
  const { data, value, expiration, fee, ...addresses } = confirmation.call
  const { functionSignature } = confirmation
  return {
    ...addresses,
    value: `${value}`,
    expiration: `${expiration}`,
    fee: `${fee}`,
    ...(params === undefined ? { data } : { functionSignature, params }),
    signature,
  }
}

/** A wallet's passkeys that the server knows. An older server reports only one. */
export function listPasskeys({
  passkey,
  passkeys,
}: Pick<WidgetWallet, 'passkey' | 'passkeys'>): readonly KnownPasskey[] {
  return passkeys ?? (passkey === null ? [] : [passkey])
}

/** A wallet's passkeys that the server lists, plus this browser's own, which the server may not know. */
export function knownPasskeys(
  wallet: Pick<WidgetWallet, 'passkey' | 'passkeys'>,
  own: KnownPasskey | undefined,
): readonly KnownPasskey[] {
  const served = listPasskeys(wallet)
  const isListed = served.some(({ credentialId }) => credentialId === own?.credentialId)
  return own === undefined || isListed ? served : [...served, own]
}

/**
 * The passkeys that can sign for the wallet, if the server or this browser knows any.
 *
 * @throws WidgetError `PASSKEY_WRONG` if only some keys may sign and none of their passkeys is known
 * @throws WidgetError `RP_ID_MISMATCH` if the passkey's domain is neither the page's nor the one that the page named
 */
export function choosePasskey(
  context: HasConfig & HasMemory & HasInput<'host' | 'rpId'>,
  { wallet, signers }: Pick<Choice, 'wallet' | 'signers'>,
): SigningPasskey {
  const own = context.deps.memory.ofWallet(wallet.address)
  const { chainId } = context.config
  const served = listPasskeys(wallet)
  // The server may list the stored passkey at any position, but not with another key. The chain must be the stored
  // one too.
  const isOther = served.some(
    ({ credentialId, qx, qy }) => credentialId === own?.credentialId && (qx !== own.qx || qy !== own.qy),
  )
  if (own && ((own.chainId ?? chainId) !== chainId || isOther))
    throw new WidgetError('UNEXPECTED_ANSWER', { detail: 'this browser knows the wallet otherwise' })
  const maySign = ({ qx, qy }: KnownPasskey) =>
    signers === undefined || signers.some((key) => key.qx === qx && key.qy === qy)
  const [known, ...others] = knownPasskeys(wallet, own).filter(maySign)
  if (known === undefined) {
    if (signers !== undefined) throw new WidgetError('PASSKEY_WRONG', { detail: 'no signer is known' })
    return { rpId: context.input.rpId }
  }
  requireChosenDomain(context.input, known.rpId)
  return { ...known, others }
}
