import * as z from 'zod/mini'
import type { CallsService, HasClock, HasDatabase, HasHostedChain, RunsAudited } from '#bff/context-parts.ts'
import type { BffContext, Route } from '#bff/context.ts'
import { LIST_DESCRIPTORS, listDescriptors } from '#bff/descriptors/list-descriptors.ts'
import { readInput, answer, bffError } from '#bff/http/exchange.ts'
import { deriveConfig } from '#bff/upstream/read-config.ts'
import type { UpstreamInput } from '#bff/upstream/upstream-request.ts'
import type { WidgetOperation } from '#protocol/console/widget-session.ts'
import type { Config } from '#protocol/deployment-config.ts'
import { sameAddress } from '#protocol/display/address.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import { toCallOperation } from '#protocol/operations.ts'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { PREPARE_ENDPOINTS } from '#protocol/prepare.ts'
import type { PolicyVerdict } from '#protocol/simulation.ts'
import type { WidgetConfig } from '#protocol/widget-api.ts'
import { fieldError } from '#server-kit/http/validate.ts'
import {
  asksOfTokenEmail,
  CREATE_WALLET,
  createWallet,
  ofTokenEmail,
  requestEmailVerification,
} from './create-wallet.ts'
import { executeTransaction } from './execute-transaction.ts'
import { listTokenWallets } from './list-token-wallets.ts'
import { listWalletTransactions } from './list-wallet-transactions.ts'
import { LOOK_UP_RECIPIENTS, lookUpRecipients } from './look-up-recipients.ts'
import { READ_BRAND, readBrand } from './read-brand.ts'
import { TOKEN_TRANSACTION, tokenTransaction } from './token-transaction.ts'
import { isTokenWallet, requireTokenWallet } from './token-wallets.ts'
import { NAME_PASSKEY, nameWalletPasskey } from './wallet-passkey.ts'
import { passForWidget, callForWidget, recordForWidget } from './widget-call.ts'
import { requireWidgetToken, type WidgetAsked, type WidgetHandler } from './widget-token.ts'

/** Routes of the widget: the specification's paths below `/api/widget`, each with the required operation. */
export function widgetRoutes(ctx: BffContext): Route[] {
  const route = <Row extends Endpoint>(
    row: Row,
    operation: WidgetOperation | null,
    handle: WidgetHandler<Row, BffContext>,
  ): Route => ({
    method: row.method,
    path: `/api/widget${row.path}`,
    takes: row,
    handle: async (exchange) => {
      const token = await requireWidgetToken(ctx, exchange, operation)
      return handle({ ctx, exchange, token, ...(await readInput(exchange.req, row)) })
    },
  })
  const { predictWallet, pendingVerification, checkVerification, getWallet, finishRecovery } = BAAS_ENDPOINTS
  const { getBalances, listAllowedTokens, resolveToken, simulateTransaction } = BAAS_ENDPOINTS
  return [
    route(WIDGET_CONFIG, null, widgetConfig),
    route(READ_BRAND, null, readBrand),
    route(predictWallet, 'create', pass(predictWallet)),
    route(BAAS_ENDPOINTS.requestEmailVerification, 'create', requestEmailVerification),
    route(pendingVerification, 'create', pass(pendingVerification, asksOfTokenEmail)),
    // The widget checks the code before it creates the passkey.
    route(checkVerification, 'create', pass(checkVerification, ofTokenEmail)),
    route(CREATE_WALLET, 'create', createWallet),
    route(BAAS_ENDPOINTS.listWallets, null, listTokenWallets),
    route(getWallet, null, pass(getWallet, ofTokenWallet)),
    // Grants nothing: on the chain anyone may finish a recovery that the backup address proposed, and only after
    // its delay.
    route(finishRecovery, 'create', pass(finishRecovery, ofTokenWallet)),
    route(NAME_PASSKEY, null, nameWalletPasskey),
    route(getBalances, null, pass(getBalances, ofTokenWallet)),
    route(listAllowedTokens, null, pass(listAllowedTokens)),
    route(resolveToken, null, pass(resolveToken)),
    route(LOOK_UP_RECIPIENTS, null, lookUpRecipients),
    route(LIST_DESCRIPTORS, null, listDescriptors),
    ...PREPARATIONS.map(([endpoint, operation]) => route(endpoint, operation, pass(endpoint, ofTokenHolder))),
    route(simulateTransaction, null, simulateForPage),
    route(BAAS_ENDPOINTS.executeTransaction, 'execute', executeTransaction),
    route(BAAS_ENDPOINTS.reviewMessage, 'sign', reviewForPage),
    route(BAAS_ENDPOINTS.holdMessage, 'sign', holdMessage),
    route(BAAS_ENDPOINTS.getMessage, 'sign', tokenMessage),
    route(BAAS_ENDPOINTS.listTransactions, null, listWalletTransactions),
    route(TOKEN_TRANSACTION, null, tokenTransaction()),
  ]
}

