import { hostedUpstreamSchema, setUpstreamWebhookRequestSchema } from '#protocol/hosted-upstream.ts'
import { consoleEndpoint } from './console-endpoint.ts'

/** Endpoints about the hosted service behind a console. They exist only there (ADR 0003). */
export const HOSTED_UPSTREAM_ENDPOINTS = {
  getHostedUpstream: consoleEndpoint('GET', '/api/upstream', 'read-only', { answer: hostedUpstreamSchema }),
  /** The secret's holder can report outcomes, so setting it requires step-up (threat 44). */
  setUpstreamWebhook: consoleEndpoint('PUT', '/api/upstream/webhook', 'admin', {
    stepUp: true,
    body: setUpstreamWebhookRequestSchema,
    answer: hostedUpstreamSchema,
  }),
  registerUpstreamWebhook: consoleEndpoint('POST', '/api/upstream/webhook/registration', 'admin', {
    stepUp: true,
    answer: hostedUpstreamSchema,
  }),
}
