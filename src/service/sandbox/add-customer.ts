import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import type { SandboxCustomer, SandboxCustomerKind } from '#protocol/sandbox.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { beginEnrolment } from '#service/approvals/begin-enrolment.ts'
import { approvalRelyingParty } from '#service/approvals/ceremonies.ts'
import { finishEnrolment } from '#service/approvals/finish-enrolment.ts'
import { invitationMail } from '#service/approvals/render-invitation.ts'
import type {
  HasApprovalUrl,
  HasChain,
  HasClock,
  HasCodeKey,
  HasDatabase,
  HasLog,
  HasMailer,
  HasRelay,
  HasSecretKeys,
} from '#service/context-parts.ts'
import type { Caller } from '#service/context.ts'
import { findRow } from '#service/db/find-row.ts'
import { requestEmailVerification } from '#service/email/request-verification.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { createWallet } from '#service/wallets/create-wallet.ts'
import { predictWallet } from '#service/wallets/predict-wallet.ts'
import { sealKeys } from './customer-keys.ts'
import { DEMO_TOKENS } from './demo-tokens.ts'
import { drip } from './faucet.ts'
import { customerAnswer } from './get-state.ts'
import { readInbox } from './inbox.ts'
import { createStoredKey, register, type StoredKey, readPoint } from './software-passkey.ts'

/** The domain of the scripted passkeys. It is verified in every sandbox. */
export const CUSTOMER_DOMAIN = 'localhost'
const COINS = String(1_000n * 10n ** 6n)
const NATIVE_WEI = String(10n ** 18n)
const LOOK_MS = 50
const LOOKS_MAX = 600

type Person = { email: string; externalUserId: string; wallet: StoredKey; approval: StoredKey }

/**
 * `POST /sandbox/customers`: creates an ordinary end-user by the product's own operations: a wallet after a mailed
 * code, coins, and an approval passkey that is enrolled with a mailed invitation. The only difference from other
 * end-users is that the sandbox has the private keys of both passkeys (ADR 0003).
 *
 * @throws CONFLICT if the sandbox's mails are sent by SMTP and cannot be read
 */
export const addSandboxCustomer: Operation<
  'addSandboxCustomer',
  HasChain &
    HasClock &
    HasDatabase &
    HasLog &
    HasMailer &
    HasRelay &
    HasApprovalUrl &
    HasCodeKey &
    HasSecretKeys
> = (ctx, caller) => addCustomer(ctx, caller, 'customer')

/** Creates an end-user whose email address and external user id begin with `kind`. */
export async function addCustomer(
  ctx: HasChain &
    HasClock &
    HasDatabase &
    HasLog &
    HasMailer &
    HasRelay &
    HasApprovalUrl &
    HasCodeKey &
    HasSecretKeys,
  caller: Caller,
  kind: SandboxCustomerKind,
): Promise<SandboxCustomer> {
  const name = `${kind}-${randomBytes(4).toString('hex')}`
  const person: Person = {
    email: `${name}@sandbox.example`,
    externalUserId: `sandbox-${name}`,
    wallet: createStoredKey(),
    approval: createStoredKey(),
  }
  const walletAddress = await makeWallet(ctx, caller, person)
  const approverId = await awaitApprover(ctx, caller, person)
  await enrol(ctx, approverId, person.approval)
  const row = {
    id: randomUUID(),
    organization_id: caller.organizationId,
    approver_id: approverId,
    wallet_address: walletAddress.toLowerCase(),
    email: person.email,
    keys_box: sealKeys(ctx, caller.organizationId, person),
    created_at: ctx.clock.now(),
  }
  await ctx.db.insertInto('sandbox_customers').values(row).execute()
  return customerAnswer(row)
}

async function makeWallet(
  ctx: HasChain & HasClock & HasDatabase & HasLog & HasMailer & HasRelay & HasCodeKey,
  caller: Caller,
  person: Person,
): Promise<string> {
  const key = { ...readPoint(person.wallet), rpIdHash: rpIdHash(CUSTOMER_DOMAIN) }
  const { address } = await predictWallet(ctx, caller, { body: key })
  // Sends the coins first, because a creation may require that the address already holds the fee.
  await drip(ctx, { token: DEMO_TOKENS.erc20, to: address, amount: COINS })
  await drip(ctx, { token: ZERO_ADDRESS, to: address, amount: NATIVE_WEI })
  const { email, externalUserId } = person
  await requestEmailVerification(ctx, caller, { body: { email } })
  const code = (await readInbox(ctx.db, email)).find((mail) => mail.code !== undefined)?.code
  if (code === undefined) {
    throw apiError('CONFLICT', 'This sandbox sends its mails by SMTP, so its script cannot read them')
  }
  const label = 'Scripted end-user'
  const body = { ...key, label, email, externalUserId, externalUserLabel: email, verificationCode: code }
  await createWallet(ctx, caller, { body })
  return address
}

/**
 * Waits until the end-user is stored as an approver. This happens after the response, when the deployment is
 * recorded.
 */
async function awaitApprover(ctx: HasDatabase, caller: Caller, person: Person): Promise<string> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const row = await findRow(ctx.db, 'approvers', ['id'], {
      organization_id: caller.organizationId,
      external_user_id: person.externalUserId,
      email: person.email,
    })
    if (row !== undefined) return row.id
    await wait(LOOK_MS)
  }
  throw apiError('CHAIN_TIMEOUT')
}

async function enrol(
  ctx: HasChain & HasDatabase & HasApprovalUrl,
  approverId: string,
  key: StoredKey,
): Promise<void> {
  const mail = await invitationMail(ctx, approverId)
  const invitation = /#invite=([\w-]{43})/.exec(mail?.text ?? '')?.[1]
  if (invitation === undefined) throw apiError('INVITATION_INVALID')
  const { ceremonyId, options } = await beginEnrolment(ctx, undefined, { body: { invitation } })
  const { origin, rpId } = approvalRelyingParty(ctx)
  const response = register(key, { challenge: String(options['challenge']), origin, rpId })
  await finishEnrolment(ctx, undefined, { ceremonyId, response })
}
