// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ReplayRing} from "../../src/ReplayRing.sol";

/// @notice Exposes the library's internal functions to the tests.
contract RingHarness {
    using ReplayRing for ReplayRing.Ring;

    ReplayRing.Ring private _ring;

    function spend(bytes32 digest, uint256 expiration) external returns (bool flagged) {
        return _ring.spend(digest, expiration);
    }

    function isSpent(bytes32 digest) external view returns (bool) {
        return _ring.isSpent(digest);
    }

    function raiseFlag() external {
        _ring.raiseFlag();
    }

    function slot(uint256 index) external view returns (uint256) {
        return _ring.slots[index];
    }

    function overflow(bytes32 digest) external view returns (bool) {
        return _ring.overflow[digest];
    }
}
