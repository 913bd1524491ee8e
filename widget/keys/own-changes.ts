import { sameAddress } from '#protocol/display/address.ts'
import type {
  CallDescription,
  CallKind,
  Described,
  DescribedCall,
} from '#protocol/display/call-description.ts'
import { callsIn } from '#protocol/display/calls-in.ts'
import { describeWith, worst } from '#protocol/effects/describe-with.ts'
import { describeWalletCall, readWalletCall } from '#protocol/effects/read-wallet-call.ts'
import { decodeExecuteBatch } from '#protocol/signing/wallet-batch.ts'
import type { Describe } from '#widget/flows/choice.ts'
import { loadCoins, namelessCoin } from '#widget/flows/load-wallet.ts'
import type { CallReader } from '#widget/flows/send-parts.ts'

/** The kinds of calls that this file signs. */
export const OWN_CHANGES: ReadonlySet<CallKind> = new Set<CallKind>([
  'wallet-set-co-signer',
  'wallet-start-co-signer-removal',
  'wallet-keep-co-signer',
  'wallet-add-key',
  'wallet-remove-key',
  'wallet-batch',
])

/**
 * Reads which settings a wallet's call to itself changes, one or several in a batch. Any other call, also in
 * a batch, is unknown and dangerous.
 */
export const describeOwnChanges: Describe = (given) => {
  const call: DescribedCall = { ...given, tokens: [] }
  const description = describeWith(call, (calldata, selector) => {
    if (!sameAddress(call.toAddress, call.walletAddress)) return undefined
    return readBatch(call, calldata) ?? readWalletCall(call, calldata, selector)
  })
  return { ...description, severity: worst([description, ...callsIn(description)]) }
}

function readBatch(call: DescribedCall, calldata: Uint8Array): Described | undefined {
  const batch = decodeExecuteBatch(calldata)
  if (batch === undefined) return undefined
  const calls = batch.map(({ to, value, data }) =>
    describeWalletCall({ ...call, toAddress: to, value, data }),
  )
  return {
    kind: 'wallet-batch',
    effects: calls.flatMap(({ effects }) => effects),
    fields: [{ label: 'calls', value: { kind: 'calls', calls } }],
    warnings: [],
  }
}

/** A description, or those of the calls in its batch. */
export function changesIn(description: CallDescription): readonly CallDescription[] {
  const calls = callsIn(description)
  return calls.length === 0 ? [description] : calls
}

/** Decodes a previously submitted call, if one of this file's functions built it. Other calls stay undecoded. */
export const readOwnChange: CallReader = async (context, wallet) => ({
  coin: namelessCoin(wallet.address),
  coins: await loadCoins(context, wallet, undefined),
  functionSignature: '',
  describe: describeOwnChanges,
})
