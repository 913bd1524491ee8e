/** @jsxImportSource preact */
import { render } from 'preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { approvalKeyCall } from '#protocol/approval-key-call.ts'
import type { ApproverPasskey, KeyChange } from '#protocol/approver-api.ts'
import { keyWords } from '#protocol/display/key-words.ts'
import { base64Url, bytesFromBase64Url } from '#protocol/passkey/base64-url.ts'
import { signInChallenge } from '#protocol/passkey/sign-in-challenge.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { createAuthenticator, type Authenticator } from '#protocol/testing/authenticator.ts'
import { PasskeysCard } from './passkeys-card.tsx'

const APPROVAL_WALLET = '0x2222222222222222222222222222222222222222'
const AT = '2026-11-22T01:00:00.000Z'
const CEREMONY_ID = 'A'.repeat(43)
const NONCE = 'N'.repeat(43)
const USER_HANDLE = 'VVVV'

let page: HTMLElement
let phone: Authenticator
let laptop: Authenticator
let service: ReturnType<typeof startService>
/** Ids of the passkeys that were asked to sign. */
let prompted: string[]
let accepted: object[]
beforeEach(() => {
  page = document.createElement('div')
  phone = createAuthenticator()
  laptop = createAuthenticator()
  prompted = []
  accepted = []
  vi.stubGlobal(
    'PublicKeyCredential',
    class {
      static signalAllAcceptedCredentials = async (options: object) => void accepted.push(options)
    },
  )
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('navigator', Object.create(navigator, { credentials: { value: { create, get } } }))
})
afterEach(() => {
  render(null, page)
  vi.unstubAllGlobals()
})

const buffer = (text = '') => new Uint8Array(bytesFromBase64Url(text)).buffer
const ceremony = () => ({ origin: location.origin, userHandle: USER_HANDLE })

/** Creates the laptop's passkey. */
async function create({ publicKey }: { publicKey: { challenge: ArrayBuffer } }) {
  const options = { challenge: base64Url(new Uint8Array(publicKey.challenge)), rp: { id: 'localhost' } }
  const { response } = laptop.register(options, ceremony())
  return {
    id: laptop.credentialId,
    rawId: buffer(laptop.credentialId),
    type: 'public-key',
    response: {
      clientDataJSON: buffer(response.clientDataJSON),
      attestationObject: buffer(response.attestationObject),
      getPublicKey: () => buffer(laptop.publicKeySpki),
      getPublicKeyAlgorithm: () => -7,
    },
    getClientExtensionResults: () => ({}),
  }
}

type Asked = { publicKey: { challenge: ArrayBuffer; allowCredentials?: { id: ArrayBuffer }[] } }

/** Signs with the requested passkey, or with the phone's passkey if the options name no passkey. */
async function get({ publicKey }: Asked) {
  const named = (publicKey.allowCredentials ?? []).map(({ id }) => base64Url(new Uint8Array(id)))
  const signer = named.includes(laptop.credentialId) ? laptop : phone
  prompted.push(signer.credentialId)
  const challenge = base64Url(new Uint8Array(publicKey.challenge))
  const { response } = signer.assert({ challenge, rpId: 'localhost' }, ceremony())
  return {
    id: signer.credentialId,
    rawId: buffer(signer.credentialId),
    type: 'public-key',
    response: {
      clientDataJSON: buffer(response.clientDataJSON),
      authenticatorData: buffer(response.authenticatorData),
      signature: buffer(response.signature),
      userHandle: buffer(USER_HANDLE),
    },
    getClientExtensionResults: () => ({}),
  }
}

