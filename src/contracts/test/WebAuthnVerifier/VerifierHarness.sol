// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PackedExecute} from "../../src/PackedExecute.sol";
import {WebAuthnVerifier} from "../../src/verification/WebAuthnVerifier.sol";

/// @notice Exposes the library's internal functions to the tests.
contract VerifierHarness {
    bytes32 private _challenge;
    WebAuthnVerifier.Credential private _credential;

    function verify(bytes calldata signature, bytes32 challenge, WebAuthnVerifier.Credential calldata credential)
        external
        view
        returns (WebAuthnVerifier.Rejection)
    {
        return WebAuthnVerifier.verify(signature, challenge, credential);
    }

    /// Sets the challenge and the credential for `executePacked()`, whose calldata has no place for them.
    function expect(bytes32 challenge, WebAuthnVerifier.Credential calldata credential) external {
        _challenge = challenge;
        _credential = credential;
    }

    function executePacked() external view returns (WebAuthnVerifier.Rejection) {
        (, WebAuthnVerifier.PackedAssertion memory assertion,,,) = PackedExecute.read();
        return WebAuthnVerifier.verifyPacked(assertion, _challenge, _credential);
    }
}
