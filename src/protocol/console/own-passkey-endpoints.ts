import * as z from 'zod/mini'
import {
  addPasskeyRequestSchema,
  ownPasskeyListSchema,
  recoveryCodesLeftSchema,
  recoveryCodesSchema,
  renamePasskeyRequestSchema,
} from '#protocol/members.ts'
import { creationOptionsSchema } from '#protocol/passkey/ceremony-options.ts'
import { consoleEndpoint } from './console-endpoint.ts'

const params = z.strictObject({
  passkeyId: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,1400}$/, 'must be the id of a passkey')),
})

/** The endpoints of the person's own passkeys and recovery codes, for members of any role. */
export const OWN_PASSKEY_ENDPOINTS = {
  listOwnPasskeys: consoleEndpoint('GET', '/api/account/passkeys', 'read-only', {
    answer: ownPasskeyListSchema,
  }),
  beginPasskey: consoleEndpoint('POST', '/api/account/passkeys/options', 'read-only', {
    stepUp: true,
    changesAccount: true,
    answer: z.object({ options: creationOptionsSchema }),
  }),
  /** Requires no step-up, because the request for its options required one. */
  addPasskey: consoleEndpoint('POST', '/api/account/passkeys', 'read-only', {
    action: 'passkey.added',
    changesAccount: true,
    body: addPasskeyRequestSchema,
    answer: ownPasskeyListSchema,
  }),
  renamePasskey: consoleEndpoint('PUT', '/api/account/passkeys/:passkeyId', 'read-only', {
    action: 'passkey.renamed',
    changesAccount: true,
    params,
    body: renamePasskeyRequestSchema,
    answer: ownPasskeyListSchema,
  }),
  removePasskey: consoleEndpoint('DELETE', '/api/account/passkeys/:passkeyId', 'read-only', {
    stepUp: true,
    action: 'passkey.removed',
    changesAccount: true,
    params,
    answer: ownPasskeyListSchema,
  }),
  countRecoveryCodes: consoleEndpoint('GET', '/api/account/recovery-codes', 'read-only', {
    answer: recoveryCodesLeftSchema,
  }),
  replaceRecoveryCodes: consoleEndpoint('POST', '/api/account/recovery-codes', 'read-only', {
    stepUp: true,
    action: 'passkey.codes-made',
    changesAccount: true,
    answer: recoveryCodesSchema,
  }),
}
