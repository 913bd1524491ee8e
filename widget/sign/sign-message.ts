import type { Address, Hex } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import type { MessagePage, ReadMessage } from '#protocol/messages/message-reading.ts'
import { MESSAGE_WARNINGS } from '#protocol/messages/message-severity.ts'
import { readMessage } from '#protocol/messages/read-message.ts'
import { parseClientData, signedPage } from '#protocol/passkey/client-data.ts'
import { signatureFromAssertion } from '#protocol/signing/assertion-signature.ts'
import { joinSignature } from '#protocol/signing/joined-signature.ts'
import { messageDigest } from '#protocol/signing/message-digest.ts'
import { textFromBytes } from '#protocol/signing/utf8.ts'
import { isAddress } from '#protocol/signing/word.ts'
import { WidgetError } from '#widget/errors.ts'
import type { LatchkeyEventMap } from '#widget/events.ts'
import { repeat, withRetry } from '#widget/flows/attempt.ts'
import { chooseWallet } from '#widget/flows/choose-transfer.ts'
import { choosePasskey } from '#widget/flows/confirm-and-sign.ts'
import { noneIfUnsupported } from '#widget/flows/follow-transaction.ts'
import { loadAllowed, loadWallets } from '#widget/flows/load-wallet.ts'
import { readConfig } from '#widget/flows/read-config.ts'
import { askAssertion } from '#widget/passkey/sign-digest.ts'
import { noticeCoSigner } from '#widget/protect/known-co-signer.ts'
import { findCoSigner } from '#widget/wallet/co-signer.ts'
import { readGuarded } from '#widget/wallet/wallet-authority.ts'
import { awaitApproval, requireApprovable, type ApprovalDeps } from './await-approval.ts'
import { numberOfSigner } from './number-of-signer.ts'
import { parseMessage } from './parse-message.ts'
import { reviewMessage } from './review-message.ts'

export type SignDeps = ApprovalDeps & {
  /** Called right before the passkey prompt. The page prevents it with `false`. */
  beforeSign: (
    signing: LatchkeyEventMap['latchkey-before-sign-message']['detail'],
  ) => boolean | Promise<boolean>
}

/**
 * Time in milliseconds after which a missing message counts as the page's error. Setting the message restarts
 * the flow.
 */
const MESSAGE_AWAITED_MS = 5_000

/**
 * Signs a page's message, parsed and displayed in full, so that the wallet's contract accepts it (ERC-1271). If the
 * message needs an approval, the page gets the signature after the approval. If the wallet has a co-signer, every
 * message needs the co-signer's signature too (profile 14).
 *
 * @throws WidgetError if a retry cannot fix the problem, or the signal's reason if the page or the person leaves
 */
export async function signMessage(
  deps: SignDeps,
  input: { host: string; rpId: string; walletAddress?: string | undefined },
  given: unknown,
  signal: AbortSignal,
): Promise<LatchkeyEventMap['latchkey-signed']['detail']> {
  const { screens, report, origin } = deps
  const context = { deps, signal }
  screens.loading()
  if (!given) await deps.clock.wait(MESSAGE_AWAITED_MS, signal)
  const { config, serverSeconds } = await readConfig(deps, ['sign'], signal)
  const wallet = await chooseWallet(context, await loadWallets({ ...context, input, config }))
  screens.loading()
  const { coins: tokens } = await withRetry(context, () => loadAllowed(context, wallet))
  const { chainId } = config
  const walletAddress = checksumAddress(wallet.address)
  const nowMs = serverSeconds() * 1_000
  const message = read(deps, given, { chainId, walletAddress, tokens, origin, nowMs })
  const { canonical } = message
  const mayMove = message.warnings.some((code) => MESSAGE_WARNINGS[code].mayMove)
  const details = await withRetry(context, () =>
    readGuarded(deps.api, walletAddress, signal).catch(noneIfUnsupported),
  )
  const coSigner = checkedCoSigner(details && findCoSigner(details))
  const approvable =
    (mayMove || coSigner !== undefined) &&
    (await withRetry(context, () => requireApprovable(deps, { wallet: walletAddress, coSigner }, signal)))
  const passkey = choosePasskey({ deps, input, config }, { wallet })
  const { hash } = message
  const unsigned = { walletAddress, message: canonical, origin }
  const reviews = approvable ? reviewMessage(deps.api, unsigned, signal) : undefined
  const digest = messageDigest(chainId, walletAddress, hash, coSigner)
  const coSignerNotice = noticeCoSigner(deps, { chainId, address: walletAddress }, details ?? {})
  const view = { message, wallet, chainId, digest, coSigner, coSignerNotice, origin, reviews }
  const { tuple, keyNumber, page } = await repeat(
    (problem) => screens.askSign({ ...view, problem }),
    async () => {
      if (!(await deps.beforeSign({ digest, hash, message: canonical })))
        throw new WidgetError('STOPPED_BY_PAGE')
      const assertion = await askAssertion(deps.authenticator, { digest, passkey }, signal)
      const clientData = parseClientData(textFromBytes(assertion.clientDataJSON))
      return {
        tuple: signatureFromAssertion(assertion),
        keyNumber: await numberOfSigner(details, assertion),
        page: signedPage(clientData),
      }
    },
    { report, signal },
  )
  let coSignature: Hex | undefined
  if (approvable) {
    // The approver sees the page that the browser signed. Not every browser includes the page around a frame.
    const signed = { walletAddress, message: canonical, signature: tuple, origin: page }
    coSignature = await awaitApproval(deps, signed, { ...approvable, coSigner }, signal)
  }
  screens.showSigned()
  return { walletAddress, hash, digest, signature: joinSignature({ tuple, keyNumber, coSignature }) }
}

/** @throws WidgetError `UNEXPECTED_ANSWER` if the address is invalid */
function checkedCoSigner(coSigner: string | undefined): Address | undefined {
  if (coSigner === undefined || isAddress(coSigner)) return coSigner
  throw new WidgetError('UNEXPECTED_ANSWER', { detail: 'coSigner' })
}

/** @throws WidgetError `CONFIGURATION`, or `OPERATION_NOT_ALLOWED` for a message that may be a transaction */
function read({ screens }: SignDeps, given: unknown, page: MessagePage): ReadMessage {
  try {
    const message = readMessage(parseMessage(given), page)
    if (message !== undefined) return message
  } catch (cause) {
    if (cause instanceof WidgetError) throw cause
    const problem = cause instanceof Error ? cause.message : String(cause)
    throw new WidgetError('CONFIGURATION', { detail: `message: ${problem}`, cause })
  }
  throw new WidgetError('OPERATION_NOT_ALLOWED', {
    detail: 'message: unsafe',
    sentence: screens.refused.unsafe,
  })
}
