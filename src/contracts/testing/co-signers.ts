import { secp256k1 } from '@noble/curves/secp256k1.js'
import { encodeFunctionData, type Address, type Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { passkeyWalletFactoryAbi } from '#protocol/abi/passkey-wallet-factory.ts'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { signatureFromAssertion } from '#protocol/signing/assertion-signature.ts'
import { bytesFromHex, hexFromBytes, joinBytes } from '#protocol/signing/hex.ts'
import { coSignatureDigest } from '#protocol/signing/message-digest.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { softwarePasskey } from '#protocol/testing/p256.ts'
import { CHAIN_ID } from './digest-vectors.ts'
import { seededHash, seededKey } from './seeded-values.ts'

/** The product's two kinds of co-signers. Their keys are the same in every run. */
export type CoSigner = { address: Address; coSign: (digest: Hex) => Hex }

const APPROVAL_RP_ID = 'approve.example.com'
const APPROVAL_TAIL = `,"origin":"https://${APPROVAL_RP_ID}","crossOrigin":false}`
const POLICY_KEY = seededHash('policy signer')

/** An account without code, such as the policy signer of an organization. */
export function accountCoSigner(privateKey: Hex = POLICY_KEY): CoSigner {
  return {
    address: privateKeyToAddress(privateKey),
    coSign: (digest) => signHash(privateKey, digest),
  }
}

/** A person's approval wallet. `deployment` is the factory call that creates it. */
export function approvalCoSigner(factory: Address, seed: string): CoSigner & { deployment: Hex } {
  const hash = rpIdHash(APPROVAL_RP_ID)
  const passkey = softwarePasskey(seededKey(`approval passkey ${seed}`), hash)
  const address = walletAddress({ factory, qx: passkey.x, qy: passkey.y, rpIdHash: hash })
  return {
    address,
    deployment: encodeFunctionData({
      abi: passkeyWalletFactoryAbi,
      functionName: 'deploy',
      args: [passkey.x, passkey.y, hash],
    }),
    coSign: (digest) => {
      const signed = coSignatureDigest(CHAIN_ID, address, digest)
      const challenge = `"challenge":"${base64Url(bytesFromHex(signed))}"`
      const clientDataJSON = `{"type":"webauthn.get",${challenge}${APPROVAL_TAIL}`
      return signatureFromAssertion(passkey.sign(signed, { clientDataJSON, flags: 0x1d }))
    },
  }
}

/** ECDSA over the hash itself: r, s, v. */
export function signHash(privateKey: Hex, hash: Hex): Hex {
  const options = { prehash: false, format: 'recovered' } as const
  const signed = secp256k1.sign(bytesFromHex(hash), bytesFromHex(privateKey), options)
  return hexFromBytes(joinBytes([signed.subarray(1), Uint8Array.of(27 + (signed[0] ?? 0))]))
}
