import type { TypedDataDefinition } from 'viem'
import type { Ceremony } from '#protocol/testing/authenticator.ts'
import type { TestChain } from './chain.ts'
import { signedMessage } from './signed-message.ts'
import type { TestWallet } from './wallet-requests.ts'

const SPENDER = '0x00000000000000000000000000000000000C0111'
let nonce = 0

/** A permit (EIP-2612) of five units of the coin that no other test signs. */
export function newPermit({ chain, tokens }: TestChain, owner: string): TypedDataDefinition {
  nonce += 1
  const uint = (name: string) => ({ name, type: 'uint256' })
  return {
    domain: { name: 'Demo', version: '1', chainId: chain.id, verifyingContract: tokens.erc20 },
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        ...['value', 'nonce', 'deadline'].map(uint),
      ],
    },
    primaryType: 'Permit',
    message: { owner, spender: SPENDER, value: '5', nonce: String(nonce), deadline: '4102444800' },
  }
}

/** The request body for the approval of a permit. Undefined means a new permit. */
export function signedPermit(
  chain: TestChain,
  wallet: TestWallet,
  typedData: TypedDataDefinition = newPermit(chain, wallet.address),
  frame: Partial<Ceremony> = {},
) {
  const message = { kind: 'typed-data', typedData } as const
  return signedMessage(chain.chain.id, wallet, message, { assertion: frame })
}
