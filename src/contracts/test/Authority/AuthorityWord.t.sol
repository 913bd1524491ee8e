// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Authority} from "../../src/Authority.sol";
import {vm} from "../base/Vm.sol";

/// @notice Tests that the packed word returns the parts it was packed from, and that each change affects only its own
///         part.
contract AuthorityWordTest {
    /// @dev The parts of the authority word.
    struct Parts {
        address coSigner;
        uint40 until;
        uint8 keys;
        bool objected;
        bool flagged;
    }

    function testFuzz_behavior_readsItsParts(Parts memory parts, uint256 time) public {
        Authority word = pack(parts);
        vm.warp(time % 2 ** 41);
        bool ended = parts.until != 0 && block.timestamp >= parts.until;
        vm.assertEq(word.coSigner(), ended ? address(0) : parts.coSigner, "co-signer");
        vm.assertEq(word.until(), parts.until, "until");
        vm.assertEq(word.hasObjected(), parts.objected, "objected");
        vm.assertEq(word.isFlagged(), parts.flagged, "flagged");
        for (uint256 place = 0; place < 8; ++place) {
            vm.assertEq(word.hasKey(place), counts(parts.keys, place), "key");
        }
        vm.assertEq(word.hasAnyKey(), parts.keys != 1, "any key");
    }

    function testFuzz_behavior_theLastSecond(uint40 until, address coSigner) public {
        vm.assume(until != 0);
        Authority word = pack(Parts(coSigner, until, 0, false, true));
        vm.warp(until - 1);
        vm.assertEq(word.coSigner(), coSigner, "last second");
        vm.warp(until);
        vm.assertEq(word.coSigner(), address(0), "at the end");
        vm.assertEq(word.until(), until, "until stays");
    }

    /// Without an end time, the co-signer's power does not end, however late it is.
    function test_param_noEnd() public {
        Authority word = pack(Parts(address(7), 0, 0, false, true));
        vm.warp(2 ** 63);
        vm.assertEq(word.coSigner(), address(7), "co-signer");
    }

    function test_param_theOrdinaryWord() public view {
        Authority word = Authority.wrap(0);
        vm.assertTrue(word.isOrdinary(), "ordinary");
        vm.assertEq(word.coSigner(), address(0), "co-signer");
        vm.assertTrue(word.hasKey(0), "the key in the code");
        for (uint256 place = 1; place < 8; ++place) {
            vm.assertFalse(word.hasKey(place), "no other key");
        }
        vm.assertTrue(word.hasAnyKey(), "a key");
        vm.assertEq(word.mainPlace(), 0, "main place");
    }

    function testFuzz_param_anyPartMakesItNotOrdinary(Parts memory parts) public pure {
        bool none =
            parts.coSigner == address(0) && parts.until == 0 && parts.keys == 0 && !parts.objected && !parts.flagged;
        vm.assertEq(pack(parts).isOrdinary(), none, "ordinary");
    }

    function test_behavior_theMainPlaceIsTheLowestThatCounts() public pure {
        for (uint256 keys = 0; keys < 256; ++keys) {
            if (keys == 1) continue;
            uint256 lowest = 0;
            while (!counts(uint8(keys), lowest)) {
                ++lowest;
            }
            Authority word = pack(Parts(address(type(uint160).max), type(uint40).max, uint8(keys), true, true));
            vm.assertEq(word.mainPlace(), lowest, "main place");
        }
    }

    function test_param_hasAnyKeyForEachSetOfKeys() public pure {
        for (uint256 keys = 0; keys < 256; ++keys) {
            Authority word = pack(Parts(address(type(uint160).max), type(uint40).max, uint8(keys), true, true));
            vm.assertEq(word.hasAnyKey(), keys != 1, "any key");
        }
    }

    function testFuzz_behavior_withCoSigner(Parts memory parts, address coSigner) public pure {
        Parts memory expected = copy(parts);
        (expected.coSigner, expected.until, expected.objected) = (coSigner, 0, false);
        assertWord(pack(parts).withCoSigner(coSigner), expected);
    }

    function testFuzz_behavior_withRemoval(Parts memory parts, uint40 end, bool objected) public pure {
        Parts memory expected = copy(parts);
        (expected.until, expected.objected) = (end, objected);
        assertWord(pack(parts).withRemoval(end, objected), expected);
    }

    function testFuzz_behavior_withOtherKey(Parts memory parts, uint256 place) public pure {
        place = place % 8;
        Parts memory expected = copy(parts);
        expected.keys ^= uint8(1 << place);
        Authority changed = pack(parts).withOtherKey(place);
        assertWord(changed, expected);
        vm.assertEq(changed.hasKey(place), !pack(parts).hasKey(place), "the other way round");
        assertWord(changed.withOtherKey(place), parts);
    }

    function testFuzz_behavior_recovered(Parts memory parts, uint256 time) public {
        vm.warp(time % 2 ** 41);
        Parts memory expected = copy(parts);
        if (parts.until != 0 && block.timestamp >= parts.until) expected.coSigner = address(0);
        (expected.until, expected.objected, expected.keys) = (0, false, 3);
        Authority changed = pack(parts).recovered();
        assertWord(changed, expected);
        for (uint256 place = 0; place < 8; ++place) {
            vm.assertEq(changed.hasKey(place), place == 1, "only the recovered key");
        }
        vm.assertEq(changed.mainPlace(), 1, "main place");
    }

    function testFuzz_behavior_flagged(Parts memory parts) public pure {
        Parts memory expected = copy(parts);
        expected.flagged = true;
        assertWord(pack(parts).flagged(), expected);
    }

    /// Bit 0 is set when the first key is no longer valid. Each other bit is set when the key in its place is valid.
    function counts(uint8 keys, uint256 place) private pure returns (bool) {
        bool bit = (keys >> place) % 2 == 1;
        return place == 0 ? !bit : bit;
    }

    function pack(Parts memory parts) private pure returns (Authority) {
        bytes32 packed = bytes32(
            abi.encodePacked(
                bytes5(0),
                uint8((parts.objected ? 1 : 0) + (parts.flagged ? 2 : 0)),
                parts.keys,
                parts.until,
                parts.coSigner
            )
        );
        return Authority.wrap(uint256(packed));
    }

    function copy(Parts memory parts) private pure returns (Parts memory) {
        return Parts(parts.coSigner, parts.until, parts.keys, parts.objected, parts.flagged);
    }

    function assertWord(Authority word, Parts memory expected) private pure {
        vm.assertEq(Authority.unwrap(word), Authority.unwrap(pack(expected)), "word");
    }
}
