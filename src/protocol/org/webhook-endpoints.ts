import * as z from 'zod/mini'
import type { Endpoint } from '#protocol/baas/endpoints.ts'
import { uuidSchema } from '#protocol/baas/fields.ts'
import { eventListSchema, eventSchema } from './events.ts'
import * as webhooks from './webhooks.ts'

const webhookParams = z.strictObject({ webhookId: uuidSchema })

/** Webhooks and the events they tell of, under `/v1/org` (ADR 0017). */
export const WEBHOOK_ENDPOINTS = {
  listWebhooks: {
    method: 'GET',
    path: '/webhooks',
    scope: 'org:manage',
    answer: webhooks.webhookListSchema,
    summary: 'List webhook endpoints, newest first, never their secrets',
  },
  createWebhook: {
    method: 'POST',
    path: '/webhooks',
    scope: 'org:manage',
    action: 'webhook.created',
    body: webhooks.createWebhookRequestSchema,
    answer: webhooks.createdWebhookSchema,
    summary: 'Register a webhook endpoint; the secret is in this answer only',
    errors: ['CONFLICT'],
  },
  updateWebhook: {
    method: 'PUT',
    path: '/webhooks/:webhookId',
    scope: 'org:manage',
    action: 'webhook.updated',
    params: webhookParams,
    body: webhooks.updateWebhookRequestSchema,
    answer: webhooks.webhookSchema,
    summary: 'Change, disable or enable a webhook endpoint',
    errors: ['NOT_FOUND'],
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/webhooks/:webhookId',
    scope: 'org:manage',
    action: 'webhook.deleted',
    params: webhookParams,
    answer: webhooks.webhookSchema,
    summary: 'Delete a webhook endpoint with its deliveries',
    errors: ['NOT_FOUND'],
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/webhooks/:webhookId/rotate-secret',
    scope: 'org:manage',
    action: 'webhook.secret-rotated',
    params: webhookParams,
    answer: webhooks.createdWebhookSchema,
    summary: 'Make a new signing secret; the old one signs beside it for 24 hours',
    errors: ['NOT_FOUND'],
  },
  sendTestEvent: {
    method: 'POST',
    path: '/webhooks/:webhookId/test',
    scope: 'org:manage',
    action: 'webhook.test-sent',
    params: webhookParams,
    answer: z.object({ eventId: z.string() }),
    summary: 'Send a test event to one webhook endpoint',
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  listDeliveries: {
    method: 'GET',
    path: '/webhooks/:webhookId/deliveries',
    scope: 'org:manage',
    params: webhookParams,
    query: webhooks.listDeliveriesQuerySchema,
    answer: webhooks.deliveryListSchema,
    summary: 'List the deliveries of a webhook endpoint with their attempts, newest first',
    errors: ['NOT_FOUND'],
  },
  resendDelivery: {
    method: 'POST',
    path: '/webhooks/:webhookId/deliveries/:deliveryId/resend',
    scope: 'org:manage',
    action: 'webhook.delivery-resent',
    params: z.strictObject({ webhookId: uuidSchema, deliveryId: uuidSchema }),
    answer: webhooks.deliverySchema,
    summary: 'Send one delivery again, with its event’s id',
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  replayEvents: {
    method: 'POST',
    path: '/webhooks/:webhookId/replay',
    scope: 'org:manage',
    action: 'webhook.events-replayed',
    params: webhookParams,
    body: webhooks.replayEventsRequestSchema,
    answer: webhooks.replayEventsResultSchema,
    summary: 'Send the events since a time or a sequence again to one webhook endpoint',
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  listEvents: {
    method: 'GET',
    path: '/events',
    scope: 'org:manage',
    query: webhooks.listEventsQuerySchema,
    answer: eventListSchema,
    streamed: eventSchema,
    summary: 'List the events of the organization',
  },
} as const satisfies Record<string, Endpoint>
