import { sendSignal } from '@simplewebauthn/browser'
import type { ApproverPasskey } from '#protocol/approver-api.ts'

type Person = { rpId: string | undefined; userHandle: string | null | undefined }

/**
 * Reports the person's remaining passkeys to the browser, so that devices stop offering the removed ones.
 * Never fails: some browsers lack this API, and some authenticators do not return the user handle.
 */
export function signalPasskeys({ rpId, userHandle }: Person, left: readonly ApproverPasskey[]): void {
  if (rpId === undefined || userHandle === undefined || userHandle === null) return
  sendSignal({
    signalName: 'allAcceptedCredentials',
    rpID: rpId,
    userID: userHandle,
    allAcceptedCredentialIDs: left.map(({ id }) => id),
  }).catch(() => {
    // After a failure, the device still offers the removed passkey, but the service rejects it.
  })
}
