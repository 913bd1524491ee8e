import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { encodeAbiParameters, hexToBytes, type Hex } from 'viem'

const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const SIGNATURE_TUPLE = [
  {
    type: 'tuple',
    components: [
      { name: 'authenticatorData', type: 'bytes' },
      { name: 'clientDataJSON', type: 'string' },
      { name: 'challengeIndex', type: 'uint256' },
      { name: 'typeIndex', type: 'uint256' },
      { name: 'r', type: 'uint256' },
      { name: 's', type: 'uint256' },
    ],
  },
] as const

/** A passkey in software, written from the profile alone (sections 3 and 4): it shares no code with the product. */
export function createSoftwarePasskey(domain: string, origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const jwk = publicKey.export({ format: 'jwk' })
  const rpIdHash = createHash('sha256').update(domain, 'utf8').digest()

  function signDigest(digest: Hex): Hex {
    const challenge = Buffer.from(hexToBytes(digest)).toString('base64url')
    const clientDataJSON = `{"type":"webauthn.get","challenge":"${challenge}","origin":"${origin}","crossOrigin":false}`
    const authenticatorData = Buffer.concat([rpIdHash, Buffer.from([0x05, 0, 0, 0, 1])])
    const message = Buffer.concat([authenticatorData, createHash('sha256').update(clientDataJSON).digest()])
    const raw = sign('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' })
    const s = BigInt(`0x${raw.subarray(32).toString('hex')}`)
    return encodeAbiParameters(SIGNATURE_TUPLE, [
      {
        authenticatorData: `0x${authenticatorData.toString('hex')}`,
        clientDataJSON,
        challengeIndex: 23n,
        typeIndex: 1n,
        r: BigInt(`0x${raw.subarray(0, 32).toString('hex')}`),
        s: s > P256_ORDER / 2n ? P256_ORDER - s : s,
      },
    ])
  }

  return {
    qx: Buffer.from(jwk.x ?? '', 'base64url').toString('hex'),
    qy: Buffer.from(jwk.y ?? '', 'base64url').toString('hex'),
    rpIdHash: `0x${rpIdHash.toString('hex')}` as const,
    signDigest,
  }
}
