import { encodeFunctionData, parseAbi, type Address, type Hex } from 'viem'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { readContracts } from '#service/chain/read-contract.ts'
import type { ChainConnection } from '#service/chain/chain.ts'
import { answeredAddress, answeredNumber } from '#service/chain/token-answer.ts'
import type { FoundClaim } from './find-claims.ts'
import type { ClaimKind } from './tables.ts'

/** A claim that the token's contract confirms now, with what it answers. Addresses in lower case. */
export type ConfirmedClaim = FoundClaim & { amount?: bigint; spender?: Address }

const abi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function balanceOf(address owner, uint256 tokenId) view returns (uint256)',
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function getApproved(uint256 tokenId) view returns (address)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
])

type Rule = {
  /** The calls that answer whether it is so. */
  questions: (claim: FoundClaim, wallet: Address) => Hex[]
  /** `undefined` when it is not so. */
  confirm: (answers: readonly Hex[], wallet: Address) => { amount?: bigint; spender?: Address } | undefined
}

const RULES: Record<ClaimKind, Rule> = {
  coin: {
    questions: (_claim, wallet) => [encodeFunctionData({ abi, functionName: 'balanceOf', args: [wallet] })],
    confirm: amountAboveZero,
  },
  multiToken: {
    questions: ({ item }, wallet) => [
      encodeFunctionData({ abi, functionName: 'balanceOf', args: [wallet, BigInt(item)] }),
    ],
    confirm: amountAboveZero,
  },
  allowance: {
    questions: ({ item }, wallet) => [
      encodeFunctionData({ abi, functionName: 'allowance', args: [wallet, addressOf(item)] }),
    ],
    confirm: amountAboveZero,
  },
  collectible: {
    questions: ({ item }) => [ownerOf(item)],
    confirm: ([owner = '0x'], wallet) => (answeredAddress(owner) === wallet ? {} : undefined),
  },
  itemApproval: {
    questions: ({ item }) => [
      ownerOf(item),
      encodeFunctionData({ abi, functionName: 'getApproved', args: [BigInt(item)] }),
    ],
    confirm: ([owner = '0x', approved = '0x'], wallet) => {
      const spender = answeredAddress(approved)
      if (answeredAddress(owner) !== wallet || spender === undefined || spender === ZERO_ADDRESS)
        return undefined
      return { spender }
    },
  },
  operator: {
    questions: ({ item }, wallet) => [
      encodeFunctionData({ abi, functionName: 'isApprovedForAll', args: [wallet, addressOf(item)] }),
    ],
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

function ownerOf(item: string): Hex {
  return encodeFunctionData({ abi, functionName: 'ownerOf', args: [BigInt(item)] })
}

function addressOf(item: string): Address {
  return `0x${item.slice(2)}`
}
