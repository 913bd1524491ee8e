import type * as z from 'zod/mini'
import { INTEGRATION_ENDPOINTS } from '#protocol/console/integration-endpoints.ts'
import type { createIntegrationRequestSchema } from '#protocol/console/integrations.ts'
import type { WidgetOperation } from '#protocol/console/widget-session.ts'
import { consoleApi } from '#web/console/lib/api.ts'
import type { RowQuery } from '#web/console/lib/row-query.ts'
import { t } from '#web/ui/text.ts'

export const integrationsQuery = (): RowQuery<typeof INTEGRATION_ENDPOINTS.listIntegrations> =>
  consoleApi.query(['integrations'], INTEGRATION_ENDPOINTS.listIntegrations)

export type IntegrationRequest = z.infer<typeof createIntegrationRequestSchema>

/** Labels of the operations. Resolved during rendering, when the language is known. */
export const operationLooks = (): Record<WidgetOperation, { label: string; note: string }> => ({
  create: { label: t('Create wallets'), note: t('Create a wallet with the user’s passkey.') },
  transfer: { label: t('Prepare transfers'), note: t('Fill in a transfer for the user to confirm.') },
  approve: {
    label: t('Prepare approvals'),
    note: t('Let a contract move the user’s tokens, once the user confirms.'),
  },
  execute: { label: t('Execute'), note: t('Send what the user’s passkey has signed. Transfers need it.') },
  sign: {
    label: t('Sign messages'),
    note: t('Show a text or typed data for the user to sign. Nothing is sent.'),
  },
})
