// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Assertion, Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";
import {JoinedHarness} from "./JoinedHarness.sol";

/// @notice Tests of the long form, in which the tuple's own lengths determine where it ends.
contract SplitLongTest {
    JoinedHarness internal harness = new JoinedHarness();

    function testFuzz_behavior_splitsWhatWasJoined(
        bytes memory authenticatorData,
        bytes memory clientDataJSON,
        uint8 number,
        bytes memory coSignature
    ) public view {
        bytes memory tuple = encode(authenticatorData, clientDataJSON);
        assertSplit(bytes.concat(tuple, bytes1(number), coSignature), tuple, number, coSignature);
    }

    function testFuzz_behavior_theTupleAlone(bytes memory authenticatorData, bytes memory clientDataJSON) public view {
        bytes memory tuple = encode(authenticatorData, clientDataJSON);
        assertSplit(tuple, tuple, 0, "");
        vm.assertTrue(harness.isLong(tuple), "long");
    }

    /// Lengths around a multiple of 32 bytes, to which the encoding pads.
    function test_param_lengthsAroundAWord() public view {
        for (uint256 length = 0; length <= 66; ++length) {
            bytes memory tuple = encode(new bytes(length), new bytes(66 - length));
            assertSplit(bytes.concat(tuple, hex"05aabb"), tuple, 5, hex"aabb");
            assertSplit(bytes.concat(tuple, hex"ff"), tuple, 255, "");
        }
    }

    /// If bytes of the tuple are missing, the whole signature is returned as the tuple, which is then malformed.
    function testFuzz_error_aTupleThatIsCut(uint256 length) public view {
        bytes memory tuple = encode(new bytes(37), new bytes(134));
        bytes memory cut = Passkey.slice(tuple, 0, length % tuple.length);
        assertSplit(cut, cut, 0, "");
    }

    function testFuzz_error_anyBytes(bytes memory noise) public view {
        (bytes memory tuple,, bytes memory coSignature) = harness.splitLong(noise);
        vm.assertTrue(tuple.length + coSignature.length <= noise.length, "no more than there is");
    }

    /// Lengths that would overflow or point beyond the end.
    function testFuzz_error_lengthsThatMakeNoSense(uint256 length, bool json) public view {
        bytes memory tuple = encode(new bytes(37), new bytes(134));
        uint256 first = tuple.length + 1;
        length = first + length % (type(uint256).max - first);
        uint256 place = json ? 0x100 + 64 : 0xe0;
        bytes memory signature = bytes.concat(tuple, hex"00aa");
        assembly ("memory-safe") {
            mstore(add(add(signature, 0x20), place), length)
        }
        assertSplit(signature, signature, 0, "");
        uint256[3] memory edges = [type(uint256).max, type(uint256).max - 31, uint256(1) << 255];
        for (uint256 index = 0; index < 3; ++index) {
            uint256 edge = edges[index];
            assembly ("memory-safe") {
                mstore(add(add(signature, 0x20), place), edge)
            }
            assertSplit(signature, signature, 0, "");
        }
    }

    /// A length of authenticatorData that leaves no room for the length of clientDataJSON.
    function test_error_noRoomForTheSecondLength() public view {
        bytes memory tuple = encode(new bytes(37), new bytes(134));
        uint256 length = tuple.length;
        assembly ("memory-safe") {
            mstore(add(add(tuple, 0x20), 0xe0), length)
        }
        assertSplit(tuple, tuple, 0, "");
    }

    function test_param_whatIsLong() public view {
        vm.assertTrue(harness.isLong(abi.encode(0x20)), "one word");
        vm.assertFalse(harness.isLong(Passkey.slice(abi.encode(0x20), 0, 31)), "31 bytes");
        vm.assertFalse(harness.isLong(""), "nothing");
        vm.assertFalse(harness.isLong(abi.encode(0x21)), "another word");
        vm.assertFalse(harness.isLong(abi.encode(uint256(0x20) << 248)), "at the other end");
    }

    /// A signature of 31 bytes does not have the long form, even if the next byte of calldata would complete the word
    /// 0x20.
    function test_error_bytesBehindTheSignature() public view {
        bytes memory callData = bytes.concat(
            JoinedHarness.isLong.selector, bytes32(uint256(0x20)), bytes32(uint256(31)), bytes32(uint256(0x20))
        );
        (bool success, bytes memory answer) = address(harness).staticcall(callData);
        vm.assertTrue(success, "read");
        vm.assertFalse(abi.decode(answer, (bool)), "long");
    }

    function encode(bytes memory authenticatorData, bytes memory clientDataJSON) private pure returns (bytes memory) {
        return Passkey.encode(Assertion(authenticatorData, clientDataJSON, 23, 1, 5, 6));
    }

    function assertSplit(bytes memory signature, bytes memory tuple, uint256 number, bytes memory coSignature)
        private
        view
    {
        (bytes memory foundTuple, uint256 foundNumber, bytes memory foundRest) = harness.splitLong(signature);
        vm.assertEq(foundTuple, tuple, "tuple");
        vm.assertEq(foundNumber, number, "number");
        vm.assertEq(foundRest, coSignature, "co-signature");
    }
}
