// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Authority} from "./Authority.sol";

/// @title WalletAuthority
///
/// @notice Who has a say over a wallet: the word that its keys and its co-signer share.
abstract contract WalletAuthority {
    /// @notice Thrown when a function that only the wallet itself may call is called by another.
    ///
    /// @param caller Who called.
    error OnlySelf(address caller);

    /// @dev Zero for a wallet that has only the key in its code.
    Authority private _word;

    /// @dev Lets only the wallet itself call, that is who signs for it.
    modifier onlySelf() {
        if (msg.sender != address(this)) revert OnlySelf(msg.sender);
        _;
    }

    /// @dev The word.
    ///
    /// @return authority Its value.
    function _authority() internal view returns (Authority authority) {
        return _word;
    }

    /// @dev Stores the word, and sees to it that every later execution reads it.
    ///
    /// @param authority Its new value.
    function _setAuthority(Authority authority) internal {
        if (!authority.isFlagged()) {
            _raiseFlag();
            authority = authority.flagged();
        }
        _word = authority;
    }

    /// @dev Makes every later execution read the word. Called once in the life of a wallet.
    function _raiseFlag() internal virtual;
}
