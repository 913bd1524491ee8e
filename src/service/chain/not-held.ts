import { decodeErrorResult, parseAbi, type Hex } from 'viem'
import { sameAddress } from '#protocol/display/address.ts'
import type { SimulatedFailure } from '#protocol/simulation.ts'
import { lowerCase } from './rpc-schemas.ts'

/** The errors of ERC-6093 with which a token says that an account does not hold what it sends. */
const ERRORS = parseAbi([
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error ERC721NonexistentToken(uint256 tokenId)',
  'error ERC721IncorrectOwner(address sender, uint256 tokenId, address owner)',
  'error ERC721InsufficientApproval(address operator, uint256 tokenId)',
  'error ERC1155InsufficientBalance(address sender, uint256 balance, uint256 needed, uint256 tokenId)',
])

/**
 * Returns the missing balance that the token reports in its revert data. Undefined if the data says something
 * else.
 */
export function readNotHeld(data: Hex | undefined, wallet: string): SimulatedFailure['notHeld'] {
  try {
    const error = decodeErrorResult({ abi: ERRORS, data: lowerCase(data ?? '0x') })
    switch (error.errorName) {
      case 'ERC721NonexistentToken':
        return { tokenId: String(error.args[0]) }
      case 'ERC20InsufficientBalance':
        return sameAddress(error.args[0], wallet) ? {} : undefined
      case 'ERC721IncorrectOwner':
      case 'ERC721InsufficientApproval':
        return sameAddress(error.args[0], wallet) ? { tokenId: String(error.args[1]) } : undefined
      case 'ERC1155InsufficientBalance':
        return sameAddress(error.args[0], wallet) ? { tokenId: String(error.args[3]) } : undefined
    }
  } catch {
    // This is another revert, such as a text.
    return undefined
  }
}
