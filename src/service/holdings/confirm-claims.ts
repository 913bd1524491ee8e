import type { Address, Hex } from 'viem'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { readContracts } from '#service/chain/read-contract.ts'
import type { ChainConnection } from '#service/chain/chain.ts'
import { answeredAddress, answeredNumber } from '#service/chain/token-answer.ts'
import type { FoundClaim } from './find-claims.ts'
import type { ClaimKind } from './tables.ts'

/** A claim that the token's contract confirms now, with what it answers. Addresses in lower case. */
export type ConfirmedClaim = FoundClaim & { amount?: bigint; spender?: Address }

type Rule = {
  /** The calls that answer whether it is so. */
  questions: (claim: FoundClaim, wallet: Address) => Hex[]
  /** `undefined` when it is not so. */
  confirm: (answers: readonly Hex[], wallet: Address) => { amount?: bigint; spender?: Address } | undefined
}

const ownerOf = (item: string) => encodeCall('ownerOf(uint256)', [item])

const RULES: Record<ClaimKind, Rule> = {
  coin: {
    questions: (_claim, wallet) => [encodeCall('balanceOf(address)', [wallet])],
    confirm: amountAboveZero,
  },
  multiToken: {
    questions: ({ item }, wallet) => [encodeCall('balanceOf(address,uint256)', [wallet, item])],
    confirm: amountAboveZero,
  },
  allowance: {
    questions: ({ item }, wallet) => [encodeCall('allowance(address,address)', [wallet, item])],
    confirm: amountAboveZero,
  },
  collectible: {
    questions: ({ item }) => [ownerOf(item)],
    confirm: ([owner = '0x'], wallet) => (answeredAddress(owner) === wallet ? {} : undefined),
  },
  itemApproval: {
    questions: ({ item }) => [ownerOf(item), encodeCall('getApproved(uint256)', [item])],
    confirm: ([owner = '0x', approved = '0x'], wallet) => {
      const spender = answeredAddress(approved)
      if (answeredAddress(owner) !== wallet || spender === undefined || spender === ZERO_ADDRESS)
        return undefined
      return { spender }
    },
  },
  operator: {
    questions: ({ item }, wallet) => [encodeCall('isApprovedForAll(address,address)', [wallet, item])],
    confirm: ([answer = '0x']) => ((answeredNumber(answer) ?? 0n) === 0n ? undefined : {}),
  },
}

/**
 * Those of the claims that the chain confirms now, in their order. A contract that does not answer confirms
 * nothing.
 *
 * @param wallet in lower case
 * @throws CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function confirmClaims(
  chain: Pick<ChainConnection, 'rpc'>,
  wallet: Address,
  claims: readonly FoundClaim[],
): Promise<ConfirmedClaim[]> {
  const asked = claims.map((claim) => ({ claim, questions: RULES[claim.kind].questions(claim, wallet) }))
  const reads = asked.flatMap(({ claim, questions }) =>
    questions.map((data) => ({ contract: claim.token, data })),
  )
  const answers = (await readContracts(chain, reads)).values()
  return asked.flatMap(({ claim, questions }) => {
    const own = questions.map(() => answers.next().value ?? '0x')
    const confirmed = RULES[claim.kind].confirm(own, wallet)
    return confirmed === undefined ? [] : [{ ...claim, ...confirmed }]
  })
}

function amountAboveZero([answer = '0x']: readonly Hex[]): { amount: bigint } | undefined {
  const amount = answeredNumber(answer) ?? 0n
  return amount === 0n ? undefined : { amount }
}
