// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title DemoCoin
///
/// @notice The sandbox coin, an ERC-20 with 6 decimals that anyone may mint.
///
/// @dev For the sandbox only. It has no value and no owner.
contract DemoCoin is ERC20 {
    /// @notice Creates the coin with a supply of zero.
    constructor() ERC20("Demo Coin", "DEMO") {}

    /// @notice Creates coins.
    ///
    /// @param to     Receiver of the coins.
    /// @param amount Amount in the smallest unit (10^-6).
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    /// @inheritdoc ERC20
    function decimals() public pure override returns (uint8) {
        return 6;
    }
}
