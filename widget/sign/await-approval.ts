import type { Address, Hex } from 'viem'
import { sameAddress } from '#protocol/display/address.ts'
import { MESSAGE_STATES, type MessageApproval } from '#protocol/held-messages.ts'
import type { SignableMessage } from '#protocol/widget-call.ts'
import type { FlowDeps } from '#widget/browser-deps.ts'
import { count, flag, listOf, object, oneOf, optional, text, type Checked } from '#widget/checks.ts'
import { WidgetError } from '#widget/errors.ts'
import type { HeldView, Waiting } from '#widget/files.ts'
import { attempt, withRetry } from '#widget/flows/attempt.ts'
import type { signScreens } from './sign-screens.ts'

export type ApprovalDeps = Omit<FlowDeps, 'random' | 'origin'> & {
  /** Origin of the page that requests the signature. */
  origin: string
  screens: ReturnType<typeof signScreens>
  /** Loads the display of a pending approval. */
  viewWaiting: (waiting: Waiting) => Promise<HeldView>
}

/** A signed message. `origin` is the page where it was signed, according to the browser. */
type Signed = { walletAddress: Address; message: SignableMessage; signature: Hex; origin: string }

const isSignature = (input: unknown): input is Hex =>
  typeof input === 'string' && /^0x([0-9a-f]{2})+$/.test(input)
type Approval = Omit<MessageApproval, 'walletAddress' | 'coSignature'> & { coSignature?: Hex | undefined }
const isApproval = object<Approval>({
  messageUuid: optional(text()),
  status: oneOf(MESSAGE_STATES),
  number: optional(count()),
  expiresAtDatetime: optional(text()),
  forOrganization: optional(oneOf([true])),
  coSignature: optional(isSignature),
})

const LOOK_EVERY_MS = 2_000

/**
 * Lets the service hold a signature that may move assets until its approver has decided, like a transaction.
 * Returns immediately if no approval is needed. Returns the co-signature, or undefined if the wallet has no
 * co-signer.
 *
 * @throws WidgetError `OPERATION_NOT_ALLOWED` if it was declined or not approved in time, or if the service
 * has no co-signature for a wallet that needs one
 */
export async function awaitApproval(
  deps: ApprovalDeps,
  signed: Signed,
  { approvalUrl, coSigner }: { approvalUrl?: string | undefined; coSigner: Address | undefined },
  signal: AbortSignal,
): Promise<Hex | undefined> {
  const { api, screens, clock } = deps
  let approval = await withRetry({ deps, signal }, () => api.post('/messages', signed, isApproval, signal))
  const uuid = approval.messageUuid
  if (uuid !== undefined && approval.status === 'PENDING_USER_APPROVAL') {
    const { number, expiresAtDatetime = '', forOrganization } = approval
    const expiresAtMs = api.deviceMs(Date.parse(expiresAtDatetime))
    const link = approvalUrl && `${approvalUrl}#message=${uuid}`
    const waiting = { number, expiresAtMs, link, forOrganization }
    screens.showWaiting(await withRetry({ deps, signal }, () => deps.viewWaiting(waiting)))
  }
  while (approval.status === 'PENDING_USER_APPROVAL') {
    await clock.wait(LOOK_EVERY_MS, signal)
    const look = await attempt(() => api.get(`/messages/${uuid}`, isApproval, signal), signal)
    if (look.ok) approval = look.value
    else if (look.error.next !== 'retry') throw look.error
  }
  if (approval.status === 'APPROVED') {
    if (coSigner === undefined) return undefined
    if (approval.coSignature === undefined) throw coSignatureMissing(screens)
    return approval.coSignature
  }
  const { declined, expired } = screens.refused
  const isLate = approval.status === 'EXPIRED'
  throw new WidgetError('OPERATION_NOT_ALLOWED', {
    detail: isLate ? 'approval: expired' : 'approval: declined',
    reason: isLate ? 'expired' : 'declined',
    sentence: isLate ? expired : declined,
  })
}

const isHoldingConfig = object({ holdsMessages: optional(flag), approvalUrl: optional(text()) })
const haveAddress = listOf(object({ address: text() }))

/**
 * The error for a missing co-signature. The page does not get the signature, because the wallet's contract
 * would reject it.
 */
function coSignatureMissing({ refused }: ApprovalDeps['screens']): WidgetError {
  return new WidgetError('OPERATION_NOT_ALLOWED', {
    detail: 'the co-signature is missing',
    sentence: refused.coSigner,
  })
}

/**
 * Checks whether the service can hold a message for approval. Called before a message that may move assets is
 * signed. Returns the address of the approval app. Returns undefined if the service cannot hold messages and
 * the wallet's user has not enrolled. An enrolled user gives the permission as a transaction (ADR 0024). If a
 * service ignores the filter of the list, every wallet counts as enrolled.
 *
 * @throws WidgetError `OPERATION_NOT_ALLOWED`
 */
export async function requireApprovable(
  { api, screens }: ApprovalDeps,
  { wallet, coSigner }: { wallet: string; coSigner: Address | undefined },
  signal: AbortSignal,
): Promise<Checked<typeof isHoldingConfig> | undefined> {
  const config = await api.get('/config', isHoldingConfig, signal)
  if (config.holdsMessages) return config
  if (coSigner !== undefined) throw coSignatureMissing(screens)
  const enrolled = await api.get('/wallets?approver=enrolled', haveAddress, signal)
  if (!enrolled.some(({ address }) => sameAddress(address, wallet))) return undefined
  const detail = 'a held wallet: give the permission as a transaction'
  throw new WidgetError('OPERATION_NOT_ALLOWED', { detail, sentence: screens.refused.held })
}
