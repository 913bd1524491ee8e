import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HeldTransaction } from '#protocol/approver-api.ts'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { coSignatureDigest } from '#protocol/signing/message-digest.ts'
import { decide } from '#web/ui/approval-ceremonies.ts'

const WALLET = '0x1111111111111111111111111111111111111111'
const FRIEND = '0x3333333333333333333333333333333333333333'
const APPROVAL_WALLET = '0x2222222222222222222222222222222222222222'
const AT = '2026-11-22T01:00:00.000Z'
const fees = { feeCoinAddress: ZERO_ADDRESS, feeWithdrawAddress: ZERO_ADDRESS } as const
const call = { walletAddress: WALLET, toAddress: FRIEND, data: '0x', ...fees } as const
const digest = executeDigest(1, { ...call, value: 5n, expiration: 1_900_000_000n, fee: 0n })
const held: HeldTransaction = {
  ...call,
  transactionUuid: '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa',
  status: 'PENDING_USER_APPROVAL',
  organizationName: 'Demo',
  walletLabel: '',
  chainId: 1,
  digest,
  value: '5',
  expiration: '1900000000',
  fee: '0',
  heldAtDatetime: AT,
  expiresAtDatetime: AT,
  secondsLeft: 600,
  reported: false,
}
const NONCE = 'N'.repeat(43)
const coSignature = base64Url(bytesFromHex(coSignatureDigest(1, APPROVAL_WALLET, digest)))

let prompted: string[]
beforeEach(() => {
  prompted = []
  const get = async ({ publicKey }: { publicKey: { challenge: Uint8Array } }) => {
    prompted.push(base64Url(new Uint8Array(publicKey.challenge)))
    throw new DOMException('declined', 'NotAllowedError')
  }
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('navigator', Object.create(navigator, { credentials: { value: { get } } }))
})
afterEach(() => void vi.unstubAllGlobals())

/** Stubs the service's response to the start of a decision. */
function answer(content: object): unknown[] {
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, init: { body?: string }) => {
    bodies.push(JSON.parse(init.body ?? '{}'))
    return Response.json({ statusCode: 200, content })
  })
  return bodies
}
const begun = (challenge: string, coSigner?: string) => ({
  ceremonyId: 'A'.repeat(43),
  nonce: NONCE,
  options: { challenge, rpId: 'localhost' },
  ...(coSigner !== undefined && { coSigner }),
})

test('behavior: the number is sent before anything is signed, and a wrong number ends the decision without a prompt', async () => {
  const declined = { ...held, status: 'REJECTED', reason: 'wrong number' }
  const bodies = answer(declined)
  expect(await decide(held, { decision: 'approve', number: 42 })).toMatchObject({ status: 'REJECTED' })
  expect(bodies).toEqual([{ transactionUuid: held.transactionUuid, decision: 'approve', number: 42 }])
  expect(prompted).toEqual([])
})

test('behavior: an approval for a protected wallet → the prompt is for the co-signature of the displayed call', async () => {
  answer(begun(coSignature, APPROVAL_WALLET))
  await expect(decide(held, { decision: 'approve', number: 42 })).rejects.toThrow()
  expect(prompted).toEqual([coSignature])
})

test.each([
  ['a decline', { decision: 'reject' }, coSignature, APPROVAL_WALLET],
  [
    'an approval of another call',
    { decision: 'approve', number: 42 },
    base64Url(new Uint8Array(32)),
    APPROVAL_WALLET,
  ],
  ['an approval without a co-signer', { decision: 'approve', number: 42 }, coSignature, undefined],
] as const)('error: %s is never signed as a co-signature', async (_, given, challenge, coSigner) => {
  answer(begun(challenge, coSigner))
  await expect(decide(held, given)).rejects.toThrow('Nothing was signed.')
  expect(prompted).toEqual([])
})
