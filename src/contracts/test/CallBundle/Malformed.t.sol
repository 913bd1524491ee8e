// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CallBundle} from "../../src/CallBundle.sol";
import {Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";
import {Recorder} from "../targets/Targets.sol";
import {BundleTest} from "./BundleTest.sol";

contract MalformedTest is BundleTest {
    Recorder private _target;
    /// @dev Three calls in two groups, the first of which has two ranges.
    bytes private _encoded;

    function setUp() public override {
        super.setUp();
        _target = new Recorder();
        bytes memory first = abi.encodePacked(uint8(2), uint16(5), uint8(2), bytes8(0x0018000200_1c0001));
        first = abi.encodePacked(first, BOUND, _target, "__c_e", "abd", "xyz");
        _encoded = abi.encodePacked(uint8(3), first, group(1, 3), BOUND, _target, "end");
        vm.assertEq(send(_encoded).length, 12, "well formed");
        vm.assertEq(_target.calls(), 3, "calls");
    }

    function testFuzz_error_refusesCalldataThatEndsEarly(uint256 length) public {
        assertRefused(Passkey.slice(_encoded, 0, length % _encoded.length));
    }

    function testFuzz_error_refusesBytesLeftOver(bytes memory rest) public {
        vm.assume(rest.length != 0);
        assertRefused(bytes.concat(_encoded, rest));
    }

    function testFuzz_error_refusesAnotherNumberOfCalls(uint8 number) public {
        vm.assume(number != 3);
        bytes memory encoded = _encoded;
        encoded[0] = bytes1(number);
        assertRefused(encoded);
    }

    function testFuzz_error_refusesAnotherNumberOfCallsInAGroup(uint8 number) public {
        vm.assume(number != 2);
        bytes memory encoded = _encoded;
        encoded[1] = bytes1(number);
        assertRefused(encoded);
    }

    /// The template has 29 bytes: 24 for gas bound and target, and 5 bytes of calldata.
    function testFuzz_error_refusesARangeBeyondTheTemplate(uint16 offset, uint16 length, uint256 position) public {
        vm.assume(uint256(offset) + length > 29);
        assertRefused(withRange(offset, length, position % 4));
    }

    function test_error_refusesARangeThatEndsOneByteBeyondTheTemplate() public {
        for (uint256 position = 0; position < 4; ++position) {
            for (uint16 length = 0; length <= 5; ++length) {
                assertRefused(withRange(30 - length, length, position));
            }
        }
        vm.assertEq(send(withRange(29, 0, 3)).length, 4, "an empty one at the end");
        vm.assertEq(send(withRange(24, 5, 3)).length, 4, "all of the calldata");
    }

    /// Encodes one call of five bytes with four ranges, of which three are empty.
    function withRange(uint16 offset, uint16 length, uint256 position) private view returns (bytes memory) {
        bytes memory ranges = new bytes(16);
        for (uint256 index = 0; index < 4; ++index) {
            ranges[4 * position + index] = bytes4(uint32(offset) << 16 | length)[index];
        }
        bytes memory start = abi.encodePacked(uint8(1), uint8(1), uint16(5), uint8(4), ranges, BOUND, _target);
        return bytes.concat(start, "abcde", new bytes(length));
    }

    function testFuzz_error_refusesMoreThanFourRanges(uint8 number) public {
        vm.assume(number > 4);
        bytes memory start = abi.encodePacked(uint8(1), uint8(1), uint16(5), number, new bytes(4 * uint256(number)));
        assertRefused(abi.encodePacked(start, BOUND, _target, "abcde"));
    }

    function test_error_refusesNoCall() public {
        assertRefused("");
        assertRefused(hex"00");
        assertRefused(abi.encodePacked(uint8(1), group(0, 1), BOUND, _target, "x"));
        assertRefused(abi.encodePacked(uint8(1), group(0, 1), BOUND, _target, "x", group(1, 1), BOUND, _target, "y"));
    }

    /// The gas does not suffice for any call. The bundle checks the calldata up to the first call, and not beyond it.
    function testFuzz_error_refusesItAlsoWhereTheGasEnds(uint256 length) public {
        length = length % _encoded.length;
        (bool success, bytes memory reason) = bundle.call{gas: 100_000}(Passkey.slice(_encoded, 0, length));
        // Lengths of the number, the header, two ranges, the template, and the bytes of the first call.
        vm.assertEq(success, length >= 1 + 4 + 8 + 29 + 3, "complete until the first call");
        bytes memory malformed = abi.encodeWithSelector(CallBundle.MalformedBundle.selector);
        if (!success) vm.assertEq(reason, malformed, "reason");
        (success, reason) = bundle.call{gas: 100_000}(abi.encodePacked(uint8(1), group(0, 1), BOUND, _target, "x"));
        vm.assertFalse(success, "an empty group");
        vm.assertEq(reason, malformed, "reason");
        vm.assertEq(_target.calls(), 3, "calls");
    }

    function assertRefused(bytes memory encoded) private {
        (bool success, bytes memory reason) = bundle.call(encoded);
        vm.assertFalse(success, "malformed");
        vm.assertEq(reason, abi.encodeWithSelector(CallBundle.MalformedBundle.selector), "reason");
        vm.assertEq(_target.calls(), 3, "calls");
    }
}
