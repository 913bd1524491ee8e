import * as z from 'zod/mini'
import { uuidSchema } from '#protocol/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import {
  createdIntegrationSchema,
  createIntegrationRequestSchema,
  integrationListSchema,
  integrationSchema,
  rotateIntegrationSecretRequestSchema,
} from './integrations.ts'
import { consoleWidgetSessionRequestSchema, widgetSessionSchema } from './widget-session.ts'

const params = z.strictObject({ integrationId: uuidSchema })

/** The integrators' backends that may open widget sessions. Source: profile 11. */
export const INTEGRATION_ENDPOINTS = {
  listIntegrations: consoleEndpoint('GET', '/api/integrations', 'read-only', {
    answer: integrationListSchema,
  }),
  createIntegration: consoleEndpoint('POST', '/api/integrations', 'admin', {
    stepUp: true,
    action: 'integration.created',
    body: createIntegrationRequestSchema,
    answer: createdIntegrationSchema,
  }),
  updateIntegration: consoleEndpoint('PUT', '/api/integrations/:integrationId', 'admin', {
    stepUp: true,
    action: 'integration.updated',
    params,
    body: createIntegrationRequestSchema,
    answer: integrationSchema,
  }),
  revokeIntegration: consoleEndpoint('DELETE', '/api/integrations/:integrationId', 'admin', {
    stepUp: true,
    action: 'integration.revoked',
    params,
    answer: integrationSchema,
  }),
  rotateIntegrationSecret: consoleEndpoint(
    'POST',
    '/api/integrations/:integrationId/rotate-secret',
    'admin',
    {
      stepUp: true,
      action: 'integration.secret-rotated',
      params,
      body: rotateIntegrationSecretRequestSchema,
      answer: createdIntegrationSchema,
    },
  ),
  endPreviousSecret: consoleEndpoint('DELETE', '/api/integrations/:integrationId/previous-secret', 'admin', {
    stepUp: true,
    action: 'integration.old-secret-ended',
    params,
    answer: integrationSchema,
  }),
}

/** The console's own use of the widget. */
export const CONSOLE_WIDGET_ENDPOINTS = {
  /** Requires no step-up, because the wallet's passkey signs each call. */
  openConsoleWidgetSession: consoleEndpoint('POST', '/api/widget-session', 'operator', {
    body: consoleWidgetSessionRequestSchema,
    answer: widgetSessionSchema,
  }),
}
