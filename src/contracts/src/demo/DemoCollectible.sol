// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// @title DemoCollectible
///
/// @notice The sandbox ERC-721 collection. Anyone may mint a token that does not exist yet.
///
/// @dev For the sandbox only. It has no value and no owner.
contract DemoCollectible is ERC721 {
    /// @notice Creates the empty collection.
    constructor() ERC721("Demo Collectible", "DCOL") {}

    /// @notice Creates one token. If the receiver is a contract, its `onERC721Received` must accept the token.
    ///
    /// @param to      Receiver of the token.
    /// @param tokenId Id of the token. Reverts if the token already exists.
    function mint(address to, uint256 tokenId) external {
        _safeMint(to, tokenId);
    }
}
