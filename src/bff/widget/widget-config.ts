import type { WidgetConfig } from '#protocol/org/widget-api.ts'
import { BAAS_ENDPOINTS } from '#protocol/org/endpoints.ts'
import type { Config } from '#protocol/org/organization.ts'
import { answer } from '#bff/http/answer.ts'
import { callForWidget } from './widget-call.ts'
import type { WidgetHandler } from './widget-token.ts'

/** `GET /api/widget/config`: the chain and the token's binding. */
export const widgetConfig: WidgetHandler = async (ctx, exchange, token) => {
  const { content, headers } = await callForWidget(ctx, exchange, token, BAAS_ENDPOINTS.getConfig, {})
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
    expiresAt: token.expiresAt.toISOString(),
    serverTimeSeconds: Math.floor(ctx.clock.now().getTime() / 1000),
  }
  return answer(config, 200, headers)
}

/** The approval app's address, where the service has one that a page can link to. */
function approvalApp({ features, approvalUrl }: Config): Pick<WidgetConfig, 'approvalUrl'> {
  return features.includes('approvals') && /^https?:\/\//.test(approvalUrl) ? { approvalUrl } : {}
}