/** Checks a request before it is forwarded unchanged. */
type Check<Input, Ctx = object> = (asked: WidgetAsked<Ctx> & Input) => Promise<void> | void
type Given = Pick<UpstreamInput<Endpoint>, 'params' | 'query' | 'body'>

/** Forwards a request unchanged. A list is limited to one page. */
function pass<Input extends Given>(endpoint: Endpoint, check: Check<Input, BffContext> = () => undefined) {
  return async (asked: WidgetAsked<BffContext> & Input): Promise<Response> => {
    await check(asked)
    const { params, query, body } = asked
    return passForWidget(asked, endpoint, { params, query, body })
  }
}

/** Requires that the wallet in the path belongs to this token. @throws WALLET_NOT_OWNED */
const ofTokenWallet: Check<{ params: { address: string } }, CallsService & HasDatabase> = (asked) =>
  requireTokenWallet(asked, asked.params.address)

/** Requires that the wallet in the body belongs to this token. @throws WALLET_NOT_OWNED */
const ofTokenBody: Check<{ body: { walletAddress: string } }, CallsService & HasDatabase> = (asked) =>
  requireTokenWallet(asked, asked.body.walletAddress)

/** `POST /api/widget/messages` @throws WALLET_NOT_OWNED */
const holdMessage: WidgetHandler<typeof BAAS_ENDPOINTS.holdMessage, CallsService & RunsAudited> = async ({
  body,
  ...asked
}) => {
  await ofTokenBody({ ...asked, body })
  const held = await recordForWidget(asked, BAAS_ENDPOINTS.holdMessage, { body })
  return answer(held.content, held.status, held.headers)
}

/** `GET /api/widget/messages/:messageUuid`. Another user's message gets the same response as an unknown one. */
const tokenMessage: WidgetHandler<typeof BAAS_ENDPOINTS.getMessage, CallsService & HasDatabase> = async (
  asked,
) => {
  const { content, headers } = await callForWidget(asked, BAAS_ENDPOINTS.getMessage, { params: asked.params })
  if (!(await isTokenWallet(asked, content.walletAddress))) throw bffError('NOT_FOUND')
  return answer(content, 200, headers)
}

/** Prepare endpoints, each with the required operation. Giving a permission is never a transfer. */
const PREPARATIONS = Object.values(PREPARE_ENDPOINTS).map((endpoint): [Preparation, WidgetOperation] => [
  endpoint,
  toCallOperation(endpoint.scope),
])
/** Endpoints with an unsigned call. Each body names the wallet and, for NFTs, the holder. */
type Preparation = Endpoint & { body: z.ZodMiniType<Prepared> }
type Prepared = { walletAddress: string; from?: string }

/**
 * Requires that the prepared or simulated call belongs to a wallet of this token, and that the wallet is the
 * holder. The service would also prepare a transfer of another wallet's tokens, but a token belongs to one person.
 *
 * @throws WALLET_NOT_OWNED, or VALIDATION_FAILED for another holder
 */
