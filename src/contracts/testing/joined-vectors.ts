import { encodeFunctionData, hashTypedData, zeroAddress, type Address, type Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import type { ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { joinSignature } from '#protocol/signing/joined-signature.ts'
import { encodeExecuteCall } from '#protocol/signing/pack-execute.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { softwarePasskey } from '#protocol/testing/p256.ts'
import { viemDigest } from '#protocol/testing/viem-digest.ts'
import { hashText, RP_ID, signVariant, type Variant, type Verdict } from './call-vectors.ts'
import { signHash } from './co-signers.ts'
import { baseCall, CHAIN_ID } from './digest-vectors.ts'
import { seededAddress, seededHash, seededKey } from './seeded-values.ts'

/** The contract's verdict on both forms of a call. */
type JoinedVerdict = Verdict | 'CoSignatureRejected'

/** Kind of co-signature. `bare` is an approval passkey that signs the call's digest itself, which is invalid. */
type CoSignature =
  | { by: 'account' | 'other account'; changes?: undefined }
  | { by: 'approval wallet' | 'bare'; changes?: Partial<Variant> }

type JoinedVariant = {
  name: string
  verdict?: JoinedVerdict
  coSigner?: 'account' | 'approval wallet'
  /** Number of keys besides the wallet's first one. */
  addedKeys?: number
  /** Index of the signing key. 0 is the first key. */
  signer?: number
  /** The number in the signature. Undefined means the signer's own number. */
  keyNumber?: number
  coSignature?: CoSignature
  call?: (wallet: Address) => Partial<ExecuteCall>
  changes?: Partial<Variant>
}

const APPROVAL_RP_ID = 'approve.example.com'
const FACTORY = seededAddress('factory')
const POLICY_KEY = seededHash('policy signer')
const OTHER_KEY = seededHash('not the policy signer')
const LATER = { expiration: 1_800_900_000n }
const LONG = () => ({ expiration: 2n ** 40n })
const TYPE = '"type":"webauthn.get"'
const CHALLENGE_FIRST = { head: '{', tail: `,"origin":"https://shop.example.com",${TYPE}}` }
const EXTENSIONS = { flags: 0x85, extensions: '0xa16b6372656450726f7465637402' } as const
const byAccount: CoSignature = { by: 'account' }
const byWallet: CoSignature = { by: 'approval wallet' }
const startRemoval = (wallet: Address) => ({
  toAddress: wallet,
  data: encodeFunctionData({ abi: passkeyWalletAbi, functionName: 'startCoSignerRemoval' }),
})

const accepted: JoinedVariant[] = [
  { name: 'the first of several keys', addedKeys: 2 },
  { name: 'the second key', addedKeys: 1, signer: 1 },
  { name: 'the eighth key', addedKeys: 7, signer: 7 },
  { name: 'the second key, long form', addedKeys: 1, signer: 1, call: LONG },
  { name: 'the second key, challenge first', addedKeys: 1, signer: 1, changes: CHALLENGE_FIRST },
  { name: 'an account co-signs', coSigner: 'account', coSignature: byAccount },
  { name: 'an account co-signs, long form', coSigner: 'account', coSignature: byAccount, call: LONG },
  {
    name: 'an account co-signs for the second key',
    coSigner: 'account',
    addedKeys: 1,
    signer: 1,
    coSignature: byAccount,
  },
  {
    name: 'an account co-signs a value, challenge first',
    coSigner: 'account',
    coSignature: byAccount,
    changes: CHALLENGE_FIRST,
    call: () => ({ value: 1n }),
  },
  { name: 'an approval wallet co-signs', coSigner: 'approval wallet', coSignature: byWallet },
  {
    name: 'an approval wallet co-signs, long form',
    coSigner: 'approval wallet',
    coSignature: byWallet,
    call: LONG,
  },
  {
    name: 'an approval wallet co-signs, challenge first',
    coSigner: 'approval wallet',
    coSignature: { by: 'approval wallet', changes: CHALLENGE_FIRST },
  },
  {
    name: 'an approval wallet co-signs with extensions, which only the long form has',
    coSigner: 'approval wallet',
    coSignature: { by: 'approval wallet', changes: EXTENSIONS },
  },
  {
    name: 'an approval wallet co-signs for the third key',
    coSigner: 'approval wallet',
    addedKeys: 2,
    signer: 2,
    coSignature: byWallet,
  },
  { name: 'the owner alone starts the removal', coSigner: 'approval wallet', call: startRemoval },
  {
    name: 'the second key alone starts the removal',
    coSigner: 'account',
    addedKeys: 1,
    signer: 1,
    call: startRemoval,
  },
]

const refused: JoinedVariant[] = [
  {
    name: 'the number of another key',
    addedKeys: 2,
    signer: 1,
    keyNumber: 2,
    verdict: 'WrongSignature',
  },
  { name: 'a number without a key', addedKeys: 1, signer: 1, keyNumber: 5, verdict: 'WrongSignature' },
  { name: 'a number above seven', addedKeys: 1, signer: 1, keyNumber: 255, verdict: 'WrongSignature' },
  { name: 'no co-signature', coSigner: 'account', verdict: 'CoSignatureRejected' },
  {
    name: 'no co-signature of the approval wallet',
    coSigner: 'approval wallet',
    verdict: 'CoSignatureRejected',
  },
  {
    name: 'another account co-signs',
    coSigner: 'account',
    coSignature: { by: 'other account' },
    verdict: 'CoSignatureRejected',
  },
  {
    name: 'the approval passkey signs the bare digest',
    coSigner: 'approval wallet',
    coSignature: { by: 'bare' },
    verdict: 'CoSignatureRejected',
  },
  {
    name: 'the approval passkey without user verification',
    coSigner: 'approval wallet',
    coSignature: { by: 'approval wallet', changes: { flags: 0x01 } },
    verdict: 'CoSignatureRejected',
  },
  {
    name: 'a co-signature for a wallet without a co-signer',
    addedKeys: 1,
    coSignature: byAccount,
    verdict: 'CoSignatureRejected',
  },
  {
    name: 'a removal with a value',
    coSigner: 'account',
    call: (wallet) => ({ ...startRemoval(wallet), value: 1n }),
    verdict: 'CoSignatureRejected',
  },
]

/** The passkeys of a vector's wallet, by number. */
export function joinedKeys(number: number, added: number) {
  const key = (place: number) => softwarePasskey(seededKey(`joined key ${number} ${place}`), hashText(RP_ID))
  return { first: key(0), all: Array.from({ length: added + 1 }, (_, place) => key(place)) }
}

/** Signed calls of wallets with several keys or a co-signer, with the calldata from `encodeExecuteCall`. */
export function joinedCallVectors() {
  return [...accepted, ...refused].map(vector)
}

function vector(variant: JoinedVariant, number: number) {
  const { addedKeys = 0, signer = 0 } = variant
  const { first, all } = joinedKeys(number, addedKeys)
  const key = { qx: first.x, qy: first.y, rpIdHash: hashText(RP_ID) }
  const wallet = walletAddress({ factory: FACTORY, ...key })
  const approver = softwarePasskey(seededKey(`approval key ${number}`), hashText(APPROVAL_RP_ID))
  const approverKey = { qx: approver.x, qy: approver.y, rpIdHash: hashText(APPROVAL_RP_ID) }
  const approvalWallet = walletAddress({ factory: FACTORY, ...approverKey })
  const coSigners = { account: privateKeyToAddress(POLICY_KEY), 'approval wallet': approvalWallet }
  const none = { fee: 0n, feeCoinAddress: zeroAddress, feeWithdrawAddress: zeroAddress }
  const call = { ...baseCall, ...none, ...LATER, ...variant.call?.(wallet), walletAddress: wallet }
  const digest = viemDigest(CHAIN_ID, call)
  const tuple = signVariant(variant.changes ?? {}, all[signer] ?? first, digest)
  const { coSignature: made } = variant
  const coSignature = made && coSign(made, { digest, approver, approvalWallet })
  const signature = joinSignature({ tuple, keyNumber: variant.keyNumber ?? signer, coSignature })
  return {
    name: variant.name,
    ...key,
    keys: all.slice(1).map(({ x, y }) => ({ qx: x, qy: y })),
    coSigner: variant.coSigner === undefined ? zeroAddress : coSigners[variant.coSigner],
    // The only key of the approval wallet. Null for other co-signers.
    coSignerKey: variant.coSigner === 'approval wallet' ? approverKey : null,
    ...call,
    digest,
    signature,
    calldata: encodeExecuteCall(call, signature),
    verdict: variant.verdict ?? 'None',
  }
}

function coSign(
  { by, changes }: CoSignature,
  {
    digest,
    approver,
    approvalWallet,
  }: { digest: Hex; approver: ReturnType<typeof softwarePasskey>; approvalWallet: Address },
): Hex {
  if (by === 'account') return signHash(POLICY_KEY, digest)
  if (by === 'other account') return signHash(OTHER_KEY, digest)
  const signed = by === 'bare' ? digest : messageDigestByViem(approvalWallet, digest)
  return signVariant({ rpId: APPROVAL_RP_ID, ...changes }, approver, signed)
}

/** The result is computed by viem, independently of this repository. */
function messageDigestByViem(verifyingContract: Address, hash: Hex): Hex {
  return hashTypedData({
    domain: { name: 'PasskeyWallet', version: '1', chainId: CHAIN_ID, verifyingContract },
    types: { PasskeyWalletMessage: [{ name: 'hash', type: 'bytes32' }] },
    primaryType: 'PasskeyWalletMessage',
    message: { hash },
  })
}
