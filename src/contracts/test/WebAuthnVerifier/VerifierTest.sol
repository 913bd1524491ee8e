// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {WebAuthnVerifier} from "../../src/verification/WebAuthnVerifier.sol";
import {Assertion, Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";
import {VerifierHarness} from "./VerifierHarness.sol";

/// @notice Base of the tests of both forms. Both must give the same verdict on an assertion.
abstract contract VerifierTest {
    bytes32 internal constant RP_ID_HASH = sha256("shop.example.com");

    WebAuthnVerifier.Rejection internal constant NONE = WebAuthnVerifier.Rejection.None;

    VerifierHarness internal verifier;

    function setUp() public virtual {
        verifier = new VerifierHarness();
    }

    function credentialOf(uint256 privateKey) internal view returns (WebAuthnVerifier.Credential memory credential) {
        (credential.qx, credential.qy) = vm.publicKeyP256(privateKey);
        credential.rpIdHash = RP_ID_HASH;
    }

    /// Returns the verdict on the long form.
    function verdict(Assertion memory assertion, bytes32 challenge, WebAuthnVerifier.Credential memory credential)
        internal
        view
        returns (WebAuthnVerifier.Rejection)
    {
        return verifier.verify(Passkey.encode(assertion), challenge, credential);
    }

    /// Returns the verdict on the packed form.
    function packedVerdict(
        Assertion memory assertion,
        bytes32 challenge,
        WebAuthnVerifier.Credential memory credential,
        bool usualHead
    ) internal returns (WebAuthnVerifier.Rejection) {
        ExecuteCall memory none;
        verifier.expect(challenge, credential);
        (bool success, bytes memory answer) =
            address(verifier).call(Passkey.packed(none, "", assertion, usualHead, false, false));
        vm.assertTrue(success, "executePacked");
        return abi.decode(answer, (WebAuthnVerifier.Rejection));
    }

    function assertVerdict(
        WebAuthnVerifier.Rejection actual,
        WebAuthnVerifier.Rejection expected,
        string memory message
    ) internal pure {
        vm.assertEq(uint256(actual), uint256(expected), message);
    }
}
