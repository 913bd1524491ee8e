export { createServerClient, type ServerClient, type ServerClientOptions } from './create-server-client.ts'
export { ConnectionError, LatchkeyError, RefusedError, UnavailableError, WebhookError } from './errors.ts'
export type { CallOptions, Operations } from './operations.ts'
export { verifyWebhook, type WebhookEvent } from './verify-webhook.ts'
