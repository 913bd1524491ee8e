import { sameAddress } from '#protocol/display/address.ts'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import { WidgetError, type WidgetErrorCode } from '#widget/errors.ts'
import { nameAfterWallet, type Passkey } from '#widget/passkey/create-passkey.ts'
import { domainHash } from '#widget/passkey/sha256.ts'
import { attempt, withRetry } from './attempt.ts'
import type { CallsServer, HasMemory, HasRandom } from './context-parts.ts'
import type {
  CreateContext,
  CreateDeps,
  CreateInput,
  CreatedWallet,
  FundsWallet,
  NamesOwner,
  VerifiesEmail,
} from './create-context.ts'
import { obtainPasskey, nameOwner } from './obtain-passkey.ts'
import { isShort, predictWallet } from './predict-wallet.ts'
import { readConfig } from './read-config.ts'
import { verifyAgain, verifyEmail, type Verification } from './verify-email.ts'

/**
 * Creates a wallet with a person: email and code, passkey, address and fee, deployment. The code is requested
 * and checked before the passkey. Neither a lost mail nor a wrong code therefore leaves an unused passkey. A
 * code that is rejected at the end, such as an expired one, is requested again without losing other input.
 *
 * @throws WidgetError if no step can help, or the signal's reason if the page or the person leaves
 */
export async function createWallet(
  deps: CreateDeps,
  input: CreateInput,
  signal: AbortSignal,
): Promise<CreatedWallet> {
  deps.screens.loading()
  const { config, serverSeconds } = await readConfig(deps, ['create'], signal, `?rpId=${input.rpId}`)
  const context: CreateContext = { deps, input, config, signal, serverSeconds }
  const verification = await verifyEmail(context)
  const passkey = await obtainPasskey(context, verification.person)
  const address = await fundedAddress(context, passkey)
  const wallet = await submit(context, { passkey, address, verification })
  deps.memory.keepWallet(nameOwner(context), address, { ...passkey, chainId: config.chainId })
  const { organizationName, operations } = config
  const canBackUp = operations.includes('approve') && operations.includes('execute')
  nameAfterWallet(deps.authenticator, passkey, { ...wallet, organizationName })
  deps.screens.showCreated({ ...wallet, canBackUp, isSingle: passkey.isSingle })
  return wallet
}

/** The predicted address, once it can be deployed or is deployed. */
async function fundedAddress(context: FundsWallet, passkey: Passkey): Promise<string> {
  const { deps } = context
  const { address } = await withRetry(context, async () => {
    deps.screens.working('address')
    const prediction = await predictWallet(context, passkey)
    if (!isShort(prediction)) return prediction
    return (await deps.funding()).awaitFunding(context, passkey, prediction)
  })
  return address
}

type Submission = { passkey: Passkey; address: string; verification: Verification; idempotencyKey: string }

async function submit(
  context: VerifiesEmail & FundsWallet & NamesOwner & HasMemory & HasRandom,
  submission: Omit<Submission, 'idempotencyKey'>,
) {
  const { deps, signal } = context
  let { verification } = submission
  const newKey = () => base64Url(deps.random(16))
  let idempotencyKey = newKey()
  for (;;) {
    if (deps.clock.now() >= verification.expiresAtMs) {
      verification = await verifyAgain(context, verification, undefined)
    }
    deps.screens.working('wallet')
    const current = { ...submission, verification, idempotencyKey }
    const outcome = await attempt(() => post(context, current), signal)
    if (outcome.ok) return outcome.value
    const { error } = outcome
    // Without a response, the same request is repeated with the same key. A rejection is a response.
    if (!NO_ANSWER.includes(error.code)) idempotencyKey = newKey()
    const existing = MAYBE_CREATED.includes(error.code) ? await findWallet(context, current) : undefined
    if (existing !== undefined) return existing
    void deps.report(error)
    if (error.code === 'INVALID_VERIFICATION_CODE') {
      verification = await verifyAgain(context, verification, error)
    } else if (error.code === 'INSUFFICIENT_FEE_BALANCE') {
      await fundedAddress(context, submission.passkey)
    } else if (error.next === 'retry') await deps.screens.askRetry(error)
    else {
      // A passkey whose address the service always rejects must not be offered again.
      if (error.next === 'passkey') deps.memory.forgetPending(nameOwner(context))
      throw error
    }
  }
}

const NO_ANSWER: readonly WidgetErrorCode[] = ['OFFLINE', 'NETWORK_FAILED']

/** Errors after which the wallet may exist, because this response or an earlier one was lost. */
const MAYBE_CREATED: readonly WidgetErrorCode[] = [
  'NETWORK_FAILED',
  'UNAVAILABLE',
  'CHAIN_FAILED',
  'CHAIN_TIMEOUT',
  'CONFLICT',
  'WALLET_ALREADY_DEPLOYED',
  'INVALID_VERIFICATION_CODE',
]

async function post(context: CallsServer, submission: Submission): Promise<CreatedWallet> {
  const { passkey, address, verification, idempotencyKey } = submission
  const { label, email } = verification.person
  const created = await context.deps.api.create(
    {
      qx: passkey.qx,
      qy: passkey.qy,
      rpIdHash: await domainHash(passkey.rpId),
      ...(label === '' ? {} : { label }),
      verificationCode: verification.code,
      email,
      credentialId: passkey.credentialId,
      rpId: passkey.rpId,
      userHandle: passkey.userHandle,
    },
    idempotencyKey,
    context.signal,
  )
  if (!sameAddress(created.address, address)) {
    throw new WidgetError('ADDRESS_MISMATCH', { detail: 'create' })
  }
  return { address, label: created.label, transactionHash: created.transactionHash }
}

/**
 * The wallet, if it was created by a request whose response was lost. The deployment's hash is then unknown.
 */
async function findWallet(context: CallsServer, submission: Submission) {
  const list = await attempt(() => context.deps.api.wallets(context.signal), context.signal)
  const found = list.ok
    ? list.value.find((wallet) => sameAddress(wallet.address, submission.address))
    : undefined
  return found && { address: submission.address, label: found.label, transactionHash: '' }
}
