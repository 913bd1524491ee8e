// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Authority} from "./Authority.sol";

/// @title WalletAuthority
///
/// @notice Stores the authority word, which the wallet's keys and its co-signer share.
abstract contract WalletAuthority {
    /// @notice Thrown when another account calls a function that only the wallet itself may call.
    ///
    /// @param caller The calling account.
    error OnlySelf(address caller);

    /// @dev The authority word. Zero for a wallet that has only the key in its code.
    Authority private _word;

    /// @dev Allows only the wallet itself to call, which needs a signed call to its own address.
    modifier onlySelf() {
        if (msg.sender != address(this)) revert OnlySelf(msg.sender);
        _;
    }

    /// @dev Returns the authority word.
    ///
    /// @return authority The word.
    function _authority() internal view returns (Authority authority) {
        return _word;
    }

    /// @dev Stores the authority word, and makes every later execution read it.
    ///
    /// @param authority The new word.
    function _setAuthority(Authority authority) internal {
        if (!authority.isFlagged()) {
            _raiseFlag();
            authority = authority.flagged();
        }
        _word = authority;
    }

    /// @dev Makes every later execution read the authority word. Called once in the life of a wallet.
    function _raiseFlag() internal virtual;
}
