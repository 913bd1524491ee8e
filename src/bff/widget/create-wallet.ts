import type * as z from 'zod/mini'
import type {
  CallsService,
  HasClock,
  HasDatabase,
  HasLimits,
  HasUpstream,
  HasUpstreamUrls,
  RunsAudited,
} from '#bff/context-parts.ts'
import { answer, bffError } from '#bff/http/exchange.ts'
import { askService } from '#bff/upstream/ask-service.ts'
import { assumeVerification } from '#bff/upstream/assume-verification.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import { isSameEmail } from '#protocol/email-address.ts'
import { SPEC_ENDPOINTS } from '#protocol/endpoints.ts'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { widgetCreateWalletRequestSchema } from '#protocol/widget-api.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { validationError } from '#server-kit/http/validate.ts'
import { forgetWalletPasskey, nameWalletPasskeyFor, storeWalletPasskey } from './wallet-passkey.ts'
import { passForWidget, recordForWidget } from './widget-call.ts'
import { bindWallet, type WidgetAsked, type WidgetHandler, type WidgetToken } from './widget-token.ts'

type WidgetCreateWallet = z.output<typeof widgetCreateWalletRequestSchema>

export const CREATE_WALLET = { ...SPEC_ENDPOINTS.createWallet, body: widgetCreateWalletRequestSchema }

/**
 * `POST /api/widget/wallets`: the specification's creation, limited to the token's user. The token's fields about the
 * user replace the fields that the page sent. The passkey's id is stored here.
 */
export const createWallet: WidgetHandler<typeof CREATE_WALLET, CallsService & RunsAudited> = async ({
  body: given,
  ...asked
}) => {
  const { token } = asked
  const { credentialId: _, rpId, userHandle: __, ...body } = given
  if (rpIdHash(rpId) !== body.rpIdHash.toLowerCase()) {
    throw validationError([{ path: 'rpId', message: 'does not have the hash in rpIdHash' }])
  }
  if (body.email !== undefined) requireTokenEmail(token, body.email)
  // Without an email address, the service looks the code up among all pending codes (profile 7). The widget always
  // sends an email address.
  const email = token.email ?? body.email
  if (email === undefined) throw validationError([{ path: 'email', message: 'is required' }])
  const takesIt = await takesEmail(asked)
  const owned = ownedBody(body, token, takesIt ? email : null)
  const { content, status, headers } = await underName(await namePasskey(asked, given), () =>
    recordForWidget(asked, SPEC_ENDPOINTS.createWallet, { body: owned }),
  )
  await bindWallet(asked, content.address)
  return answer(content, status, headers)
}

type Name = { confirm: () => Promise<unknown>; forget: () => Promise<unknown> }

/**
 * Stores the passkey before the wallet is created, so that a crash in between does not lose it. It is stored only for
 * the token's user, because anonymous users cannot be distinguished. Nothing is stored if the wallet is already
 * deployed.
 */
async function namePasskey(
  { ctx, token }: WidgetAsked<CallsService & HasClock & HasDatabase>,
  { qx, qy, rpIdHash: hash, credentialId, rpId, userHandle }: WidgetCreateWallet,
): Promise<Name | undefined> {
  const { organization } = token
  const { content } = await callUpstream(ctx, organization, {
    endpoint: SPEC_ENDPOINTS.predictWallet,
    body: { qx, qy, rpIdHash: hash },
  })
  if (content.deployed) return undefined
  const passkey = { credentialId, rpId, qx, qy, userHandle }
  const externalUserId = token.externalUserId ?? (token.admin === null ? null : '')
  const named = { organizationId: organization.id, walletAddress: content.address, passkey }
  const isNew = externalUserId !== null && (await nameWalletPasskeyFor(ctx, named, externalUserId))
  return {
    confirm: () => storeWalletPasskey(ctx, named),
    forget: async () => isNew && forgetWalletPasskey(ctx, named),
  }
}

/**
 * Creates a wallet whose passkey `namePasskey` has stored. If the service refuses, deletes the stored passkey. After
 * a success, confirms it. If the result is unknown, the passkey stays stored.
 */
async function underName<Created>(name: Name | undefined, create: () => Promise<Created>): Promise<Created> {
  try {
    const created = await create()
    await name?.confirm()
    return created
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) await name?.forget()
    throw error
  }
}

/** Whether the service accepts our extension `email` (profile 7). A hosted service may refuse unknown fields. */
async function takesEmail({ ctx, token }: WidgetAsked<HasUpstreamUrls & HasUpstream>): Promise<boolean> {
  if (!ctx.settings.hostedUpstream) return true
  return (await askService(ctx, token.organization)).features !== null
}

function ownedBody(
  body: Omit<WidgetCreateWallet, 'credentialId' | 'rpId' | 'userHandle'>,
  token: WidgetToken,
  email: string | null,
) {
  const { externalUserId: _, externalUserLabel: __, email: ___, ...rest } = body
  const owned = {
    externalUserId: token.externalUserId,
    externalUserLabel: token.externalUserLabel,
    email,
  }
  return { ...rest, ...Object.fromEntries(Object.entries(owned).filter(([, value]) => value !== null)) }
}

/**
 * `POST /api/widget/wallets/request-email-verification`: sends a code to the token's email address, or to any email
 * address if the token has none. Rate limited per person.
 */
export const requestEmailVerification: WidgetHandler<
  typeof SPEC_ENDPOINTS.requestEmailVerification,
  CallsService & HasClock & HasDatabase & HasLimits
> = async ({ body, ...asked }) => {
  const { ctx, token } = asked
  requireTokenEmail(token, body.email)
  const person = JSON.stringify([token.integrationId, token.externalUserId ?? token.tokenHash])
  const giveBack = ctx.limits.verificationMail.take(person)
  try {
    const input = { body, ifUnreadable: assumeVerification(ctx) }
    return await passForWidget(asked, SPEC_ENDPOINTS.requestEmailVerification, input)
  } catch (error) {
    if (isRefused(error)) giveBack()
    throw error
  }
}

/**
 * Whether it is certain that no mail was sent: the service refused, lacks the endpoint, could not send, or was not
 * reached.
 */
function isRefused(error: unknown): boolean {
  return error instanceof HttpError && (error.status <= 501 || error.status === 503) && error.status !== 500
}

/** Requires that the body has the token's email address. @throws EMAIL_REFUSED */
export const ofTokenEmail = ({ token, body }: { token: WidgetToken; body: { email: string } }): void =>
  requireTokenEmail(token, body.email)

/** Requires that the query has the token's email address. @throws EMAIL_REFUSED */
export const asksOfTokenEmail = ({ token, query }: { token: WidgetToken; query: { email: string } }): void =>
  requireTokenEmail(token, query.email)

/** If the token has an email address, requires that `email` is the same address. @throws EMAIL_REFUSED */
function requireTokenEmail(token: WidgetToken, email: string): void {
  if (token.email !== null && !isSameEmail(token.email, email)) throw bffError('EMAIL_REFUSED')
}
