import { ownIdentitySchema, providerSignInSchema, recoveryCodesLeftSchema } from '#protocol/members.ts'
import { callApi, pathQuery } from './api.ts'

/** The deployment's identity provider, and the signed-in person's account there. */
export const identityQuery = () => pathQuery(['identity'], '/api/account/identity', ownIdentitySchema)

/** Leaves the console for the identity provider, which sends the browser back to it. */
export async function goToProvider(path: '/api/sign-in/provider' | '/api/account/identity'): Promise<void> {
  const sessionless = path === '/api/sign-in/provider'
  const { url } = await callApi({ method: 'POST', path, body: {}, answer: providerSignInSchema, sessionless })
  window.location.assign(url)
}

/** How many unused recovery codes the signed-in person has. */
export const recoveryCodesQuery = () =>
  pathQuery(['recovery-codes'], '/api/account/recovery-codes', recoveryCodesLeftSchema)
