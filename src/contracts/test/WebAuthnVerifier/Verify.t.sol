// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {WebAuthnVerifier} from "../../src/verification/WebAuthnVerifier.sol";
import {Assertion, Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";
import {VerifierTest} from "./VerifierTest.sol";

/// forge-config: default.fuzz.runs = 2500
/// forge-config: quick.fuzz.runs = 64
contract WebAuthnVerifyTest is VerifierTest {
    using Passkey for bytes;

    // behavior: accepted assertions

    function testFuzz_behavior_acceptsTheUsualAssertion(uint256 privateKey, bytes32 challenge) public {
        privateKey = privateKey % (Passkey.N - 1) + 1;
        Assertion memory assertion = Passkey.sign(privateKey, RP_ID_HASH, challenge);
        WebAuthnVerifier.Credential memory credential = credentialOf(privateKey);
        assertVerdict(verdict(assertion, challenge, credential), NONE, "long");
        assertVerdict(packedVerdict(assertion, challenge, credential, true), NONE, "packed");
        assertVerdict(packedVerdict(assertion, challenge, credential, false), NONE, "packed with head");
    }

    function test_behavior_acceptsWhatBrowsersMakeOfIt() public {
        bytes32 challenge = sha256("order");
        string[6] memory tails = [
            ',"origin":"http://localhost:4000","crossOrigin":false}',
            ',"origin":"https://widget.example","crossOrigin":true,"topOrigin":"https://shop.example.com"}',
            // Chromium sometimes adds this key.
            ',"origin":"https://shop.example.com","crossOrigin":false,"other_keys_can_be_added_here":"do not compare clientDataJSON against a template. See https://goo.gl/yabPex"}',
            ',"origin":"https://shop.example.com"}',
            ',"origin":"https://xn--bcher-kva.example","crossOrigin":false,"androidPackageName":"com.android.chrome"}',
            "}"
        ];
        for (uint256 index = 0; index < tails.length; ++index) {
            assertBothAccept(Passkey.USUAL_HEAD, tails[index], challenge);
        }
        // The challenge is first, as in earlier versions of Firefox.
        assertBothAccept("{", ',"origin":"https://shop.example.com","type":"webauthn.get"}', challenge);
        string memory tail = ',"clientExtensions":{},"hashAlgorithm":"SHA-256","origin":"https://shop.example.com",';
        assertBothAccept("{", string.concat(tail, '"type":"webauthn.get"}'), challenge);
    }

    function testFuzz_behavior_acceptsLongAuthenticatorData(bytes32 challenge, bytes memory extensions) public view {
        bytes memory data = bytes.concat(Passkey.authenticatorData(RP_ID_HASH, 0x85, 7), extensions);
        Assertion memory assertion =
            Passkey.sign(1, data, bytes(Passkey.USUAL_HEAD), bytes(Passkey.USUAL_TAIL), 1, challenge);
        assertVerdict(verdict(assertion, challenge, credentialOf(1)), NONE, "extensions");
    }

    /// The lengths include those with no padding and with 31 bytes of padding.
    function test_behavior_acceptsEveryLengthOfAuthenticatorData() public view {
        bytes32 challenge = keccak256("lengths");
        for (uint256 length = 0; length < 64; ++length) {
            bytes memory data = bytes.concat(Passkey.authenticatorData(RP_ID_HASH, 0x85, 7), new bytes(length));
            Assertion memory assertion =
                Passkey.sign(1, data, bytes(Passkey.USUAL_HEAD), bytes(Passkey.USUAL_TAIL), 1, challenge);
            assertVerdict(verdict(assertion, challenge, credentialOf(1)), NONE, "length");
        }
    }

    function test_behavior_looksAtTheTwoFlagsOnly() public {
        bytes32 challenge = sha256("flags");
        for (uint256 flags = 0; flags < 256; ++flags) {
            bytes memory data = Passkey.authenticatorData(RP_ID_HASH, bytes1(uint8(flags)), uint32(flags * 7919));
            Assertion memory assertion =
                Passkey.sign(1, data, bytes(Passkey.USUAL_HEAD), bytes(Passkey.USUAL_TAIL), 1, challenge);
            WebAuthnVerifier.Rejection expected = flags & 1 == 0
                ? WebAuthnVerifier.Rejection.UserNotPresent
                : flags & 4 == 0 ? WebAuthnVerifier.Rejection.UserNotVerified : NONE;
            assertVerdict(verdict(assertion, challenge, credentialOf(1)), expected, "long");
            assertVerdict(packedVerdict(assertion, challenge, credentialOf(1), true), expected, "packed");
            assertVerdict(packedVerdict(assertion, challenge, credentialOf(1), false), expected, "packed with head");
        }
    }

    // error: refused assertions

    function testFuzz_error_refusesAnotherRelyingParty(bytes32 challenge, bytes32 rpIdHash) public {
        vm.assume(rpIdHash != RP_ID_HASH);
        Assertion memory assertion = Passkey.sign(1, rpIdHash, challenge);
        assertVerdict(
            verdict(assertion, challenge, credentialOf(1)), WebAuthnVerifier.Rejection.WrongRelyingParty, "long"
        );
        assertVerdict(
            packedVerdict(assertion, challenge, credentialOf(1), true),
            WebAuthnVerifier.Rejection.WrongSignature,
            "packed"
        );
    }

    function testFuzz_error_refusesAnotherChallenge(bytes32 challenge, bytes32 other) public {
        vm.assume(other != challenge);
        Assertion memory assertion = Passkey.sign(1, RP_ID_HASH, other);
        assertVerdict(
            verdict(assertion, challenge, credentialOf(1)), WebAuthnVerifier.Rejection.WrongClientData, "long"
        );
        assertVerdict(
            packedVerdict(assertion, challenge, credentialOf(1), true),
            WebAuthnVerifier.Rejection.WrongSignature,
            "packed"
        );
    }

    function test_error_refusesAnotherType() public {
        bytes32 challenge = sha256("type");
        bytes memory data = Passkey.authenticatorData(RP_ID_HASH, 0x05, 0);
        string[3] memory heads = ['{"type":"webauthn.create",', '{"type":"payment.get",', '{"Type":"webauthn.get",'];
        for (uint256 index = 0; index < heads.length; ++index) {
            Assertion memory assertion =
                Passkey.sign(1, data, bytes(heads[index]), bytes(Passkey.USUAL_TAIL), 1, challenge);
            assertVerdict(
                verdict(assertion, challenge, credentialOf(1)), WebAuthnVerifier.Rejection.WrongClientData, heads[index]
            );
            assertVerdict(
                packedVerdict(assertion, challenge, credentialOf(1), false),
                WebAuthnVerifier.Rejection.WrongClientData,
                heads[index]
            );
        }
    }

    function testFuzz_error_refusesAnotherKey(bytes32 challenge, uint256 privateKey) public {
        privateKey = privateKey % (Passkey.N - 2) + 2;
        vm.assume(privateKey != Passkey.N - 1);
        Assertion memory assertion = Passkey.sign(privateKey, RP_ID_HASH, challenge);
        assertVerdict(verdict(assertion, challenge, credentialOf(1)), WebAuthnVerifier.Rejection.WrongSignature, "long");
        assertVerdict(
            packedVerdict(assertion, challenge, credentialOf(1), true),
            WebAuthnVerifier.Rejection.WrongSignature,
            "packed"
        );
    }

    function testFuzz_error_refusesHighS(bytes32 challenge) public {
        Assertion memory assertion = Passkey.sign(1, RP_ID_HASH, challenge);
        assertion.s = Passkey.N - assertion.s;
        assertVerdict(verdict(assertion, challenge, credentialOf(1)), WebAuthnVerifier.Rejection.WrongSignature, "long");
        assertVerdict(
            packedVerdict(assertion, challenge, credentialOf(1), true),
            WebAuthnVerifier.Rejection.WrongSignature,
            "packed"
        );
    }

    function testFuzz_error_refusesAnyChangeOfTheSignedBytes(bytes32 challenge, uint256 place, bytes1 mask)
        public
        view
    {
        vm.assume(mask != 0);
        Assertion memory assertion = Passkey.sign(1, RP_ID_HASH, challenge);
        place = place % (37 + assertion.clientDataJSON.length);
        if (place < 37) assertion.authenticatorData[place] ^= mask;
        else assertion.clientDataJSON[place - 37] ^= mask;
        vm.assertTrue(verdict(assertion, challenge, credentialOf(1)) != NONE, "changed");
    }

    function test_error_refusesShortAuthenticatorData() public view {
        bytes32 challenge = sha256("short");
        bytes memory whole = Passkey.authenticatorData(RP_ID_HASH, 0x05, 0);
        for (uint256 length = 0; length < 37; ++length) {
            Assertion memory assertion = Passkey.sign(
                1, whole.slice(0, length), bytes(Passkey.USUAL_HEAD), bytes(Passkey.USUAL_TAIL), 1, challenge
            );
            assertVerdict(verdict(assertion, challenge, credentialOf(1)), WebAuthnVerifier.Rejection.Malformed, "");
        }
    }

    // Private functions.

    function assertBothAccept(string memory head, string memory tail, bytes32 challenge) private {
        Assertion memory assertion =
            Passkey.sign(1, Passkey.authenticatorData(RP_ID_HASH, 0x1d, 0), head, tail, challenge);
        assertVerdict(verdict(assertion, challenge, credentialOf(1)), NONE, tail);
        assertVerdict(packedVerdict(assertion, challenge, credentialOf(1), false), NONE, tail);
        if (keccak256(bytes(head)) == keccak256(bytes(Passkey.USUAL_HEAD))) {
            assertVerdict(packedVerdict(assertion, challenge, credentialOf(1), true), NONE, tail);
        }
    }
}

/// @notice The same tests on a chain without the precompile.
///
/// forge-config: default.fuzz.runs = 250
/// forge-config: quick.fuzz.runs = 16
/// forge-config: long.fuzz.runs = 1000
contract WebAuthnVerifyWithoutPrecompileTest is WebAuthnVerifyTest {
    function setUp() public override {
        super.setUp();
        vm.mockCall(address(0x100), "", "");
    }
}
