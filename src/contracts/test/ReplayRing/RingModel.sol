// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ReplayRing} from "../../src/ReplayRing.sol";
import {vm} from "../base/Vm.sol";
import {RingHarness} from "./RingHarness.sol";

/// @notice Applies the same operations to a ring and a plain mapping, and compares every result.
///
/// @dev The mapping is the reference: a digest can be spent if it was not spent and has not expired. All digests belong
///      to two of the eight slots, so that unexpired ones collide.
contract RingModel {
    RingHarness public immutable ring = new RingHarness();

    mapping(bytes32 digest => bool) private _spent;
    mapping(bytes32 digest => uint256) private _expirationOf;
    bytes32[] private _known;
    bool private _flagged;

    /// Number of compared results of each kind: accepted, refused as used, refused as expired, spent without a slot.
    uint256 public accepted;
    uint256 public refusedAsUsed;
    uint256 public refusedAsExpired;
    uint256 public overflowed;

    /// Spends a new digest.
    function offerNew(uint256 seed, uint256 lifetime) external {
        bytes32 digest = bytes32((uint256(keccak256(abi.encode(seed, _known.length))) & ~uint256(7)) | (seed % 2));
        _expirationOf[digest] = expirationFor(seed >> 8, lifetime);
        _known.push(digest);
        _offer(digest);
    }

    /// Tries an earlier digest again, mostly a recent one. It may be spent or expired.
    function offerAgain(uint256 seed) external {
        if (_known.length == 0) return;
        uint256 choices = seed % 4 == 0 || _known.length < 8 ? _known.length : 8;
        _offer(_known[_known.length - 1 - (seed >> 2) % choices]);
    }

    /// Advances the time, mostly by a little, sometimes until all short-lived digests have expired.
    function pass(uint256 time) external {
        vm.warp(block.timestamp + (time % 8 == 0 ? time % 1000 : time % 30));
    }

    /// Raises the flag, as a recovery does.
    function raiseFlag(uint256 seed) external {
        if (seed % 8 != 0) return;
        ring.raiseFlag();
        _flagged = true;
    }

    /// Compares `isSpent` of the ring with the mapping for every digest that has not expired.
    function compareAll() external view {
        for (uint256 index = 0; index < _known.length; ++index) {
            bytes32 digest = _known[index];
            if (_expirationOf[digest] > block.timestamp) {
                vm.assertEq(ring.isSpent(digest), _spent[digest], "isSpent of a live digest");
            } else {
                vm.assertTrue(_spent[digest] || !ring.isSpent(digest), "isSpent of a digest that never was");
            }
        }
        for (uint256 index = 0; index < 8; ++index) {
            vm.assertEq((ring.slot(index) >> 80) & 1, _flagged ? 1 : 0, "flag");
        }
    }

    function expirationFor(uint256 seed, uint256 lifetime) private view returns (uint256) {
        if (seed % 16 == 0) return type(uint256).max - lifetime % 3;
        if (seed % 16 == 1) return type(uint40).max + lifetime % 3 - 1;
        if (seed % 16 == 2) return block.timestamp - lifetime % 2;
        // Mixes two lifetimes, so that short-lived digests expire before long-lived ones of the same slot.
        return block.timestamp + 1 + lifetime % (seed % 16 < 8 ? 600 : 40);
    }

    function _offer(bytes32 digest) private {
        uint256 expiration = _expirationOf[digest];
        try ring.spend(digest, expiration) returns (bool flagged) {
            vm.assertFalse(_spent[digest], "replay accepted");
            vm.assertTrue(block.timestamp < expiration, "expired accepted");
            vm.assertEq(flagged, _flagged, "flagged");
            vm.assertTrue(ring.isSpent(digest), "not remembered");
            _spent[digest] = true;
            ++accepted;
            if (ring.overflow(digest)) ++overflowed;
        } catch (bytes memory reason) {
            bool expired = block.timestamp >= expiration;
            vm.assertTrue(expired || _spent[digest], "fresh digest refused");
            bytes memory expected = expired
                ? abi.encodeWithSelector(ReplayRing.Expired.selector, expiration)
                : abi.encodeWithSelector(ReplayRing.DigestUsed.selector, digest);
            vm.assertEq(reason, expected, "reason");
            if (expired) ++refusedAsExpired;
            else ++refusedAsUsed;
        }
    }
}
