import { sendSignal } from '@simplewebauthn/browser'
import type { ApproverPasskey } from '#protocol/approver-api.ts'

type Person = { rpId: string | undefined; userHandle: string | null | undefined }

/**
 * Reports to the browser which passkeys of the person are left, so that devices stop offering the removed ones. Never fails:
 * some browsers cannot do it, and some authenticators do not return the user handle.
 */
export function signalPasskeys({ rpId, userHandle }: Person, left: readonly ApproverPasskey[]): void {
  if (rpId === undefined || userHandle === undefined || userHandle === null) return
  sendSignal({
    signalName: 'allAcceptedCredentials',
    rpID: rpId,
    userID: userHandle,
    allAcceptedCredentialIDs: left.map(({ id }) => id),
  }).catch(() => {
    // The removed passkey is then still offered, and refused.
  })
}