const ofTokenHolder: Check<{ body: Prepared }, CallsService & HasDatabase> = async (asked) => {
  const { walletAddress, from = walletAddress } = asked.body
  await requireTokenWallet(asked, walletAddress)
  if (!sameAddress(from, walletAddress)) throw fieldError('from', 'must be walletAddress')
}

/**
 * `POST /api/widget/transactions/simulate`
 *
 * @throws WALLET_NOT_OWNED, or VALIDATION_FAILED for another holder
 */
const simulateForPage: WidgetHandler<
  typeof BAAS_ENDPOINTS.simulateTransaction,
  CallsService & HasDatabase
> = async (asked) => {
  await ofTokenHolder(asked)
  const { simulateTransaction } = BAAS_ENDPOINTS
  const { content, headers } = await callForWidget(asked, simulateTransaction, { body: asked.body })
  const { policies, ...simulated } = content
  return answer({ ...simulated, ...(policies && { policies: verdictForPage(policies) }) }, 200, headers)
}

/** `POST /api/widget/messages/review` @throws WALLET_NOT_OWNED */
const reviewForPage: WidgetHandler<typeof BAAS_ENDPOINTS.reviewMessage, CallsService & HasDatabase> = async (
  asked,
) => {
  await ofTokenBody(asked)
  const { content, headers } = await callForWidget(asked, BAAS_ENDPOINTS.reviewMessage, { body: asked.body })
  return answer({ policies: verdictForPage(content.policies) }, 200, headers)
}

/**
 * Removes the administrators who approve from a policy's verdict. An end-user's page may read the policy's name, but not
 * who works at the organization.
 */
function verdictForPage(verdict: PolicyVerdict): PolicyVerdict {
  if (!('by' in verdict) || verdict.by !== 'administrator') return verdict
  const { administratorId: _, approvers: __, ...shown } = verdict
  return shown
}

const WIDGET_CONFIG = {
  ...BAAS_ENDPOINTS.getConfig,
  query: z.strictObject({ rpId: z.optional(z.string().check(z.maxLength(253))) }),
}

/** Base point of P-256, for looking up a domain's registration before there is a key. Source: SEC 2, 2.4.2. */
const ANY_KEY = {
  qx: '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296',
  qy: '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
}

/**
 * `GET /api/widget/config`: returns the chain and the token's binding. `rpId` is the domain of a passkey that is
 * about to be created.
 *
 * @throws RP_ID_HASH_NOT_REGISTERED
 */
const widgetConfig: WidgetHandler<
  typeof WIDGET_CONFIG,
  CallsService & HasClock & HasDatabase & HasHostedChain
> = async (asked) => {
  const { ctx, token, query } = asked
  const { rpId } = query
  if (rpId !== undefined && token.operations.includes('create')) {
    const body = { ...ANY_KEY, rpIdHash: rpIdHash(rpId) }
    await callForWidget(asked, BAAS_ENDPOINTS.predictWallet, { body })
  }
  const { content, headers } = await callForWidget(asked, BAAS_ENDPOINTS.getConfig, {
    ifLacking: deriveConfig(ctx.settings),
  })
  const config: WidgetConfig = {
    chainId: content.chainId,
    factory: content.factory,
    fee: content.fee,
    operations: token.operations,
    organizationName: token.organization.name,
    ...(token.externalUserId === null ? {} : { externalUserId: token.externalUserId }),
    ...(token.externalUserLabel === null ? {} : { externalUserLabel: token.externalUserLabel }),
    ...(token.email === null ? {} : { email: token.email }),
    ...(token.walletAddress === null ? {} : { walletAddress: token.walletAddress }),
    ...approvalApp(content),
    holdsMessages: content.features.includes('held-messages'),
    expiresAt: token.expiresAt.toISOString(),
    serverTimeSeconds: Math.floor(ctx.clock.now().getTime() / 1000),
  }
  return answer(config, 200, headers)
}

/** The approval app's URL, if the service has one that a page can link to. */
function approvalApp({ features, approvalUrl }: Config): Pick<WidgetConfig, 'approvalUrl'> {
  return features.includes('approvals') && /^https?:\/\//.test(approvalUrl) ? { approvalUrl } : {}
}
