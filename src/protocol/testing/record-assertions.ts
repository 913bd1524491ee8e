/**
 * Records passkey assertions that Chromium makes with a virtual authenticator over digests of known calls, and
 * writes them to `src/contracts/vectors/chromium-assertions.json`, which the tests of TypeScript and of the
 * contracts read. Run by hand to renew the vectors: `LATCHKEY_CHROMIUM=<path of a Chromium> npx tsx
 * src/protocol/testing/record-assertions.ts`.
 */
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { chromium, type CDPSession, type Frame, type Page } from '@playwright/test'
import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import { decodeDerSignature } from '#protocol/passkey/der.ts'
import { isLowS } from '#protocol/passkey/low-s.ts'
import { coordinateHex } from '#protocol/passkey/public-key.ts'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { checkAssertion } from '#protocol/passkey/verify-assertion.ts'
import { signatureFromAssertion } from '#protocol/signing/assertion-signature.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { executeDigest, type ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { decodeSignature } from '#protocol/signing/signature.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { publicKeyFromSpki } from './registration.ts'

const CHAIN_ID = 84_001
const FACTORY: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const COIN: Address = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'
const RECIPIENT: Address = '0x52908400098527886E0F7030069857D2E4169EE7'
const NOBODY: Address = '0x0000000000000000000000000000000000000000'
const PORT = 46_571
const TARGET =
  fileURLToPath(new URL('.', import.meta.url)) + '../../contracts/vectors/chromium-assertions.json'

/** `framed`: the ceremony runs in a frame at `host` inside a page of another site. */
type Setting = {
  host: string
  rpId: string
  verified: boolean
  synced: boolean
  framed: boolean
  count: number
}

const SETTINGS: Setting[] = [
  { host: 'localhost', rpId: 'localhost', verified: true, synced: false, framed: false, count: 24 },
  { host: 'shop.localhost', rpId: 'shop.localhost', verified: true, synced: false, framed: false, count: 12 },
  {
    host: 'pay.shop.localhost',
    rpId: 'shop.localhost',
    verified: true,
    synced: true,
    framed: false,
    count: 10,
  },
  { host: 'localhost', rpId: 'localhost', verified: true, synced: true, framed: true, count: 8 },
  { host: 'localhost', rpId: 'localhost', verified: false, synced: false, framed: false, count: 6 },
]

const hex = z.templateLiteral(['0x', z.string()])
const registered = z.object({ credentialId: z.string(), spki: hex, authenticatorData: hex })
const asserted = z.object({ authenticatorData: hex, clientDataJSON: hex, signature: hex })

/** Code that runs in the page. Bytes are passed as hex. */
const PAGE = `<!doctype html><title>recorder</title><script>
const hex = (buffer) => '0x' + [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const bytes = (text) => Uint8Array.from(text.slice(2).match(/../g) ?? [], (pair) => parseInt(pair, 16))
async function register(rpId, userVerification) {
  const credential = await navigator.credentials.create({ publicKey: {
    rp: { id: rpId, name: 'recorder' },
    user: { id: crypto.getRandomValues(new Uint8Array(16)), name: 'recorder', displayName: 'recorder' },
    challenge: new Uint8Array(32), pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    authenticatorSelection: { residentKey: 'required', userVerification } } })
  const response = credential.response
  return { credentialId: hex(credential.rawId), spki: hex(response.getPublicKey()), authenticatorData: hex(response.getAuthenticatorData()) }
}
async function sign(rpId, userVerification, credentialId, digest) {
  const { response } = await navigator.credentials.get({ publicKey: {
    rpId, userVerification, challenge: bytes(digest), allowCredentials: [{ type: 'public-key', id: bytes(credentialId) }] } })
  return { authenticatorData: hex(response.authenticatorData), clientDataJSON: hex(response.clientDataJSON), signature: hex(response.signature) }
}
</script>`
const FRAME = `<!doctype html><title>recorder</title>
<iframe src="http://localhost:${PORT}/" allow="publickey-credentials-get *"></iframe>`

async function record(): Promise<void> {
  const executablePath = process.env['LATCHKEY_CHROMIUM']
  if (executablePath === undefined) throw new Error('LATCHKEY_CHROMIUM must be the path of a Chromium')
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html').end(request.url === '/frame' ? FRAME : PAGE)
  })
  await new Promise<void>((listening) => server.listen(PORT, '127.0.0.1', listening))
  const browser = await chromium.launch({ executablePath })
  const recorded = []
  for (const [index, setting] of SETTINGS.entries()) {
    const page = await browser.newPage()
    const cdp = await page.context().newCDPSession(page)
    recorded.push(await recordSetting(page, cdp, setting, index))
    await page.close()
  }
  const file = {
    about: 'Made by src/protocol/testing/record-assertions.ts; numbers as decimal strings, bytes as hex.',
    browser: `Chromium ${browser.version()}`,
    chainId: CHAIN_ID,
    factory: FACTORY,
    registrations: recorded.map(({ registration }) => registration),
    assertions: recorded.flatMap(({ assertions }) => assertions),
  }
  writeFileSync(TARGET, `${JSON.stringify(file, null, 2)}\n`)
  process.stdout.write(`${file.assertions.length} assertions written\n`)
  await browser.close()
  server.close()
}

