import type { Endpoint } from '#protocol/baas/endpoints.ts'
import * as sandbox from './sandbox.ts'

/** The sandbox's controls, below `/sandbox`; not there outside it, and no part of the service's API (ADR 0003). */
export const SANDBOX_ENDPOINTS = {
  getSandboxState: {
    method: 'GET',
    path: '/state',
    scope: 'org:manage',
    answer: sandbox.sandboxStateSchema,
    summary: 'Read the sandbox’s time, script and scripted end-users',
  },
  setSandboxScript: {
    method: 'PUT',
    path: '/script',
    scope: 'org:manage',
    body: sandbox.sandboxScriptSchema,
    answer: sandbox.sandboxScriptSchema,
    summary: 'Say what the scripted end-users do with what is held from now on',
  },
  addSandboxCustomer: {
    method: 'POST',
    path: '/customers',
    scope: 'org:manage',
    answer: sandbox.sandboxCustomerSchema,
    summary: 'Make a scripted end-user with a wallet, coins and an approval passkey',
  },
  paySandbox: {
    method: 'POST',
    path: '/customers/:customerId/payments',
    scope: 'org:manage',
    params: sandbox.sandboxCustomerParamsSchema,
    answer: sandbox.sandboxPaymentSchema,
    summary: 'Let a scripted end-user make a payment, which is held for them',
    errors: ['NOT_FOUND'],
  },
  connectSandboxReceiver: {
    method: 'POST',
    path: '/receiver',
    scope: 'org:manage',
    answer: sandbox.sandboxReceiverSchema,
    summary: 'Register the sandbox’s own webhook receiver',
  },
  advanceSandboxClock: {
    method: 'POST',
    path: '/clock',
    scope: 'org:manage',
    body: sandbox.advanceClockRequestSchema,
    answer: sandbox.sandboxClockSchema,
    summary: 'Move the time of the sandbox and its chain forward',
  },
} as const satisfies Record<string, Endpoint>
