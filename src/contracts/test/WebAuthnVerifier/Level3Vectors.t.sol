// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {WebAuthnVerifier} from "../../src/verification/WebAuthnVerifier.sol";
import {Der} from "../base/Der.sol";
import {Assertion, Passkey} from "../base/Passkey.sol";
import {PublicVectors} from "../base/PublicVectors.sol";
import {vm} from "../base/Vm.sol";
import {VerifierTest} from "./VerifierTest.sol";

/// @notice The test vectors of WebAuthn Level 3.
contract Level3VectorsTest is VerifierTest, PublicVectors {
    using Passkey for bytes;

    /// Five of the 10 ES256 pairs have user verification and are accepted with a low s. The other five are refused
    /// because the flag is not set.
    function test_behavior_webauthnL3() public {
        string memory json = readPublic("webauthn-l3/webauthn-l3-test-vectors.json");
        uint256 pairs = 0;
        uint256 accepted = 0;
        uint256 high = 0;
        for (uint256 index = 0; vm.keyExistsJson(json, string.concat(".vectors[", vm.toString(index), "]")); ++index) {
            string memory path = string.concat(".vectors[", vm.toString(index), "]");
            if (!vm.keyExistsJson(json, string.concat(path, ".authentication.signature"))) continue;
            (bool isEs256, WebAuthnVerifier.Credential memory credential) = readCredential(json, path);
            if (!isEs256) continue;
            ++pairs;
            (Assertion memory assertion, bytes32 challenge) = readAssertion(json, path);
            bool verified = assertion.authenticatorData[32] & 0x04 != 0;
            if (assertion.s > Passkey.N / 2) {
                ++high;
                assertVerdict(
                    verdict(assertion, challenge, credential),
                    verified ? WebAuthnVerifier.Rejection.WrongSignature : WebAuthnVerifier.Rejection.UserNotVerified,
                    path
                );
                assertion.s = Passkey.lowS(assertion.s);
            }
            assertVerdict(
                verdict(assertion, challenge, credential),
                verified ? NONE : WebAuthnVerifier.Rejection.UserNotVerified,
                path
            );
            if (assertion.authenticatorData.length == 37) {
                assertVerdict(
                    packedVerdict(assertion, challenge, credential, true),
                    verified ? NONE : WebAuthnVerifier.Rejection.UserNotVerified,
                    path
                );
            }
            if (verified) ++accepted;
        }
        vm.assertEq(pairs, 10, "ES256 pairs");
        vm.assertEq(accepted, 5, "accepted");
        vm.assertEq(high, 6, "high s");
    }

    // Private functions.

    function readAssertion(string memory json, string memory path)
        private
        pure
        returns (Assertion memory assertion, bytes32 challenge)
    {
        string memory authentication = string.concat(path, ".authentication");
        assertion.authenticatorData = readHex(json, string.concat(authentication, ".authenticatorData"));
        assertion.clientDataJSON = readHex(json, string.concat(authentication, ".clientDataJSON"));
        assertion.challengeIndex = 23;
        assertion.typeIndex = 1;
        bool valid;
        (valid, assertion.r, assertion.s) = Der.decode(readHex(json, string.concat(authentication, ".signature")));
        vm.assertTrue(valid, path);
        challenge = bytes32(readHex(json, string.concat(authentication, ".challenge")));
    }

    /// Finds the COSE key of an ES256 credential in the attestation object: kty 2, alg -7, crv 1, x, y.
    function readCredential(string memory json, string memory path)
        private
        pure
        returns (bool found, WebAuthnVerifier.Credential memory credential)
    {
        bytes memory object = readHex(json, string.concat(path, ".registration.attestationObject"));
        uint256 start = Passkey.find(object, hex"a5010203262001215820");
        if (start == object.length) return (false, credential);
        credential.qx = uint256(bytes32(object.slice(start + 10, start + 42)));
        credential.qy = uint256(bytes32(object.slice(start + 45, start + 77)));
        credential.rpIdHash = sha256("example.org");
        return (true, credential);
    }

    function readHex(string memory json, string memory path) private pure returns (bytes memory) {
        return vm.parseBytes(string.concat("0x", vm.parseJsonString(json, path)));
    }
}

/// @notice The same tests on a chain without the precompile.
contract Level3VectorsWithoutPrecompileTest is Level3VectorsTest {
    function setUp() public override {
        super.setUp();
        vm.mockCall(address(0x100), "", "");
    }
}