async function recordSetting(page: Page, cdp: CDPSession, setting: Setting, index: number) {
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: setting.verified,
      isUserVerified: setting.verified,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: setting.synced,
      defaultBackupState: setting.synced,
    },
  })
  await page.goto(`http://${setting.host}:${PORT}/`)
  const verification = setting.verified ? 'required' : 'discouraged'
  const key = registered.parse(await run(page.mainFrame(), 'register', [setting.rpId, verification]))
  const { x, y } = publicKeyFromSpki(bytesFromHex(key.spki))
  const hash = rpIdHash(setting.rpId)
  const wallet = walletAddress({ factory: FACTORY, qx: x, qy: y, rpIdHash: hash })
  const frame = setting.framed ? await openFrame(page) : page.mainFrame()
  const assertions = []
  for (let count = 0; count < setting.count; count += 1) {
    const call = buildCall(wallet, index, count)
    const digest = executeDigest(CHAIN_ID, call)
    const args = [setting.rpId, verification, key.credentialId, digest]
    const answer = asserted.parse(await run(frame, 'sign', args))
    assertions.push({ registration: index, ...describeAssertion(call, digest, hash, answer) })
  }
  const registration = {
    origin: `http://${setting.host}:${PORT}`,
    rpId: setting.rpId,
    rpIdHash: hash,
    qx: `0x${coordinateHex(x)}`,
    qy: `0x${coordinateHex(y)}`,
    walletAddress: wallet,
    ...key,
  }
  return { registration, assertions }
}

function describeAssertion(call: ExecuteCall, digest: Hex, hash: Hex, answer: z.infer<typeof asserted>) {
  const der = bytesFromHex(answer.signature)
  const encoded = signatureFromAssertion({
    authenticatorData: bytesFromHex(answer.authenticatorData),
    clientDataJSON: bytesFromHex(answer.clientDataJSON),
    signature: der,
  })
  const { r, s, challengeIndex, typeIndex, clientDataJSON } = decodeSignature(encoded)
  const check = checkAssertion({ digest, signature: decodeSignature(encoded), rpIdHash: hash })
  return {
    call: Object.fromEntries(Object.entries(call).map(([name, value]) => [name, value.toString()])),
    digest,
    challenge: base64Url(bytesFromHex(digest)),
    authenticatorData: answer.authenticatorData,
    clientDataJSON,
    derSignature: answer.signature,
    highS: !isLowS(decodeDerSignature(der).s),
    r: r.toString(),
    s: s.toString(),
    challengeIndex: challengeIndex.toString(),
    typeIndex: typeIndex.toString(),
    signature: encoded,
    verdict: check.ok ? 'accepted' : check.reason,
  }
}

/** A call of the usual kinds in turn: a transfer, a transfer with a fee, a native transfer. */
function buildCall(wallet: Address, index: number, count: number): ExecuteCall {
  const native = count % 3 === 2
  const withFee = count % 3 === 1
  return {
    walletAddress: wallet,
    toAddress: native ? RECIPIENT : COIN,
    value: native ? BigInt(count + 1) * 10n ** 15n : 0n,
    data: native
      ? '0x'
      : encodeCall('transfer(address,uint256)', [RECIPIENT, `${(index + 1) * 1_000 + count}`]),
    expiration: 1_800_000_000n + BigInt(index * 1_000 + count),
    fee: withFee ? 10_000n : 0n,
    feeCoinAddress: withFee ? COIN : NOBODY,
    feeWithdrawAddress: withFee ? RECIPIENT : NOBODY,
  }
}

async function openFrame(page: Page): Promise<Frame> {
  await page.goto(`http://shop.localhost:${PORT}/frame`)
  const frame = page.frames().find((candidate) => candidate !== page.mainFrame())
  if (frame === undefined) throw new Error('the frame did not open')
  await frame.waitForLoadState()
  return frame
}

function run(frame: Frame, name: 'register' | 'sign', args: string[]): Promise<unknown> {
  return frame.evaluate(`${name}(...${JSON.stringify(args)})`)
}

await record()
