import { decodeErrorResult, parseAbi, type Hex } from 'viem'
import { sameAddress } from '#protocol/display/address.ts'
import type { SimulatedFailure } from '#protocol/simulation.ts'
import { lowerCase } from './rpc-schemas.ts'

/** The errors of ERC-6093 with which a token reports that the sender does not hold the asset. */
const ERRORS = parseAbi([
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error ERC721NonexistentToken(uint256 tokenId)',
  'error ERC721IncorrectOwner(address sender, uint256 tokenId, address owner)',
  'error ERC721InsufficientApproval(address operator, uint256 tokenId)',
  'error ERC1155InsufficientBalance(address sender, uint256 balance, uint256 needed, uint256 tokenId)',
])

/**
 * Returns the asset that the wallet does not hold, if the token's revert data reports that. `tokenId` is set for an
 * NFT. Undefined for any other data.
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
    // The data is not one of these errors. It may be a text, for example.
    return undefined
  }
}
