import { vi } from 'vitest'
import { approvalKeyCall } from '#protocol/approval-key-call.ts'
import type { ApproverPasskey, KeyChange } from '#protocol/approver-api.ts'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import { signInChallenge } from '#protocol/passkey/sign-in-challenge.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import type { Authenticator } from '#protocol/testing/authenticator.ts'

export const APPROVAL_WALLET = '0x2222222222222222222222222222222222222222'
export const USER_HANDLE = 'VVVV'
const AT = '2026-11-22T01:00:00.000Z'
const CEREMONY_ID = 'A'.repeat(43)
const NONCE = 'N'.repeat(43)

/** The passkeys of an approver's two devices. */
export type Devices = { phone: Authenticator; laptop: Authenticator }

type ChainKey = ApproverPasskey['chainKey']
/** A passkey as the service lists it. */
export const row = ({ credentialId: id, qx, qy }: Authenticator, chainKey: ChainKey): ApproverPasskey => ({
  id,
  synced: false,
  ...(chainKey === 'key' && { coSigner: APPROVAL_WALLET }),
  ...(chainKey !== undefined && { chainKey }),
  publicKey: { qx, qy },
  createdAtDatetime: AT,
  lastUsedAtDatetime: AT,
})

/**
 * Starts a stand-in service. The returned state has the listed passkeys, the received requests, the failures by path,
 * and the passkey whose key a change adds or removes (`signedFor`).
 */
export function startKeyService(listed: ApproverPasskey[], { phone, laptop }: Devices) {
  const failures: Record<string, string> = {}
  const asked: [path: string, body: Record<string, unknown>][] = []
  const state = { listed, asked, failures, signedFor: laptop }
  const expiration = String(Math.floor(Date.now() / 1_000) + 3_600)
  const begun = (challenge: Uint8Array, signer: Authenticator) => ({
    ceremonyId: CEREMONY_ID,
    options: {
      challenge: base64Url(challenge),
      rpId: 'localhost',
      allowCredentials: [{ id: signer.credentialId, type: 'public-key' }],
    },
  })
  const beginChange = (change: KeyChange) => {
    const { qx, qy } = state.signedFor
    const call = { approvalWallet: APPROVAL_WALLET, change, key: { qx, qy } } as const
    const digest = executeDigest(1, approvalKeyCall({ ...call, expiration: BigInt(expiration) }))
    const signer = state.signedFor === phone ? laptop : phone
    return { ...begun(bytesFromHex(digest), signer), chainId: 1, approvalWallet: APPROVAL_WALLET, expiration }
  }
  const answers: Record<string, (body: { change?: KeyChange }) => unknown> = {
    '/enrolment/begin': () => ({
      ceremonyId: CEREMONY_ID,
      options: {
        challenge: 'AAAA',
        rp: { id: 'localhost', name: 'Approvals' },
        user: { id: USER_HANDLE, name: 'ada', displayName: 'Ada' },
        pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      },
    }),
    '/enrolment/finish': () => {
      state.listed = [...state.listed, row(laptop, state.listed[0]?.chainKey && 'no-key')]
      return { signedIn: false }
    },
    '/sign-in/begin': () => ({
      ...begun(signInChallenge({ origin: location.origin, nonce: NONCE }), phone),
      nonce: NONCE,
    }),
    '/passkeys/keys/begin': ({ change = 'add' }) => beginChange(change),
    '/passkeys/keys/finish': () => state.listed,
  }
  vi.stubGlobal('fetch', async (url: string, init: { body?: string }) => {
    const path = url.replace('/approve/api', '')
    const body = init.body === undefined ? {} : JSON.parse(init.body)
    state.asked.push([path, body])
    if (state.failures[path] !== undefined)
      return Response.json(
        { statusCode: 502, content: { code: state.failures[path], message: 'The chain is away' } },
        { status: 502 },
      )
    return Response.json({ statusCode: 200, content: answers[path]?.(body) ?? state.listed })
  })
  return state
}