type ChainKey = ApproverPasskey['chainKey']
const row = ({ credentialId: id, qx, qy }: Authenticator, chainKey: ChainKey): ApproverPasskey => ({
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
function startService(listed: ApproverPasskey[]) {
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

async function open(...listed: ApproverPasskey[]): Promise<void> {
  service = startService(listed)
  render(<PasskeysCard />, page)
  await expect.poll(() => page.querySelectorAll('.card > .row')).toHaveLength(listed.length)
}
const button = (text: string) =>
  [...page.querySelectorAll('button')].find(({ textContent }) => textContent === text)
async function press(text: string): Promise<void> {
  await expect.poll(() => button(text)?.disabled).toBe(false)
  button(text)?.click()
}
const shows = (text: string) => expect.poll(() => page.textContent).toContain(text)
const paths = () => service.asked.map(([path]) => path)
const isFinished = () => paths().includes('/passkeys/keys/finish')

test('behavior: a key of the approval wallet signs for a new passkey, which can approve once confirmed', async () => {
  await open(row(phone, 'key'))
  await press('Add a passkey')
  await shows('Add a passkey to your approval wallet')
  expect(page.textContent).toContain(keyWords(laptop))
  expect(page.textContent).toContain('not yet able to approve')
  expect(prompted).toEqual([])
  await press('Sign')
  await shows('It can approve there once that is confirmed.')
  expect(prompted).toEqual([phone.credentialId])
  expect(service.asked).toContainEqual([
    '/passkeys/keys/begin',
    { change: 'add', passkeyId: laptop.credentialId },
  ])
  service.listed = [row(phone, 'key'), row(laptop, 'key')]
  await vi.waitFor(() => expect(page.textContent?.match(/Can approve/g)).toHaveLength(2), { timeout: 10_000 })
})

test('behavior: until the approval wallet is deployed, the page promises that an added passkey can sign in, and no more', async () => {
  await open({ ...row(phone, undefined), coSigner: APPROVAL_WALLET })
  await press('Add a passkey')
  await shows('Added: it can sign in.')
  await expect.poll(() => paths().at(-1)).toBe('/passkeys')
  await expect.poll(() => button('Add a passkey')?.disabled).toBe(false)
  expect(page.textContent).not.toContain('from now on')
})

test('behavior: without an approval wallet, a new passkey can approve at once and nothing is signed', async () => {
  await open(row(phone, undefined))
  await press('Add a passkey')
  await shows('Added: it can approve from now on.')
  expect(page.textContent).not.toContain('not yet able to approve')
  expect(paths()).not.toContain('/passkeys/keys/begin')
})

test('behavior: a passkey of an earlier visit proves its key, and then another passkey signs', async () => {
  await open(row(phone, 'key'), row(laptop, 'no-key'))
  await press('Let it approve')
  await shows(keyWords(laptop))
  await press('Sign')
  await expect.poll(() => isFinished()).toBe(true)
  expect(prompted).toEqual([laptop.credentialId, phone.credentialId])
})

test('error: a key that is not the passkey’s own → nothing is signed', async () => {
  const planted = createAuthenticator()
  await open(row(phone, 'key'), { ...row(planted, 'no-key'), id: laptop.credentialId })
  await press('Let it approve')
  await shows('The service named another key than this passkey’s')
  expect(button('Sign')).toBeUndefined()
  expect(paths()).not.toContain('/passkeys/keys/begin')
})

test('error: a challenge for another key than the displayed key → nothing is signed', async () => {
  await open(row(phone, 'key'))
  await press('Add a passkey')
  await shows('Add a passkey to your approval wallet')
  service.signedFor = createAuthenticator()
  await press('Sign')
  await shows('Nothing was signed.')
  expect(prompted).toEqual([])
  expect(isFinished()).toBe(false)
})

test('error: another approval wallet than the displayed wallet → nothing is signed', async () => {
  const elsewhere = '0x3333333333333333333333333333333333333333'
  await open({ ...row(phone, 'key'), coSigner: elsewhere }, { ...row(laptop, 'key'), coSigner: elsewhere })
  await press('Remove')
  service.signedFor = phone
  await press('Sign and remove')
  await shows('another approval wallet than the displayed one')
  expect(prompted).toEqual([])
  expect(isFinished()).toBe(false)
})

test('behavior: keys that belong to none of the passkeys → are shown, and no passkey can remove them', async () => {
  const foreign = createAuthenticator()
  const { qx, qy } = foreign
  await open({ ...row(phone, 'no-key'), otherKeys: [{ qx, qy }] })
  await shows(keyWords(foreign))
  await shows('none of these passkeys can remove it')
  expect(button('Sign and remove')).toBeUndefined()
})

test('behavior: another key signs the removal of a key at the second press, and the browser learns which passkeys remain', async () => {
  await open(row(phone, 'key'), row(laptop, 'key'))
  await press('Remove')
  await shows('Remove a passkey from your approval wallet')
  expect(page.textContent).toContain(keyWords(phone))
  expect(prompted).toEqual([])
  service.signedFor = phone
  service.listed = [row(laptop, 'key')]
  await press('Sign and remove')
  await shows('your other browsers are signed out')
  expect(prompted).toEqual([laptop.credentialId])
  expect(service.asked).toContainEqual([
    '/passkeys/keys/begin',
    { change: 'remove', passkeyId: phone.credentialId },
  ])
  expect(accepted).toEqual([
    { rpId: 'localhost', userId: USER_HANDLE, allAcceptedCredentialIds: [laptop.credentialId] },
  ])
})

test.each(['CHAIN_FAILED', 'CHAIN_TIMEOUT', 'UNAVAILABLE'])(
  'behavior: %s at the removal of a key → the passkey is removed here, and the page says that it remains a key',
  async (code) => {
    await open(row(phone, 'key'), row(laptop, 'key'))
    service.failures['/passkeys/keys/begin'] = code
    service.listed = [row(laptop, 'key')]
    await press('Remove')
    await press('Sign and remove')
    await shows('It cannot sign in or decide here any more. It stays a key of your approval wallet until')
    expect(service.asked).toContainEqual([
      '/passkeys/removal',
      expect.objectContaining({ passkeyId: phone.credentialId }),
    ])
  },
)

test('behavior: a key that belongs to no passkey → is shown with its verification words and removed by a signature', async () => {
  const foreign = createAuthenticator()
  const { qx, qy } = foreign
  await open({ ...row(phone, 'key'), otherKeys: [{ qx, qy }] })
  expect(page.querySelector('.danger')?.textContent).toContain(keyWords(foreign))
  service.signedFor = foreign
  await press('Sign and remove')
  await shows('The key is removed once that is confirmed.')
  service.listed = [row(phone, 'key')]
  expect(prompted).toEqual([phone.credentialId])
  expect(service.asked).toContainEqual(['/passkeys/keys/begin', { change: 'remove', key: { qx, qy } }])
  await vi.waitFor(() => expect(page.querySelector('.notice.danger')).toBeNull(), { timeout: 10_000 })
})

test('behavior: warns before the only key is removed, and removes it without a transaction', async () => {
  await open(row(phone, 'key'), row(laptop, 'no-key'))
  await press('Remove')
  await shows('you cannot approve for it any more')
  await press('Remove it all the same')
  await expect.poll(() => paths()).toContain('/passkeys/removal')
  expect(paths()).not.toContain('/passkeys/keys/begin')
})

test('behavior: while the blockchain cannot be read, the page shows the state as unknown', async () => {
  await open(row(phone, 'unknown'), row(laptop, 'unknown'))
  expect(page.textContent).toContain('it is unknown whether it can approve there')
  expect(button('Let it approve')).toBeUndefined()
})
