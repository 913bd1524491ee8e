// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {JoinedSignature} from "../../src/JoinedSignature.sol";
import {WebAuthnVerifier} from "../../src/verification/WebAuthnVerifier.sol";

/// @notice Exposes the library's internal functions to the tests.
contract JoinedHarness {
    function isLong(bytes calldata signature) external pure returns (bool) {
        return JoinedSignature.isLong(signature);
    }

    function splitLong(bytes calldata signature) external pure returns (bytes memory, uint256, bytes memory) {
        (bytes calldata tuple, uint256 number, bytes calldata coSignature) = JoinedSignature.splitLong(signature);
        return (tuple, number, coSignature);
    }

    function readShort(bytes calldata signature)
        external
        pure
        returns (bool, WebAuthnVerifier.PackedAssertion memory, uint256, bytes memory)
    {
        (bool wellFormed, WebAuthnVerifier.PackedAssertion memory assertion, uint256 number, bytes calldata rest) =
            JoinedSignature.readShort(signature);
        return (wellFormed, assertion, number, rest);
    }

    /// Returns the head and the tail to which the short form points.
    function clientDataOf(bytes calldata signature) external pure returns (bytes memory) {
        (, WebAuthnVerifier.PackedAssertion memory assertion,,) = JoinedSignature.readShort(signature);
        uint256 start = assertion.clientDataOffset;
        return msg.data[start:start + assertion.headLength + assertion.tailLength];
    }
}
