// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// @title DemoCollectible
///
/// @notice The ERC-721 collection of the sandbox: anyone may mint a token that does not exist yet.
///
/// @dev For the sandbox only. It has no value and no owner.
contract DemoCollectible is ERC721 {
    /// @notice Creates the empty collection.
    constructor() ERC721("Demo Collectible", "DCOL") {}

    /// @notice Creates one token; a receiving contract is asked whether it accepts it.
    ///
    /// @param to      Who receives it.
    /// @param tokenId Its id; reverts when the token exists already.
    function mint(address to, uint256 tokenId) external {
        _safeMint(to, tokenId);
    }
}
