import * as z from 'zod/mini'
import { identityAnswerSchema, providerSignInSchema } from '#protocol/members.ts'
import { creationOptionsSchema, requestOptionsSchema } from '#protocol/passkey/ceremony-options.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import { sessionSchema } from './console-session.ts'
import { setupOptionsRequestSchema, setupVerifyRequestSchema } from './setup.ts'
import { signInVerifyRequestSchema } from './sign-in.ts'

/** The first administrator's setup, and signing in by passkey or identity provider. */
export const SIGN_IN_ENDPOINTS = {
  beginSetup: consoleEndpoint('POST', '/api/setup/options', null, {
    limit: 'setup',
    body: setupOptionsRequestSchema,
    answer: z.object({ options: creationOptionsSchema }),
  }),
  finishSetup: consoleEndpoint('POST', '/api/setup/verify', null, {
    limit: 'setup',
    action: 'organization.set-up',
    body: setupVerifyRequestSchema,
    answer: sessionSchema,
  }),
  beginSignIn: consoleEndpoint('POST', '/api/sign-in/options', null, {
    limit: 'signInBegin',
    answer: z.object({ options: requestOptionsSchema, nonce: z.string() }),
  }),
  /** Has no `limit`, because the operation counts the attempts itself: a known passkey has a limit of its own. */
  finishSignIn: consoleEndpoint('POST', '/api/sign-in/verify', null, {
    action: ['session.signed-in', 'session.sign-in'],
    body: signInVerifyRequestSchema,
    answer: sessionSchema,
  }),
  beginProviderSignIn: consoleEndpoint('POST', '/api/sign-in/provider', null, {
    limit: 'signInBegin',
    answer: providerSignInSchema,
  }),
  /** Signs in, or links the account of the person who began it. */
  finishIdentity: consoleEndpoint('POST', '/api/identity', null, {
    limit: 'signIn',
    action: ['session.signed-in', 'identity.linked'],
    body: identityAnswerSchema,
    answer: z.union([z.object({ linked: z.literal(true) }), sessionSchema]),
  }),
}
