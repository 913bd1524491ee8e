// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {WebAuthnVerifier} from "../../src/verification/WebAuthnVerifier.sol";
import {Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";
import {JoinedHarness} from "./JoinedHarness.sol";

/// @notice Tests of the short form: a fixed part with lengths, then the parts of these lengths.
contract ReadShortTest {
    /// @dev The values in the short form, without the lengths.
    struct Fields {
        uint256 r;
        uint256 s;
        uint40 flagsAndCount;
        uint8 number;
        uint16 typeIndex;
        bytes head;
        bytes tail;
        bytes coSignature;
    }

    JoinedHarness internal harness = new JoinedHarness();

    function testFuzz_behavior_readsEveryPart(Fields memory fields) public view {
        vm.assume(fields.head.length < 256 && fields.tail.length < 65_536);
        assertFields(fields);
    }

    /// In each case, all bits of one number are set and the bytes around it are zero.
    function test_param_eachNumberAlone() public view {
        for (uint256 number = 0; number < 5; ++number) {
            for (uint256 headLength = 0; headLength < 3; ++headLength) {
                Fields memory fields;
                if (number == 0) fields.r = type(uint256).max;
                if (number == 1) fields.s = type(uint256).max;
                if (number == 2) fields.flagsAndCount = type(uint40).max;
                if (number == 3) fields.number = type(uint8).max;
                if (number == 4) fields.typeIndex = type(uint16).max;
                fields.head = new bytes(headLength);
                assertFields(fields);
            }
        }
    }

    /// With an empty head there is no typeIndex, and the tail starts at its place.
    function test_param_headsOfEachLength() public view {
        Fields memory fields;
        (fields.typeIndex, fields.tail, fields.coSignature) = (0xabcd, hex"ffffff", hex"01");
        for (uint256 length = 0; length < 256; ++length) {
            fields.head = new bytes(length);
            assertFields(fields);
        }
    }

    /// A signature with a missing byte is malformed, and all returned parts are empty.
    function testFuzz_error_bytesThatAreMissing(uint256 length, bool withHead) public view {
        bytes memory signature = encode(example(withHead));
        length = length % signature.length;
        assertMalformed(Passkey.slice(signature, 0, length));
    }

    function test_error_eachByteThatIsMissing() public view {
        bytes memory signature = encode(example(true));
        for (uint256 length = 0; length < signature.length; ++length) {
            assertMalformed(Passkey.slice(signature, 0, length));
        }
    }

    /// The shortest signature has 73 bytes, or 75 bytes plus its head if it has one.
    function test_param_theShortest() public view {
        Fields memory fields;
        bytes memory signature = encode(fields);
        vm.assertEq(signature.length, 73, "length");
        assertWellFormed(signature, 0);
        fields.head = hex"7b";
        signature = encode(fields);
        vm.assertEq(signature.length, 76, "length with a head");
        assertWellFormed(signature, 0);
        assertMalformed(Passkey.slice(signature, 0, 75));
    }

    function test_param_theLongestParts() public view {
        Fields memory fields = example(true);
        (fields.head, fields.tail) = (new bytes(255), new bytes(65_535));
        assertWellFormed(encode(fields), 0);
        assertMalformed(Passkey.slice(encode(fields), 0, 75 + 255 + 65_534));
    }

    /// All bytes after the tail are the co-signature.
    function testFuzz_behavior_theRestIsTheCoSignature(bytes memory rest) public view {
        assertWellFormed(bytes.concat(encode(example(false)), rest), rest.length);
        assertWellFormed(bytes.concat(encode(example(true)), rest), rest.length);
    }

    function testFuzz_error_anyBytes(bytes memory noise) public view {
        (bool wellFormed, WebAuthnVerifier.PackedAssertion memory found,, bytes memory rest) = harness.readShort(noise);
        if (!wellFormed) return;
        uint256 fixedLength = found.headLength == 0 ? 73 : 75;
        vm.assertEq(fixedLength + found.headLength + found.tailLength + rest.length, noise.length, "all of it");
    }

    function example(bool withHead) private pure returns (Fields memory fields) {
        (fields.r, fields.s, fields.flagsAndCount, fields.number) = (7, 8, 0x0500000001, 3);
        if (withHead) (fields.head, fields.typeIndex) = ('{"challenge-first":1,', 99);
        fields.tail = ',"type":"webauthn.get"}';
    }

    function encode(Fields memory fields) private pure returns (bytes memory) {
        bytes memory start = abi.encodePacked(
            fields.r,
            fields.s,
            fields.flagsAndCount,
            fields.number,
            uint8(fields.head.length),
            uint16(fields.tail.length)
        );
        if (fields.head.length != 0) start = abi.encodePacked(start, fields.typeIndex);
        return bytes.concat(start, fields.head, fields.tail, fields.coSignature);
    }

    function assertFields(Fields memory fields) private view {
        bytes memory signature = encode(fields);
        (bool wellFormed, WebAuthnVerifier.PackedAssertion memory found, uint256 number, bytes memory rest) =
            harness.readShort(signature);
        vm.assertTrue(wellFormed, "well-formed");
        vm.assertEq(found.r, fields.r, "r");
        vm.assertEq(found.s, fields.s, "s");
        vm.assertEq(bytes32(found.flagsAndCount), bytes32(bytes5(fields.flagsAndCount)), "flags and count");
        vm.assertEq(number, fields.number, "number");
        vm.assertEq(found.headLength, fields.head.length, "head length");
        vm.assertEq(found.tailLength, fields.tail.length, "tail length");
        vm.assertEq(found.typeIndex, fields.head.length == 0 ? 0 : fields.typeIndex, "typeIndex");
        vm.assertEq(rest, fields.coSignature, "co-signature");
        vm.assertEq(harness.clientDataOf(signature), bytes.concat(fields.head, fields.tail), "client data");
    }

    function assertWellFormed(bytes memory signature, uint256 restLength) private view {
        (bool wellFormed,,, bytes memory rest) = harness.readShort(signature);
        vm.assertTrue(wellFormed, "well-formed");
        vm.assertEq(rest.length, restLength, "rest");
    }

    function assertMalformed(bytes memory signature) private view {
        (bool wellFormed, WebAuthnVerifier.PackedAssertion memory found, uint256 number, bytes memory rest) =
            harness.readShort(signature);
        vm.assertFalse(wellFormed, "malformed");
        vm.assertEq(found.r | found.s | number | rest.length, 0, "no part");
    }
}
