// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";

/// @title DemoMultiToken
///
/// @notice The ERC-1155 collection of the sandbox: anyone may mint any amount of any token.
///
/// @dev For the sandbox only. It has no value, no owner and no metadata.
contract DemoMultiToken is ERC1155 {
    /// @notice Creates the empty collection.
    constructor() ERC1155("") {}

    /// @notice Creates tokens; a receiving contract is asked whether it accepts them.
    ///
    /// @param to      Who receives them.
    /// @param tokenId Which token.
    /// @param amount  How many.
    function mint(address to, uint256 tokenId, uint256 amount) external {
        _mint(to, tokenId, amount, "");
    }
}
