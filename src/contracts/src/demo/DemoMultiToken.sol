// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";

/// @title DemoMultiToken
///
/// @notice The sandbox ERC-1155 collection. Anyone may mint any amount of any token.
///
/// @dev For the sandbox only. It has no value, no owner and no metadata.
contract DemoMultiToken is ERC1155 {
    /// @notice Creates the empty collection.
    constructor() ERC1155("") {}

    /// @notice Creates tokens. If the receiver is a contract, its `onERC1155Received` must accept them.
    ///
    /// @param to      Receiver of the tokens.
    /// @param tokenId Id of the token.
    /// @param amount  Amount to create.
    function mint(address to, uint256 tokenId, uint256 amount) external {
        _mint(to, tokenId, amount, "");
    }
}
