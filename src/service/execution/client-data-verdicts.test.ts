import { createHash, createPrivateKey, sign } from 'node:crypto'
import { encodeFunctionData, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { lowS } from '#protocol/passkey/low-s.ts'
import { checkAssertion } from '#protocol/passkey/verify-assertion.ts'
import { messageDigest } from '#protocol/signing/message-digest.ts'
import { encodeSignature, type WebAuthnSignature } from '#protocol/signing/signature.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { IS_FULL_TIER, sample } from '#protocol/testing/tier.ts'
import { dataSchema } from '#service/chain/rpc-schemas.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const VALID = `0x1626ba7e${'0'.repeat(56)}`
const HASH: Hex = `0x${'5a'.repeat(32)}`

const world = await forFile(serviceWorld.wallets())
const { address, passkey } = await world.createWallet()
const digest = messageDigest(world.chain.chain.id, address, HASH)
const { authenticatorData } = passkey.assert(digest)
const privateKey = createPrivateKey({
  key: Buffer.from(passkey.known.privateKey, 'base64'),
  format: 'der',
  type: 'pkcs8',
})

/**
 * Client data with the members in the order of browsers, in another order, and with other members between
 * them.
 */
const challenge = Buffer.from(digest.slice(2), 'hex').toString('base64url')
const [TYPE, CHALLENGE] = ['"type":"webauthn.get"', `"challenge":"${challenge}"`]
const ORIGIN = '"origin":"https://shop.example"'
const FORMS = [
  [TYPE, CHALLENGE, ORIGIN],
  [ORIGIN, CHALLENGE, '"crossOrigin":false', TYPE],
  ['"other":{"a":["b"]}', TYPE, ORIGIN, CHALLENGE],
].map((members) => `{${members.join(',')}}`)

/** One character added, removed or changed at each position. */
const CHARACTERS = ' \n",:{}[]\\x'.split('').concat('\u0000', 'ü', '😀')
const altered = FORMS.flatMap((form) =>
  Array.from({ length: form.length + 1 }, (_, at) => {
    const [before, after] = [form.slice(0, at), form.slice(at)]
    const changed = CHARACTERS.flatMap((one) => [before + one + after, before + one + after.slice(1)])
    return [...changed, before + after.slice(1), before]
  }).flat(),
)

const escaped = (text: string) => String.raw`\u${text.charCodeAt(0).toString(16).padStart(4, '0')}`
/**
 * Members that are repeated, nested, changed, escaped, inside another string, after the end or before the
 * beginning.
 */
const ODD_MEMBERS = [
  TYPE,
  CHALLENGE,
  '"type":"webauthn.create"',
  '"challenge":"AAAA"',
  `"nested":{${TYPE},${CHALLENGE}}`,
  `"list":[${TYPE.replace(':', ',')}]`,
  `"text":${JSON.stringify(`{${TYPE},${CHALLENGE}}`)}`,
  TYPE.replace('type', String.raw`\u0074ype`),
  TYPE.replace('get', String.raw`\u0067et`),
  TYPE.replace(':', ' :'),
  TYPE.replace(':', ': '),
  CHALLENGE.replace(':"', `:"${escaped(challenge)}`).replace(challenge, challenge.slice(1)),
  '"type":1',
  '"challenge":null',
]
const composed = FORMS.flatMap((form) => {
  const places = [...form.matchAll(/(?<=[{,])(?=")/g)].map(({ index }) => index)
  const inserted = ODD_MEMBERS.flatMap((member) =>
    places.flatMap((at) => [`${form.slice(0, at)}${member},${form.slice(at)}`, `${member}${form.slice(at)}`]),
  )
  const replaced = ODD_MEMBERS.flatMap((member) => [
    form.replace(TYPE, member),
    form.replace(CHALLENGE, member),
  ])
  const around = ODD_MEMBERS.flatMap((member) => [`${form}${member}`, `{${member}}${form}`, `[${form}]`])
  return [
    ...inserted,
    ...replaced,
    ...around,
    `\uFEFF${form}`,
    form.repeat(2),
    JSON.stringify(JSON.parse(form), null, 1),
  ]
})

/** Timeout in milliseconds. The test takes long, because thousands of signatures are verified on the chain. */
const TIMEOUT_MS = IS_FULL_TIER ? 3_600_000 : 300_000

/** Returns the byte offset of each occurrence of a member, and one offset where it does not occur. */
function indexesOf(json: string, name: string): bigint[] {
  const places = [...json.matchAll(new RegExp(`"${name}":"`, 'g'))].map(({ index }) => index)
  return (places.length === 0 ? [0] : places).map((at) => BigInt(Buffer.byteLength(json.slice(0, at))))
}

function signaturesOf(clientDataJSON: string): WebAuthnSignature[] {
  const hashed = createHash('sha256').update(clientDataJSON).digest()
  const message = Buffer.concat([Buffer.from(authenticatorData.slice(2), 'hex'), hashed])
  const rs = sign('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('hex')
  const [r, s] = [BigInt(`0x${rs.slice(0, 64)}`), lowS(BigInt(`0x${rs.slice(64)}`))]
  return indexesOf(clientDataJSON, 'challenge').flatMap((challengeIndex) =>
    indexesOf(clientDataJSON, 'type').map((typeIndex) => ({
      authenticatorData,
      clientDataJSON,
      challengeIndex,
      typeIndex,
      r,
      s,
    })),
  )
}

/** Returns whether the contract accepts the signature. It may revert. */
async function acceptedOnChain(signature: WebAuthnSignature): Promise<boolean> {
  const data = encodeFunctionData({
    abi: passkeyWalletAbi,
    functionName: 'isValidSignature',
    args: [HASH, encodeSignature(signature)],
  })
  const { rpc } = world.chain.chain
  return (await rpc.request(dataSchema, 'eth_call', [{ to: address, data }, 'latest'])) === VALID
}

test(
  'behavior: the contract accepts all odd client data that the service accepts, and differs the other way only where parsers disagree',
  { timeout: TIMEOUT_MS },
  async () => {
    const forms = [...new Set([...FORMS, ...composed, ...sample(altered, 8)])]
    const verdicts = { both: 0, neither: 0, contract: 0 }
    for (const signature of forms.flatMap(signaturesOf)) {
      const check = checkAssertion({ digest, signature, rpIdHash: passkey.rpIdHash })
      const isAccepted = await acceptedOnChain(signature)
      if (check.ok) expect(isAccepted, signature.clientDataJSON).toBe(true)
      // The contract compares the bytes at two positions and parses nothing. The rest may be invalid JSON or
      // repeat a member.
      else if (isAccepted) expect(check.reason, signature.clientDataJSON).toBe('client-data')
      const refused = isAccepted ? 'contract' : 'neither'
      verdicts[check.ok ? 'both' : refused] += 1
    }
    expect(verdicts.both).toBeGreaterThan(IS_FULL_TIER ? 400 : 80)
    expect(verdicts.contract).toBeGreaterThan(100)
    expect(verdicts.neither).toBeGreaterThan(IS_FULL_TIER ? 5_000 : 800)
  },
)
