// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ClientData} from "../../src/verification/ClientData.sol";
import {Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";

contract IsAssertionOverTest {
    bytes internal constant TYPE = '"type":"webauthn.get"';
    bytes internal constant ORIGIN = '"origin":"https://shop.example.com"';
    /// A JSON string with characters that could confuse a scan: braces, brackets, escaped quotes and backslashes.
    bytes internal constant NOISE = '"extra":"{[}]\\\\\\"type\\":\\"webauthn.get\\",\\\\"';

    // behavior: accepted orders of the keys

    function testFuzz_behavior_acceptsTheUsualOrder(bytes32 challenge) public pure {
        assertAccepted(bytes.concat("{", TYPE, ",", pair(challenge), ",", ORIGIN, "}"), challenge, true);
    }

    function testFuzz_behavior_acceptsChallengeFirst(bytes32 challenge) public pure {
        assertAccepted(bytes.concat("{", pair(challenge), ",", ORIGIN, ",", TYPE, "}"), challenge, true);
        assertAccepted(bytes.concat("{", pair(challenge), ",", TYPE, ",", ORIGIN, "}"), challenge, true);
        bytes memory extensions = '"clientExtensions":{},"hashAlgorithm":"SHA-256",';
        assertAccepted(bytes.concat("{", pair(challenge), ",", extensions, ORIGIN, ",", TYPE, "}"), challenge, true);
    }

    function testFuzz_behavior_acceptsAnyPlaceInTheOutermostObject(bytes32 challenge, uint256 seed) public pure {
        bytes[5] memory members;
        members[0] = TYPE;
        members[1] = pair(challenge);
        members[2] = ORIGIN;
        members[3] = NOISE;
        members[4] = '"nested":{"type":"webauthn.create","list":[{},[1,"]"],{"a":"}"}]}';
        // Fisher-Yates shuffle.
        for (uint256 last = 4; last > 0; --last) {
            uint256 other = uint256(keccak256(abi.encode(seed, last))) % (last + 1);
            (members[last], members[other]) = (members[other], members[last]);
        }
        bytes memory json = bytes.concat("{", members[0]);
        for (uint256 index = 1; index < 5; ++index) {
            json = bytes.concat(json, ",", members[index]);
        }
        // `"type":"webauthn.get"` occurs only once, because its quotes are escaped in NOISE.
        assertAccepted(bytes.concat(json, "}"), challenge, true);
    }

    // error: keys in wrong places. Each of the following places is refused, with any challenge.

    function testFuzz_error_refusesTypeInANestedObject(bytes32 challenge) public pure {
        bytes memory nested = bytes.concat('"extra":{', TYPE, "}");
        assertAccepted(bytes.concat("{", nested, ",", pair(challenge), "}"), challenge, false);
        assertAccepted(bytes.concat("{", pair(challenge), ",", nested, "}"), challenge, false);
        nested = bytes.concat('"extra":{"a":1,', TYPE, "}");
        assertAccepted(bytes.concat("{", pair(challenge), ",", nested, "}"), challenge, false);
        nested = bytes.concat('"extra":[{', TYPE, "}]");
        assertAccepted(bytes.concat("{", pair(challenge), ",", nested, "}"), challenge, false);
    }

    /// The challenge is at its usual place, after a comma. The type is not.
    function testFuzz_error_refusesTypeInANestedObjectBehindTheUsualChallenge(bytes32 challenge) public pure {
        bytes memory start = bytes.concat('{"a":"fifteen letters",', pair(challenge), ',"b":{');
        vm.assertEq(Passkey.indexOf(start, pair(challenge)), 23, "usual");
        assertAccepted(bytes.concat(start, TYPE, "}}"), challenge, false);
        assertAccepted(bytes.concat(start, "},", TYPE, "}"), challenge, true);
    }

    function test_behavior_onlyBracketsAndBracesChangeTheDepth() public pure {
        bytes32 challenge = keccak256("challenge");
        for (uint256 char = 0; char < 256; ++char) {
            bool changes = char == 0x5b || char == 0x5d || char == 0x7b || char == 0x7d;
            // A quote opens a string, which would contain the bytes after it, so it is left out.
            if (char == 0x22) continue;
            bytes memory value = abi.encodePacked(bytes1(uint8(char)));
            assertAccepted(bytes.concat('{"a":', value, ",", TYPE, ",", pair(challenge), "}"), challenge, !changes);
        }
    }

    function testFuzz_error_refusesTheChallengeInANestedObject(bytes32 challenge) public pure {
        bytes memory nested = bytes.concat('"extra":{', pair(challenge), "}");
        assertAccepted(bytes.concat("{", TYPE, ",", nested, "}"), challenge, false);
        assertAccepted(bytes.concat("{", nested, ",", TYPE, "}"), challenge, false);
        assertAccepted(bytes.concat('{"extra":{', TYPE, ",", pair(challenge), "}}"), challenge, false);
        assertAccepted(bytes.concat('{"extra":[{', TYPE, ",", pair(challenge), "}]}"), challenge, false);
    }

    function testFuzz_error_refusesAnotherOutermostValue(bytes32 challenge) public pure {
        bytes memory both = bytes.concat(TYPE, ",", pair(challenge));
        assertAccepted(bytes.concat("[{", both, "}]"), challenge, false);
        assertAccepted(bytes.concat("[", both, "]"), challenge, false);
        assertAccepted(bytes.concat(" {", both, "}"), challenge, false);
        assertAccepted(bytes.concat(both, ",", ORIGIN), challenge, false);
        assertAccepted(bytes.concat("{},{", both, "}"), challenge, false);
        assertAccepted(bytes.concat('{"a":1},[', both, "]"), challenge, false);
    }

    function testFuzz_error_refusesWhatIsNotAKey(bytes32 challenge) public pure {
        // A string that is a value, and a string inside an array.
        assertAccepted(bytes.concat('{"a":', TYPE, ",", pair(challenge), "}"), challenge, false);
        assertAccepted(bytes.concat('{"a":[1,', TYPE, "],", pair(challenge), "}"), challenge, false);
        assertAccepted(bytes.concat("{", pair(challenge), ' ,"a" ', TYPE, "}"), challenge, false);
    }

    function testFuzz_error_refusesTypeInsideAString(bytes32 challenge) public pure {
        // A JSON string cannot contain TYPE, whose quotes are not escaped. A reader that ignores the backslash would
        // end the string too early and take TYPE for a key.
        bytes memory json = bytes.concat("{", pair(challenge), ',"a":"\\",', TYPE, '"}');
        assertAccepted(json, challenge, false);
        json = bytes.concat("{", pair(challenge), ',"a":"\\\\\\",', TYPE, '"}');
        assertAccepted(json, challenge, false);
        // A backslash before the quote escapes it, unless the backslash itself is escaped.
        json = bytes.concat("{", pair(challenge), ',"a":"\\\\",', TYPE, "}");
        assertAccepted(json, challenge, true);
    }

    function testFuzz_error_refusesSpacesBeforeTheKeys(bytes32 challenge) public pure {
        assertAccepted(bytes.concat("{ ", TYPE, ",", pair(challenge), "}"), challenge, false);
        assertAccepted(bytes.concat("{", TYPE, ", ", pair(challenge), "}"), challenge, false);
        assertAccepted(bytes.concat("{", TYPE, "x", pair(challenge), "}"), challenge, false);
    }

    function testFuzz_error_refusesAnotherTypeOrChallenge(bytes32 challenge, bytes32 other) public pure {
        vm.assume(challenge != other);
        bytes memory json = bytes.concat("{", TYPE, ",", pair(other), ",", ORIGIN, "}");
        vm.assertFalse(ClientData.isAssertionOver(json, 23, 1, challenge), "another challenge");
        json = bytes.concat('{"type":"webauthn.gex",', pair(challenge), ",", ORIGIN, "}");
        vm.assertFalse(ClientData.isAssertionOver(json, 23, 1, challenge), "another type");
        json = bytes.concat('{"type":"webauthn.create",', pair(challenge), ",", ORIGIN, "}");
        vm.assertFalse(ClientData.isAssertionOver(json, 26, 1, challenge), "creation");
    }

    function testFuzz_error_refusesAnyChangedByte(bytes32 challenge, uint256 place, bytes1 mask) public pure {
        vm.assume(mask != 0);
        bytes memory json = bytes.concat("{", TYPE, ",", pair(challenge), ",", ORIGIN, "}");
        // The changed byte is between the opening brace and the challenge's closing quote.
        place = place % 80;
        json[place] ^= mask;
        vm.assertFalse(ClientData.isAssertionOver(json, 23, 1, challenge), "changed");
    }

    // param: the indexes

    function testFuzz_param_onlyTheTrueIndexesAreAccepted(bytes32 challenge, uint256 challengeIndex, uint256 typeIndex)
        public
        pure
    {
        bytes memory json = bytes.concat("{", TYPE, ",", pair(challenge), ",", ORIGIN, "}");
        if (challengeIndex % 2 == 0) challengeIndex = challengeIndex % 160;
        if (typeIndex % 2 == 0) typeIndex = typeIndex % 160;
        vm.assertEq(
            ClientData.isAssertionOver(json, challengeIndex, typeIndex, challenge),
            challengeIndex == 23 && typeIndex == 1,
            "indexes"
        );
    }

    function testFuzz_param_anyBytesAreDecidedWithoutReverting(
        bytes memory json,
        bytes32 challenge,
        uint256 challengeIndex,
        uint256 typeIndex
    ) public pure {
        vm.assertFalse(ClientData.isAssertionOver(json, challengeIndex, typeIndex, challenge), "noise");
        // The two keys are at the end of the noise. They count only if the noise before them begins with an object.
        bytes memory ending = bytes.concat(",", TYPE, ",", pair(challenge), "}");
        bytes memory joined = bytes.concat(json, ending);
        bool accepted = ClientData.isAssertionOver(joined, json.length + 23, json.length + 1, challenge);
        vm.assertTrue(!accepted || json[0] == "{", "no object");
    }

    function testFuzz_error_refusesTruncatedBytes(bytes32 challenge, uint256 length) public pure {
        bytes memory json = bytes.concat("{", TYPE, ",", pair(challenge), "}");
        length = length % 80;
        vm.assertFalse(ClientData.isAssertionOver(Passkey.slice(json, 0, length), 23, 1, challenge), "truncated");
        vm.assertFalse(ClientData.isAssertionOver("", 0, 0, challenge), "empty");
    }

    /// Memory after the end of the JSON is not part of it, even if it would complete the last value.
    function testFuzz_error_refusesJsonThatEndsWithinTheLastValue(bytes32 challenge, uint256 missing) public pure {
        bytes memory json = bytes.concat("{", TYPE, ",", pair(challenge));
        assertCutRefused(json, 23, 1, challenge, 1);
        assertCutRefused(json, 23, 1, challenge, 1 + missing % 57);
        json = bytes.concat("{", pair(challenge), ",", TYPE);
        assertCutRefused(json, 1, 59, challenge, 1);
        assertCutRefused(json, 1, 59, challenge, 1 + missing % 21);
    }

    function assertCutRefused(
        bytes memory json,
        uint256 challengeIndex,
        uint256 typeIndex,
        bytes32 challenge,
        uint256 cut
    ) private pure {
        vm.assertTrue(ClientData.isAssertionOver(json, challengeIndex, typeIndex, challenge), "whole");
        uint256 whole = json.length;
        setLength(json, whole - cut);
        vm.assertFalse(ClientData.isAssertionOver(json, challengeIndex, typeIndex, challenge), "cut");
        setLength(json, whole);
    }

    /// Changes only the length. The bytes after the new end stay in memory.
    function setLength(bytes memory json, uint256 length) private pure {
        assembly ("memory-safe") {
            mstore(json, length)
        }
    }

    // Finds the indexes of the keys by searching the text, as a client does, and checks the verdict.

    function assertAccepted(bytes memory json, bytes32 challenge, bool expected) private pure {
        uint256 challengeIndex = Passkey.indexOf(json, pair(challenge));
        uint256 typeIndex = Passkey.indexOf(json, TYPE);
        vm.assertEq(ClientData.isAssertionOver(json, challengeIndex, typeIndex, challenge), expected, string(json));
    }

    function pair(bytes32 challenge) private pure returns (bytes memory) {
        return Passkey.challengePair(challenge);
    }
}
