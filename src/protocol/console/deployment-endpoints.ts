import * as z from 'zod/mini'
import { faucetRequestSchema, faucetResultSchema } from '#protocol/faucet.ts'
import { addressSchema } from '#protocol/fields.ts'
import { knownPasskeySchema } from '#protocol/wallets.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import { consoleKeyListSchema } from './console-keys.ts'
import { firstStepsSchema } from './first-steps.ts'
import { sandboxSchema } from './sandbox-info.ts'

/**
 * Facts that only this deployment knows, not the service: its sandbox, its own API keys, the passkeys of wallets, and
 * which steps its members have done.
 */
export const DEPLOYMENT_ENDPOINTS = {
  getSandbox: consoleEndpoint('GET', '/api/sandbox', 'read-only', { answer: sandboxSchema }),
  mintDemoCoins: consoleEndpoint('POST', '/api/sandbox/faucet', 'operator', {
    body: faucetRequestSchema,
    answer: faucetResultSchema,
  }),
  listConsoleKeys: consoleEndpoint('GET', '/api/console-keys', 'read-only', { answer: consoleKeyListSchema }),
  getFirstSteps: consoleEndpoint('GET', '/api/first-steps', 'read-only', { answer: firstStepsSchema }),
  getKnownPasskey: consoleEndpoint('GET', '/api/wallets/:address/passkey', 'read-only', {
    params: z.strictObject({ address: addressSchema }),
    answer: knownPasskeySchema,
  }),
}
