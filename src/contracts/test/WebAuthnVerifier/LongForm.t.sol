// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {WebAuthnVerifier} from "../../src/verification/WebAuthnVerifier.sol";
import {Assertion, Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";
import {VerifierTest} from "./VerifierTest.sol";

/// @notice Reading the ABI-encoded form of an assertion.
///
/// forge-config: default.fuzz.runs = 2500
/// forge-config: quick.fuzz.runs = 64
contract LongFormTest is VerifierTest {
    function testFuzz_param_onlyTheCanonicalLayoutIsRead(bytes32 challenge, uint256 word, uint256 mask) public view {
        bytes memory encoded = Passkey.encode(Passkey.sign(1, RP_ID_HASH, challenge));
        // The changed word is the tuple's offset, one of the two offsets in it, or the length of authenticatorData.
        uint256[4] memory places = [uint256(0), 1, 2, 7];
        uint256 offset = 0x20 + 0x20 * places[word % 4];
        vm.assume(mask != 0);
        assembly ("memory-safe") {
            mstore(add(encoded, offset), xor(mload(add(encoded, offset)), mask))
        }
        vm.assertTrue(verifier.verify(encoded, challenge, credentialOf(1)) != NONE, "layout");
    }

    function testFuzz_param_theLengthOfTheClientDataIsRead(bytes32 challenge, uint256 length) public view {
        Assertion memory assertion = Passkey.sign(1, RP_ID_HASH, challenge);
        vm.assume(length != assertion.clientDataJSON.length);
        bytes memory encoded = Passkey.encode(assertion);
        // The length is word 10. Before it are the tuple's offset, six heads, and the length and two words of
        // authenticatorData.
        assembly ("memory-safe") {
            mstore(add(encoded, 0x160), length)
        }
        vm.assertTrue(verifier.verify(encoded, challenge, credentialOf(1)) != NONE, "length");
    }

    /// Lengths of authenticatorData and of clientDataJSON that are so large that a sum with them would overflow.
    function test_param_theLargestLengthsAreRefusedWithoutReverting() public view {
        bytes32 challenge = keccak256("challenge");
        for (uint256 rest = 0; rest < 64; ++rest) {
            for (uint256 place = 0x100; place <= 0x160; place += 0x60) {
                bytes memory encoded = Passkey.encode(Passkey.sign(1, RP_ID_HASH, challenge));
                assembly ("memory-safe") {
                    mstore(add(encoded, place), sub(not(0), rest))
                }
                assertVerdict(
                    verifier.verify(encoded, challenge, credentialOf(1)), WebAuthnVerifier.Rejection.Malformed, "length"
                );
            }
        }
    }

    function test_param_anEmptyClientDataIsReadAndRefused() public view {
        bytes32 challenge = keccak256("challenge");
        Assertion memory assertion = Passkey.sign(1, RP_ID_HASH, challenge);
        assertion.clientDataJSON = "";
        WebAuthnVerifier.Rejection refused = WebAuthnVerifier.Rejection.WrongClientData;
        assertVerdict(verdict(assertion, challenge, credentialOf(1)), refused, "empty");
    }

    function testFuzz_param_truncatedOrExtendedBytesAreRefused(bytes32 challenge, uint256 length) public view {
        bytes memory encoded = Passkey.encode(Passkey.sign(1, RP_ID_HASH, challenge));
        length = length % (encoded.length + 64);
        vm.assume(length != encoded.length);
        bytes memory changed = new bytes(length);
        for (uint256 index = 0; index < length && index < encoded.length; ++index) {
            changed[index] = encoded[index];
        }
        assertVerdict(
            verifier.verify(changed, challenge, credentialOf(1)), WebAuthnVerifier.Rejection.Malformed, "length"
        );
    }

    function testFuzz_param_anyBytesAreDecidedWithoutReverting(bytes memory signature, bytes32 challenge) public view {
        assertVerdict(
            verifier.verify(signature, challenge, credentialOf(1)), WebAuthnVerifier.Rejection.Malformed, "noise"
        );
    }
}

/// @notice The same tests on a chain without the precompile.
///
/// forge-config: default.fuzz.runs = 250
/// forge-config: quick.fuzz.runs = 16
/// forge-config: long.fuzz.runs = 1000
contract LongFormWithoutPrecompileTest is LongFormTest {
    function setUp() public override {
        super.setUp();
        vm.mockCall(address(0x100), "", "");
    }
}
